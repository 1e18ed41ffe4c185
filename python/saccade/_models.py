"""Models that search."""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np
import numpy.typing as npt

from ._library import (
    CHANNELS,
    COLUMNS,
    ROWS,
    FloatArray,
    Handle,
    Listening,
    Progress,
    call,
    encoded,
    options_text,
    path_array,
    path_struct,
    strings,
    taken_text,
    text_of,
)
from ._pictures import Beliefs, Maps, Picture, draw
from ._scores import TrialsLike, _trials
from ._trials import Trials


class Search:
    """Predicted scanpaths in one picture. `text` is what `saccade predict --image --out` writes, "" for a
    picture that is no photo."""

    def __init__(self, picture: Picture, trials: Trials, text: str = "") -> None:
        self.picture = picture
        self.trials = trials
        self.text = text

    @property
    def scanpaths(self) -> List[FloatArray]:
        """Arrays (n, 3) in the picture's pixels; the start is first, durations are 0."""
        return self.trials.paths

    @property
    def found(self) -> List[Optional[int]]:
        """The fixation of each scanpath (the start is 0) whose fovea shows the target by the parser's
        own sharp view; None where none does."""
        return [trial.found_at for trial in self.trials]

    @property
    def seen(self) -> List[Dict[str, Any]]:
        """What the parser saw in the photo: category, score, bbox (left, top, width, height)."""
        seen: List[Dict[str, Any]] = json.loads(self.text)["seen"] if self.text else []
        return seen

    def write(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes what `saccade predict --image --out` does; searches of stored pictures as trials."""
        if not self.text:
            self.trials.write(file)
            return
        unfinished = f"{os.fspath(file)}.new"
        with open(unfinished, "w", encoding="utf-8", newline="\n") as out:
            out.write(self.text)
        os.replace(unfinished, file)

    def plot(self, ax: Any = None, count: int = 3) -> Any:
        """The first `count` scanpaths over the picture, up to the target, in matplotlib; the axes."""
        import matplotlib.pyplot as plt

        axes = plt.gca() if ax is None else ax
        shown = [
            path if found is None else path[: found + 1]
            for path, found in zip(self.scanpaths[:count], self.found)
        ]
        axes.imshow(draw(self.picture.pixels(), shown))
        axes.set_axis_off()
        return axes

    def __repr__(self) -> str:
        found = sum(place is not None for place in self.found)
        return f"<saccade.Search, {len(self.trials)} scanpaths, {found} found the target>"


class SearchModel(Handle):
    """A model that searches as people do.

    >>> m = SearchModel.load()                                    # the one that comes with saccade
    >>> p = m.search("kitchen.jpg", "microwave", samples=10)      # doctest: +SKIP
    """

    _kind = "model"

    @classmethod
    def load(cls, model: Union[None, str, "os.PathLike[str]"] = None) -> "SearchModel":
        """A folder that `saccade train` wrote, or the name of an installed model."""
        return cls(cls._made("saccade_model_open", encoded(model or "")))

    @property
    def card(self) -> Dict[str, Any]:
        """What model.json says: kind, targets, training data, scores."""
        card: Dict[str, Any] = json.loads(text_of("saccade_model_card", self._address))
        return card

    def without(self, *classes: str) -> "SearchModel":
        """The same model blind to some classes ("oven"), or to "target", "other-things", "stuff",
        "saliency", "history"."""
        return SearchModel(
            self._made(
                "saccade_model_without", self._address, strings(list(classes)), len(classes)
            )
        )

    def _picture(self, picture: Any) -> Picture:
        if isinstance(picture, Picture):
            return picture
        return Picture(picture, blur=self.card.get("beliefs", {}).get("blur_sigma"))

    def search(
        self,
        picture: Any,
        target: Union[str, Sequence[str]],
        *,
        samples: int = 10,
        max_fixations: int = 6,
        greedy: bool = False,
        until_target: bool = False,
        temperature: Optional[float] = None,
        seed: int = 0,
        progress: Progress = None,
    ) -> Search:
        """Scanpaths for one or several targets in a picture: a `Picture`, or a path, a PIL image or an
        array, which is parsed. By target in the order of their classes, then by sample. The same seed
        gives the same scanpaths."""
        targets = [target] if isinstance(target, str) else list(target)
        searched = self._picture(picture)
        options = options_text(
            samples=samples,
            max_fixations=max_fixations,
            greedy=greedy,
            until_target=until_target,
            temperature=temperature,
            seed=seed,
        )
        trials, text = ctypes.c_void_p(), ctypes.c_void_p()
        with Listening(progress) as listening:
            call(
                "saccade_model_search",
                self._address,
                searched._address,
                strings(targets),
                len(targets),
                options,
                *listening,
                ctypes.byref(trials),
                ctypes.byref(text),
            )
        assert trials.value is not None
        return Search(searched, Trials._of(trials.value), taken_text(text))

    def predict(
        self,
        pairs: TrialsLike,
        beliefs: Union[Beliefs, str, "os.PathLike[str]"],
        *,
        samples: int = 10,
        max_fixations: int = 6,
        greedy: bool = False,
        until_target: bool = False,
        temperature: Optional[float] = None,
        seed: int = 0,
        maps: Union[None, str, "os.PathLike[str]"] = None,
        progress: Progress = None,
    ) -> Trials:
        """Scanpaths for the (task, picture) pairs of trials, in the image frame: what
        `evaluate` takes as predictions. `maps`: a folder to which the maps of next fixations are
        written that `evaluate(maps=...)` takes."""
        store = beliefs if isinstance(beliefs, Beliefs) else Beliefs(beliefs)
        options = options_text(
            samples=samples,
            max_fixations=max_fixations,
            greedy=greedy,
            until_target=until_target,
            temperature=temperature,
            seed=seed,
            maps=None if maps is None else os.fspath(maps),
        )
        trials = _trials(pairs)
        with Listening(progress) as listening:
            return Trials._of(
                self._made(
                    "saccade_model_predict",
                    self._address,
                    store._address,
                    trials._address,
                    options,
                    *listening,
                )
            )

    def _map(self, picture: Any, target: str, fixations: Any, reward: bool) -> FloatArray:
        out = np.empty((ROWS, COLUMNS))
        array = path_array(() if fixations is None else fixations)
        past = ctypes.byref(path_struct(array)) if len(array) else None
        call(
            "saccade_model_map",
            self._address,
            self._picture(picture)._address,
            target.encode("utf-8"),
            past,
            reward,
            out.ctypes.data,
        )
        return out

    def probability_map(
        self, picture: Any, target: str, fixations: Optional[npt.ArrayLike] = None
    ) -> FloatArray:
        """Where the next fixation will be after `fixations` (in the picture's pixels, the start first;
        by default the start alone): probabilities (20, 32), without inhibition of return."""
        return self._map(picture, target, fixations, False)

    def reward_map(
        self, picture: Any, target: str, fixations: Optional[npt.ArrayLike] = None
    ) -> FloatArray:
        """The learned reward (log D) of looking at each cell then, (20, 32)."""
        return self._map(picture, target, fixations, True)

    def state(
        self, picture: Any, target: str, fixations: Optional[npt.ArrayLike] = None
    ) -> Maps:
        """What the searcher then believes: (134, 20, 32)."""
        out = np.empty((CHANNELS, ROWS, COLUMNS), np.float32)
        array = path_array(() if fixations is None else fixations)
        past = ctypes.byref(path_struct(array)) if len(array) else None
        call(
            "saccade_model_state",
            self._address,
            self._picture(picture)._address,
            target.encode("utf-8"),
            past,
            out.ctypes.data,
        )
        return out
