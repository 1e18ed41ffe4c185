"""What a worker of Ray or Dask holds, and what it makes of a batch of pictures."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._library import InputError, set_threads
from ._models import SearchModel
from ._pictures import Beliefs, Parser, Picture
from ._trials import Trial

Row = Dict[str, Any]

# The columns of results, in their order.
COLUMNS = ("picture", "task", "sample", "found_at", "x", "y")


class Searches:
    """A model with a belief store or a parser, opened once. A picture's scanpaths depend on the
    picture, the task, the seed and the options alone: not on the batch that it comes in, the worker,
    or how often it was tried."""

    def __init__(
        self,
        targets: Union[None, str, Sequence[str]] = None,
        *,
        model: Optional[str] = None,
        beliefs: Optional[str] = None,
        parser: Union[None, str, Sequence[str]] = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        # A core a worker: the engine starts as many workers as there are cores.
        set_threads(threads)
        self._targets = [targets] if isinstance(targets, str) else list(targets or [])
        self._model = SearchModel.load(model)
        self._beliefs = None if beliefs is None else Beliefs(beliefs)
        files = [parser] if isinstance(parser, str) else list(parser or [])
        self._parser = Parser(*files) if files else None
        self._blur = self._model.card.get("beliefs", {}).get("blur_sigma")
        self._options: Mapping[str, Any] = options

    def _picture(self, picture: Any) -> Picture:
        if self._beliefs is not None and isinstance(picture, str):
            return self._beliefs[picture]
        return Picture(picture, parser=self._parser, blur=self._blur)

    def rows(self, pictures: Iterable[Tuple[str, Any, Optional[str]]]) -> Iterator[Row]:
        """A row a scanpath of pictures (name; path, array or name in the store; task, or None for
        the targets): COLUMNS, x and y in the picture's pixels, the start first, found_at -1 where
        the target is not found."""
        for name, picture, task in pictures:
            targets = self._targets if task is None else [task]
            if not targets:
                raise InputError("what is searched? give targets=..., or a column task")
            searched = self._picture(picture)
            for target in targets:
                trials: Iterable[Trial] = self._model.search(
                    searched, target, **self._options
                ).trials
                for trial in trials:
                    found = -1 if trial.found_at is None else trial.found_at
                    path: Any = trial.path
                    values = (name, target, trial.subject, found, path[:, 0], path[:, 1])
                    yield dict(zip(COLUMNS, values))


def columns(rows: Iterable[Row]) -> Dict[str, List[Any]]:
    """The rows as columns."""
    kept = list(rows)
    return {name: [row[name] for row in kept] for name in COLUMNS}
