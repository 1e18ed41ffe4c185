"""Scores of scanpaths."""

from __future__ import annotations

import ctypes
import json
import os
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._library import (
    FloatArray,
    InputError,
    Listening,
    Progress,
    call,
    options_text,
    path_array,
    path_structs,
    strings,
    text_of,
)
from ._trials import Trials, read

_SCORES = 5


class MultiMatch(NamedTuple):
    """Similarities of two scanpaths, 1 for equal ones; NaN when there is no score."""

    shape: float
    direction: float
    length: float
    position: float
    duration: float


def multimatch(
    a: npt.ArrayLike,
    b: npt.ArrayLike,
    screen: Tuple[float, float],
    *,
    short: str = "pad",
    simplify: Optional[Tuple[float, float, float]] = None,
) -> MultiMatch:
    """MultiMatch of `a` (the prediction, or the one that is scored) against `b`.

    Scanpaths are arrays (n, 3): x and y in pixels of a screen of `screen` = (width, height), duration
    in ms. `short`: scanpaths of fewer than three fixations are padded as the paper's code does
    ("pad"), or have no score ("skip"). `simplify`: merge saccades first, by degrees, ms and pixels.

    >>> multimatch([[0, 0, 9], [9, 0, 9], [9, 9, 9]], [[0, 0, 9], [9, 0, 9], [9, 9, 9]], (99, 99))
    MultiMatch(shape=1.0, direction=1.0, length=1.0, position=1.0, duration=1.0)
    """
    matrix = multimatch_matrix([a], [b], screen=screen, short=short, simplify=simplify)
    return MultiMatch(*matrix[0, 0].tolist())


def multimatch_matrix(
    paths: Sequence[npt.ArrayLike],
    others: Optional[Sequence[npt.ArrayLike]] = None,
    *,
    screen: Tuple[float, float] = (512, 320),
    short: str = "pad",
    simplify: Optional[Tuple[float, float, float]] = None,
    progress: Progress = None,
) -> FloatArray:
    """MultiMatch of every one of `paths` against every one of `others` (or of themselves), on all
    threads: an array (n, m, 5) in the order of `MultiMatch`. The frame is 512x320 unless `screen`
    says otherwise; the rest as `multimatch`.
    """
    rows = [path_array(path) for path in paths]
    columns = rows if others is None else [path_array(path) for path in others]
    scores = np.empty((len(rows), len(columns), _SCORES))
    options = options_text(short=short, simplify=list(simplify) if simplify else None)
    with Listening(progress) as listening:
        call(
            "saccade_multimatch_matrix",
            path_structs(rows),
            len(rows),
            None if others is None else path_structs(columns),
            len(columns),
            float(screen[0]),
            float(screen[1]),
            options,
            *listening,
            scores.ctypes.data,
        )
    return scores


def score_matrix(
    score: str,
    paths: Sequence[npt.ArrayLike],
    others: Optional[Sequence[npt.ArrayLike]] = None,
    *,
    screen: Tuple[float, float] = (512, 320),
    bandwidth: Optional[float] = None,
    progress: Progress = None,
) -> FloatArray:
    """Another score of every one of `paths` against every one of `others` (or of themselves), on all
    threads: an array (n, m), NaN where there is none.

    `score`: "scanmatch", "scanmatch_duration", "edit_distance" (on 16x10 bins of the screen);
    "sequence_score" or "fixation_edit_distance", in the regions between which all these scanpaths
    look, found with `bandwidth` (pixels at 512x320; 21.5 by default, 0: estimated).
    """
    rows = [path_array(path) for path in paths]
    columns = rows if others is None else [path_array(path) for path in others]
    scores = np.empty((len(rows), len(columns)))
    with Listening(progress) as listening:
        call(
            "saccade_score_matrix",
            score.encode("utf-8"),
            path_structs(rows),
            len(rows),
            None if others is None else path_structs(columns),
            len(columns),
            float(screen[0]),
            float(screen[1]),
            options_text(bandwidth=bandwidth),
            *listening,
            scores.ctypes.data,
        )
    return scores


def docomparison(
    fixation_vectors1: Any,
    fixation_vectors2: Any,
    screensize: Sequence[float],
    grouping: bool = False,
    TDir: float = 0.0,
    TDur: float = 0.0,
    TAmp: float = 0.0,
) -> List[float]:
    """`multimatch_gaze.docomparison`, with its arguments and its order of results: shape, direction,
    length, position, duration.

    Record arrays with start_x, start_y (pixels) and duration (seconds), as multimatch_gaze reads
    them. Scanpaths of fewer than three fixations give NaN, as there. With `grouping` saccades are
    merged first by direction (degrees), duration (seconds) and amplitude (pixels).
    """

    def in_ms(records: Any) -> FloatArray:
        return np.column_stack(
            [records["start_x"], records["start_y"], np.asarray(records["duration"]) * 1000.0]
        )

    return list(
        multimatch(
            in_ms(fixation_vectors1),
            in_ms(fixation_vectors2),
            (screensize[0], screensize[1]),
            short="skip",
            simplify=(TDir, TDur * 1000.0, TAmp) if grouping else None,
        )
    )


def clusters(
    paths: Sequence[npt.ArrayLike], bandwidth: Optional[float] = None
) -> Tuple[List[npt.NDArray[np.intc]], FloatArray]:
    """The regions between which scanpaths look, by mean shift over all their fixations: the region
    of each fixation, path by path, and the centres (k, 2). Pixels at 512x320. Without `bandwidth` it
    is estimated and scaled, as the protocol "adaptive" does.
    """
    arrays = [path_array(path) for path in paths]
    counts = [len(array) for array in arrays]
    labels = np.empty(sum(counts), np.intc)
    centers = np.empty((sum(counts), 2))
    found = ctypes.c_size_t()
    call(
        "saccade_clusters",
        path_structs(arrays),
        len(arrays),
        float(bandwidth or 0),
        labels.ctypes.data,
        centers.ctypes.data,
        ctypes.byref(found),
    )
    return np.split(labels, np.cumsum(counts)[:-1]), centers[: found.value].copy()


