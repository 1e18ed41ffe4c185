"""Searches as tables and arrays."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import (
    FRAMES,
    FloatArray,
    Handle,
    InputError,
    TrialStruct,
    call,
    encoded,
    library,
    path_array,
    path_from,
    path_struct,
)


@dataclass
class Trial:
    """One search for one target in one picture.

    `path` is an array (n, 3): x and y in pixels of the trials' frame, durations in milliseconds;
    the start is its first row. `box` is the target: left, top, width, height. `found_at` is the
    row at which a prediction shows the target, None when it does not.
    """

    name: str
    task: str
    path: FloatArray
    subject: int = 1
    present: bool = True
    correct: bool = True
    box: Optional[Tuple[float, float, float, float]] = None
    split: str = ""
    found_at: Optional[int] = field(default=None)


class Trials(Handle, Sequence[Trial]):
    """Searches of people or models: a sequence of `Trial`, read from a file or made of arrays.

    `frame` is "display" (1680x1050, as recorded), "image" (512x320, in which scores are taken) or
    "picture" (each picture's own pixels).
    """

    _kind = "trials"

    def __init__(self, trials: Iterable[Trial] = (), frame: str = "image") -> None:
        super().__init__(self._made("saccade_trials_create", _frame_code(frame)))
        for trial in trials:
            self._add(trial)

    @classmethod
    def _of(cls, address: int) -> "Trials":
        made = cls.__new__(cls)
        Handle.__init__(made, address)
        return made

    def _add(self, trial: Trial) -> None:
        array = path_array(trial.path)
        struct = TrialStruct(
            trial.name.encode("utf-8"),
            trial.task.encode("utf-8"),
            trial.subject,
            trial.present,
            trial.correct,
            -1 if trial.found_at is None else trial.found_at,
            trial.box is not None,
            (ctypes.c_double * 4)(*(trial.box or (0, 0, 0, 0))),
            trial.split.encode("utf-8"),
            path_struct(array),
        )
        call("saccade_trials_add", self._address, ctypes.byref(struct))

    @property
    def frame(self) -> str:
        """The frame of the coordinates."""
        code = int(library.saccade_trials_frame(self._address))
        return next(name for name in FRAMES if FRAMES[name] == code)

    def __len__(self) -> int:
        return int(library.saccade_trials_count(self._address))

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Trials((self[i] for i in range(*index.indices(len(self)))), self.frame)
        place = int(index)
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError(f"there is no trial {index} of {len(self)}")
        struct = TrialStruct()
        call("saccade_trials_get", self._address, place, ctypes.byref(struct))
        return Trial(
            name=struct.name.decode("utf-8"),
            task=struct.task.decode("utf-8"),
            path=path_from(struct.path),
            subject=struct.subject,
            present=bool(struct.present),
            correct=bool(struct.correct),
            box=(struct.box[0], struct.box[1], struct.box[2], struct.box[3])
            if struct.has_box
            else None,
            split=struct.split.decode("utf-8"),
            found_at=None if struct.found_at < 0 else struct.found_at,
        )

    def __iter__(self) -> Iterator[Trial]:
        for i in range(len(self)):
            yield self[i]

    def __repr__(self) -> str:
        return f"<{len(self)} saccade.Trials in the {self.frame} frame>"

    @property
    def paths(self) -> List[FloatArray]:
        """The scanpaths as arrays (n, 3): x, y, duration in ms."""
        return [trial.path for trial in self]

    def to_frame(self, frame: str) -> "Trials":
        """The same trials in the "display" or the "image" frame, scaled without rounding."""
        return Trials._of(
            self._made("saccade_trials_convert", self._address, _frame_code(frame))
        )

    def write(self, file: Union[str, "os.PathLike[str]"]) -> None:
        """Writes COCO-Search18's JSON, which every command of saccade reads."""
        call("saccade_trials_write", self._address, encoded(file))

    def to_pandas(self) -> Any:
        """A data frame with one fixation a row: name, task, subject, trial, fixation (from 0), x, y,
        duration (ms), present, correct, split and the target's box. The frame is in `.attrs`."""
        import pandas as pd

        columns: Dict[str, List[Any]] = {name: [] for name in _COLUMNS}
        for number, trial in enumerate(self):
            count = len(trial.path)
            box = trial.box or (np.nan,) * 4
            once = (trial.name, trial.task, trial.subject, number)
            late = (trial.present, trial.correct, trial.split, *box)
            for name, value in zip(_COLUMNS[:4], once):
                columns[name].extend([value] * count)
            columns["fixation"].extend(range(count))
            for place, name in enumerate(("x", "y", "duration")):
                columns[name].extend(trial.path[:, place])
            for name, value in zip(_COLUMNS[8:], late):
                columns[name].extend([value] * count)
        frame = pd.DataFrame(columns)
        frame.attrs["frame"] = self.frame
        return frame


_COLUMNS = (
    "name task subject trial fixation x y duration "
    "present correct split box_x box_y box_width box_height"
).split()


def _frame_code(frame: str) -> int:
    if frame not in FRAMES:
        raise InputError(f'frame "{frame}" is none of {", ".join(FRAMES)}')
    return FRAMES[frame]


def read(file: Union[str, "os.PathLike[str]"], frame: Optional[str] = None) -> Trials:
    """Trials of a file. The frame is found from the coordinates unless it is given."""
    code = -1 if frame is None else _frame_code(frame)
    return Trials._of(Trials._made("saccade_trials_read", encoded(file), code))


def from_pandas(
    table: Any, frame: Optional[str] = None, columns: Optional[Mapping[str, str]] = None
) -> Trials:
    """Trials of a data frame with one fixation a row, in temporal order.

    Needed: x, y, name (the picture) and task. A trial is what shares name, task, subject and trial,
    where these are there. Understood besides: duration (ms), present, correct, split, box_x, box_y,
    box_width, box_height. `columns` says how they are called in the table: {"x": "gaze_x"}. A column
    "location" with pairs, as pymovements has it, stands for x and y. Without `frame` that of
    `.attrs`, or "image".
    """
    named = {name: name for name in _COLUMNS}
    named.update(columns or {})
    table = table.to_pandas() if hasattr(table, "to_pandas") else table
    if "location" in table.columns and named["x"] not in table.columns:
        places = np.array([list(pair) for pair in table["location"]], dtype=float).reshape(-1, 2)
        table = table.assign(**{named["x"]: places[:, 0], named["y"]: places[:, 1]})
    for name in ("x", "y", "name", "task"):
        if named[name] not in table.columns:
            raise InputError(
                f'the table has no column "{named[name]}"; its columns are '
                f'{", ".join(map(str, table.columns))}; say columns={{"{name}": ...}}'
            )
    keys = [
        named[key] for key in ("name", "task", "subject", "trial") if named[key] in table.columns
    ]
    trials = []
    for _, group in table.groupby(keys, sort=False, dropna=False):
        first = group.iloc[0]

        def get(name: str, default: Any) -> Any:
            return first[named[name]] if named[name] in table.columns else default

        path = np.zeros((len(group), 3))
        for place, name in enumerate(("x", "y", "duration")):
            if named[name] in table.columns:
                path[:, place] = group[named[name]]
        box = tuple(float(get(name, np.nan)) for name in _COLUMNS[-4:])
        trials.append(
            Trial(
                name=str(get("name", "")),
                task=str(get("task", "")),
                path=path,
                subject=int(get("subject", 1)),
                present=bool(get("present", True)),
                correct=bool(get("correct", True)),
                box=None if any(np.isnan(box)) else (box[0], box[1], box[2], box[3]),
                split=str(get("split", "")),
            )
        )
    return Trials(trials, frame or table.attrs.get("frame", "image"))
