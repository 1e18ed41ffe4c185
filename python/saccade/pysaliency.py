"""A bridge to pysaliency: our models in its evaluation, its fixations in ours.

>>> from saccade.pysaliency import ScanpathModel, fixations, stimuli      # doctest: +SKIP
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt
import pysaliency

from ._library import COLUMNS, ROWS, FloatArray
from ._models import SearchModel
from ._pictures import Picture
from ._trials import Trial, Trials

WIDTH, HEIGHT = 512, 320  # the image frame


class ScanpathModel(pysaliency.ScanpathModel):  # type: ignore[misc, unused-ignore]
    """A `SearchModel` that looks for `task`, as pysaliency wants a scanpath model.

    Stimuli are parsed as photos are. Or `pictures` has what the model sees, such as `Beliefs(...)`,
    under what `key` makes of a stimulus (an array): pysaliency does not tell models names.
    Densities are per pixel of the stimulus and sum to 1 over it.
    """

    def __init__(
        self,
        model: SearchModel,
        task: str,
        key: Optional[Callable[[Any], Any]] = None,
        pictures: Optional[Mapping[Any, Picture]] = None,
    ) -> None:
        super().__init__()
        self._model = model
        self._task = task
        self._key = key or (lambda stimulus: hash(stimulus.tobytes()))
        self._pictures = pictures
        self._parsed: Dict[Any, Picture] = {}

    def _picture(self, stimulus: Any) -> Picture:
        key = self._key(stimulus)
        if self._pictures is not None:
            return self._pictures[key]
        if key not in self._parsed:
            self._parsed[key] = Picture(stimulus)
        return self._parsed[key]

    def conditional_log_density(
        self,
        stimulus: Any,
        x_hist: npt.ArrayLike,
        y_hist: npt.ArrayLike,
        t_hist: npt.ArrayLike,
        attributes: Optional[Mapping[str, Any]] = None,
        out: Optional[FloatArray] = None,
    ) -> FloatArray:
        """log density (natural, per pixel) of the next fixation after x_hist, y_hist (pixels)."""
        data = np.asarray(getattr(stimulus, "stimulus_data", stimulus))
        picture = self._picture(data)
        height, width = data.shape[:2]
        scale = picture.size[0] / width
        past = np.column_stack([np.ravel(x_hist), np.ravel(y_hist)]) * scale
        cells = self._model.probability_map(picture, self._task, past if len(past) else None)
        density = _at_pixels(cells, width, height)
        result: FloatArray = np.log(density / density.sum())
        if out is None:
            return result
        out[...] = result
        return out


def _at_pixels(cells: FloatArray, width: int, height: int) -> FloatArray:
    """What a cell has, spread evenly over its pixels: the picture lies centred in 512x320."""
    scale = min(WIDTH / width, HEIGHT / height)
    left, top = (WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2
    columns = ((left + (np.arange(width) + 0.5) * scale) / (WIDTH / COLUMNS)).astype(int)
    rows = ((top + (np.arange(height) + 0.5) * scale) / (HEIGHT / ROWS)).astype(int)
    spread: FloatArray = cells[np.ix_(np.clip(rows, 0, ROWS - 1), np.clip(columns, 0, COLUMNS - 1))]
    return np.maximum(spread, 1e-300)


def stimuli(trials: Trials, folder: Union[str, "os.PathLike[str]"]) -> Tuple[Any, List[str]]:
    """The pictures of trials as pysaliency's FileStimuli, and their names in its order."""
    names = sorted({trial.name for trial in trials})
    files = [str(Path(folder) / name) for name in names]
    return pysaliency.FileStimuli(files, attributes={"name": names}), names


def fixations(trials: Trials, names: List[str]) -> Any:
    """Trials as pysaliency's fixations, whole scanpaths; `names` as `stimuli` gave them. Times count
    up in seconds from the start; subjects keep their numbers, named ones get those that are free."""
    place = {name: i for i, name in enumerate(names)}
    paths = [trial.path for trial in trials]
    starts = [np.concatenate([[0.0], np.cumsum(path[:-1, 2])]) / 1000 for path in paths]
    return pysaliency.FixationTrains.from_fixation_trains(
        [list(path[:, 0]) for path in paths],
        [list(path[:, 1]) for path in paths],
        [list(start) for start in starts],
        [place[trial.name] for trial in trials],
        _numbers([trial.subject for trial in trials]),
    )


def _numbers(subjects: List[Union[int, str, None]]) -> List[int]:
    known = {subject: subject for subject in subjects if isinstance(subject, int)}
    free = max(known.values(), default=0) + 1
    others = dict.fromkeys(subject for subject in subjects if not isinstance(subject, int))
    by_name: Dict[Any, int] = {**known, **{name: free + i for i, name in enumerate(others)}}
    return [by_name[subject] for subject in subjects]


def from_fixations(fixation_trains: Any, names: List[str], task: str, frame: str = "image") -> Trials:
    """pysaliency's FixationTrains as trials of one task; `names` of the stimuli in its order."""
    trials = []
    for i in range(len(fixation_trains.train_xs)):
        x = np.asarray(fixation_trains.train_xs[i], float)
        y = np.asarray(fixation_trains.train_ys[i], float)
        t = np.asarray(fixation_trains.train_ts[i], float)
        good = np.isfinite(x) & np.isfinite(y)
        durations = np.append(np.diff(t[good]) * 1000, 0.0)
        trials.append(
            Trial(
                name=names[int(fixation_trains.train_ns[i])],
                task=task,
                path=np.column_stack([x[good], y[good], durations]),
                subject=int(fixation_trains.train_subjects[i]),
            )
        )
    return Trials(trials, frame)