class Evaluation:
    """What `evaluate` found: `.text` as `saccade evaluate --json` writes it, `.json` the same as objects,
    `.table()` as a data frame."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.json: Dict[str, Any] = json.loads(text)

    @property
    def rows(self) -> List[Dict[str, Any]]:
        """A dictionary a row: its name and scores, intervals and tasks."""
        rows: List[Dict[str, Any]] = self.json["rows"]
        return rows

    def table(self) -> Any:
        """A data frame with a row each; protocol, split, number of trials and seed in `.attrs`."""
        import pandas as pd

        names = [row["name"] for row in self.rows]
        frame = pd.DataFrame([_flat(row) for row in self.rows], index=pd.Index(names, name="row"))
        frame.attrs.update({key: self.json[key] for key in self.json if key != "rows"})
        return frame

    def __repr__(self) -> str:
        return (
            f"<saccade.Evaluation, protocol {self.json['protocol']}: "
            f"{', '.join(row['name'] for row in self.rows)}>"
        )


def _flat(row: Mapping[str, Any]) -> Dict[str, float]:
    flat: Dict[str, float] = {}
    for key, value in row.items():
        if key == "multimatch":
            flat.update(value)
        elif isinstance(value, (int, float)):
            flat[key] = value
    return flat


TrialsLike = Union[Trials, str, "os.PathLike[str]"]


def _trials(value: TrialsLike) -> Trials:
    return value if isinstance(value, Trials) else read(value)


class Comparison:
    """What `compare` found: `.text` as `saccade compare --json` writes it, `.json` the same as objects,
    `.table()` as a data frame."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.json: List[Dict[str, Any]] = json.loads(text)

    def table(self) -> Any:
        """A data frame with a row for each pair: who, which picture, every score."""
        import pandas as pd

        flat = [
            {**{k: v for k, v in pair.items() if k != "multimatch"}, **pair.get("multimatch", {})}
            for pair in self.json
        ]
        return pd.DataFrame(flat)

    def __repr__(self) -> str:
        return f"<saccade.Comparison of {len(self.json)} pairs>"


def compare(
    first: TrialsLike,
    second: TrialsLike,
    *,
    frame: str = "image",
    metric: Sequence[str] = ("multimatch", "scanmatch", "edit_distance"),
    all_pairs: bool = False,
    short: str = "pad",
    simplify: Optional[Tuple[float, float, float]] = None,
    progress: Progress = None,
) -> Comparison:
    """All scores of the scanpaths of two lists pair by pair, nothing filtered or cut, as
    `saccade compare`: the i-th with the i-th, or with `all_pairs` all of the same picture and task.
    """
    options = options_text(
        frame=frame,
        metric=list(metric),
        all_pairs=all_pairs,
        short=short,
        simplify=list(simplify) if simplify else None,
    )
    one, other = _trials(first), _trials(second)
    with Listening(progress) as listening:
        return Comparison(
            text_of("saccade_compare", one._address, other._address, options, *listening)
        )


def evaluate(
    humans: TrialsLike,
    predictions: Optional[Mapping[str, TrialsLike]] = None,
    *,
    protocol: str = "paper",
    model: Sequence[str] = ("human",),
    images: Union[None, str, "os.PathLike[str]"] = None,
    maps: Optional[Mapping[str, Union[str, "os.PathLike[str]"]]] = None,
    train: Union[None, str, "os.PathLike[str]"] = None,
    labels: Optional[str] = None,
    condition: Optional[str] = None,
    start: Optional[str] = None,
    cut: Optional[str] = None,
    steps: Optional[int] = None,
    short: Optional[str] = None,
    resolution: Optional[str] = None,
    samples: Optional[int] = None,
    bootstrap: Optional[int] = None,
    seed: int = 0,
    by_subject: bool = False,
    progress: Progress = None,
) -> Evaluation:
    """Scores predictions, people against people ("human" in `model`), chance ("random"), the middle of
    the picture ("centre") and what stands out in it ("saliency", of the pictures in the folder
    `images`) on human searches, as `saccade evaluate`. `predictions` name the rows; `maps` are folders
    of next-fixation maps (`SearchModel.predict(maps=...)`) by row, and need `train`, the file of
    training trials; `start` says what is to become of predictions that do not begin where people do
    ("as-is", "prepend", "drop"). Options that are None are the command line's own
    (docs/metrics/README.md).
    """
    named = {name: _trials(value) for name, value in (predictions or {}).items()}
    if any(not name for name in named):
        raise InputError("a row of predictions has no name")
    options = options_text(
        protocol=protocol,
        model=list(model),
        images=None if images is None else os.fspath(images),
        maps=[f"{name}={os.fspath(folder)}" for name, folder in (maps or {}).items()],
        train=None if train is None else os.fspath(train),
        labels=labels,
        condition=condition,
        start=start,
        cut=cut,
        steps=steps,
        short=short,
        resolution=resolution,
        samples=samples,
        bootstrap=bootstrap,
        seed=seed,
        by_subject=by_subject,
    )
    addresses = (ctypes.c_void_p * max(1, len(named)))(
        *[trials._address for trials in named.values()]
    )
    human_trials = _trials(humans)
    with Listening(progress) as listening:
        return Evaluation(
            text_of(
                "saccade_evaluate",
                human_trials._address,
                strings(named),
                addresses,
                len(named),
                options,
                *listening,
            )
        )
