"""Searches as a step of a Dask bag.

>>> import dask.bag, saccade.dask                                       # doctest: +SKIP
>>> photos = dask.bag.from_sequence(glob.glob("photos/*.jpg"), partition_size=16)  # doctest: +SKIP
>>> found = photos.map_partitions(saccade.dask.Searcher("cup", samples=10))        # doctest: +SKIP
>>> found.to_dataframe(meta=saccade.dask.META).to_parquet("scanpaths")             # doctest: +SKIP
"""

from __future__ import annotations

import functools
import threading
from typing import Any, Dict, Iterable, List, Tuple, Union

from ._batches import Row, Searches

# Of Bag.to_dataframe: the columns of results.
META: Dict[str, Any] = {
    "picture": str,
    "task": str,
    "sample": "int64",
    "found_at": "int64",
    "x": object,
    "y": object,
}

_opening = threading.Lock()


@functools.lru_cache(maxsize=2)
def _opened(arguments: Tuple[Tuple[str, Any], ...]) -> Searches:
    return Searches(**dict(arguments))


class Searcher:
    """For `map_partitions`: takes photos (paths) or, with `beliefs="pictures.beliefs"`, names in that
    store; alone, or each as (picture, task), which says what is searched instead of `targets`.
    Further arguments are `SearchModel.search`'s. It travels to the workers as its arguments; each
    process opens the model once, when its first partition comes. Dask gives the partitions of a
    worker that died to another.

    The result is a list of dicts, one a scanpath, with the columns of `META`: sample from 1,
    found_at the fixation that shows the target (the start is 0; -1: none), x and y lists in the
    picture's pixels.
    """

    def __init__(self, targets: Any = None, **arguments: Any) -> None:
        given = {"targets": (targets,) if isinstance(targets, str) else targets, **arguments}
        # Hashable, for the cache.
        self._arguments = tuple(
            (name, tuple(value) if isinstance(value, list) else value)
            for name, value in sorted(given.items())
        )

    def __call__(self, partition: Iterable[Union[str, Tuple[str, str]]]) -> List[Row]:
        with _opening:  # threads of one worker share it
            searches = _opened(self._arguments)
        pictures: List[Tuple[str, Any, Any]] = []
        for entry in partition:
            picture, task = (entry, None) if isinstance(entry, str) else entry
            pictures.append((picture, picture, task))
        return [
            {**row, "x": row["x"].tolist(), "y": row["y"].tolist()}
            for row in searches.rows(pictures)
        ]
