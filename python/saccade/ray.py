"""Searches as a step of a Ray Data pipeline.

>>> import ray, saccade.ray                                             # doctest: +SKIP
>>> photos = ray.data.read_images("photos", include_paths=True)         # doctest: +SKIP
>>> photos.map_batches(
...     saccade.ray.Searcher, fn_constructor_kwargs={"targets": ["cup"], "samples": 10},
...     batch_size=16, concurrency=2,
... ).write_parquet("scanpaths")                                        # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any, Iterable, Mapping

import numpy as np
import pyarrow

from ._batches import Searches, columns

# Of results. Told, because a batch whose lists are equally long would have another.
SCHEMA: Any = pyarrow.schema(
    [
        ("picture", pyarrow.string()),
        ("task", pyarrow.string()),
        ("sample", pyarrow.int64()),
        ("found_at", pyarrow.int64()),
        ("x", pyarrow.list_(pyarrow.float64())),
        ("y", pyarrow.list_(pyarrow.float64())),
    ]
)


class Searcher:
    """For `map_batches`: one a worker, which opens the model once. Ray holds back what workers cannot
    keep up with, and gives the batches of a worker that died to another.

    A batch has a column "path" with photos, or "image" with their pixels and "path" with their names
    (`read_images(include_paths=True)`); or, with `beliefs="pictures.beliefs"`, "picture" with names
    in that store. A column "task" says what is searched in each, instead of `targets`. Further
    arguments are `SearchModel.search`'s: samples, seed, max_fixations, ...

    The result has a row a scanpath: picture, task, sample (from 1), found_at (the fixation that
    shows the target, the start is 0; -1: none) and x and y, lists in the picture's pixels.
    """

    def __init__(self, targets: Any = None, **arguments: Any) -> None:
        self._searches = Searches(targets, **arguments)

    def __call__(self, batch: Mapping[str, "np.ndarray[Any, Any]"]) -> Any:
        names = [str(name) for name in batch["path" if "path" in batch else "picture"]]
        pictures: Iterable[Any] = batch["image"] if "image" in batch else names
        tasks: Iterable[Any] = batch["task"] if "task" in batch else [None] * len(names)
        rows = self._searches.rows(
            (name, picture, None if task is None else str(task))
            for name, picture, task in zip(names, pictures, tasks)
        )
        return pyarrow.table(columns(rows), schema=SCHEMA)
