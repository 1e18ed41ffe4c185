"""Searches as tables and arrays."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
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
    options_text,
    path_array,
    path_from,
    path_struct,
    strings,
)


Box = Tuple[float, float, float, float]
Name = Union[int, str]
_CONDITIONS = ("absent", "present", "free")


@dataclass
class Trial:
    """One search for one target in one picture.

    `path` is an array (n, 3): x and y in pixels of the trials' frame, durations in milliseconds;
    the start is its first row. `subject` and `session` are numbers or names, None where nobody knows.
    `condition`: was the target "present" or "absent", or nothing searched ("free"). `correct` is None
    where the answer is not known. `box` is the target: left, top, width, height. `found_at` is the
    row at which a prediction shows the target, None when it does not. `reaction` is in milliseconds.
    In the frame "screen" `screen` is its width and height, `picture` where on it the picture was
    (left, top, width, height; None: all of it).
    """

    name: str
    task: str
    path: FloatArray
    subject: Optional[Name] = 1
    session: Optional[Name] = None
    condition: str = "present"
    correct: Optional[bool] = True
    box: Optional[Box] = None
    split: str = ""
    found_at: Optional[int] = None
    reaction: Optional[float] = None
    screen: Optional[Tuple[float, float]] = None
    picture: Optional[Box] = None


def _text(name: Optional[Name]) -> bytes:
    return b"" if name is None else str(name).encode("utf-8")


def _name(text: bytes) -> Optional[Name]:
    """As files have it: whole numbers are numbers, "03" is a name."""
    decoded = text.decode("utf-8")
    if not decoded:
        return None
    return int(decoded) if decoded.isascii() and _is_number(decoded) else decoded


def _is_number(text: str) -> bool:
    digits = text[1:] if text.startswith("-") else text
    return digits.isdigit() and str(int(text)) == text


def _box(given: int, values: Any) -> Optional[Box]:
    return (values[0], values[1], values[2], values[3]) if given else None


class Trials(Handle, Sequence[Trial]):
    """Searches of people or models: a sequence of `Trial`, read from a file or made of arrays.

    `frame` is "display" (1680x1050, as COCO-Search18 was recorded), "image" (512x320, in which scores
    are taken), "screen" (any other; each trial says which) or "picture" (each picture's own pixels).
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
        if trial.condition not in _CONDITIONS:
            raise InputError(f'condition "{trial.condition}" is none of {", ".join(_CONDITIONS)}')
        array = path_array(trial.path)
        struct = TrialStruct(
            trial.name.encode("utf-8"),
            trial.task.encode("utf-8"),
            _text(trial.subject),
            _text(trial.session),
            trial.split.encode("utf-8"),
            _CONDITIONS.index(trial.condition),
            -1 if trial.correct is None else trial.correct,
            -1 if trial.found_at is None else trial.found_at,
            trial.box is not None,
            (ctypes.c_double * 4)(*(trial.box or ())),
            trial.reaction or 0,
            (ctypes.c_double * 2)(*(trial.screen or ())),
            trial.picture is not None,
            (ctypes.c_double * 4)(*(trial.picture or ())),
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
            subject=_name(struct.subject),
            session=_name(struct.session),
            condition=_CONDITIONS[struct.condition],
            correct=None if struct.correct < 0 else bool(struct.correct),
            box=_box(struct.has_box, struct.box),
            split=struct.split.decode("utf-8"),
            found_at=None if struct.found_at < 0 else struct.found_at,
            reaction=struct.reaction_ms or None,
            screen=(struct.screen[0], struct.screen[1]) if self.frame == "screen" else None,
            picture=_box(struct.has_picture, struct.picture),
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

    @property
    def understood(self) -> str:
        """What reading the files found out by itself, a line each."""
        text: bytes = library.saccade_trials_understood(self._address)
        return text.decode("utf-8")

    def to_frame(self, frame: str) -> "Trials":
        """The same trials in the "display", the "image" or a "screen" frame, scaled without rounding."""
        return Trials._of(
            self._made("saccade_trials_convert", self._address, _frame_code(frame))
        )

    def write(
        self, file: Union[str, "os.PathLike[str]"], format: Optional[str] = None
    ) -> None:
        """Writes COCO-Search18's JSON, which every command of saccade reads; or the `format` that
        `saccade dataset convert --to` has by that name ("csv", "bids", ...)."""
        chosen = None if format is None else format.encode("utf-8")
        call("saccade_trials_write", self._address, encoded(file), chosen)

    def to_pandas(self) -> Any:
        """A data frame with one fixation a row: name, task, subject, session, trial, fixation (from 0),
        x, y, duration (ms), condition, correct, split, reaction (ms), the target's box, and on a screen
        its size and the picture's place. The frame is in `.attrs`."""
        import pandas as pd

        columns: Dict[str, List[Any]] = {name: [] for name in _COLUMNS}
        for number, trial in enumerate(self):
            count = len(trial.path)
            once: Dict[str, Any] = {name: getattr(trial, name) for name in _ONCE}
            once["trial"] = number
            for group, values in zip(_GROUPS, (trial.box, trial.screen, trial.picture)):
                once.update(zip(group, values or (np.nan,) * len(group)))
            for name, value in once.items():
                columns[name].extend([value] * count)
            columns["fixation"].extend(range(count))
            for place, name in enumerate(("x", "y", "duration")):
                columns[name].extend(trial.path[:, place])
        if self.frame != "screen":
            for name in (*_SCREEN, *_PICTURE):
                del columns[name]
        frame = pd.DataFrame(columns)
        frame.attrs["frame"] = self.frame
        return frame


_BOX = ("box_x", "box_y", "box_width", "box_height")
_SCREEN = ("screen_width", "screen_height")
_PICTURE = ("picture_x", "picture_y", "picture_width", "picture_height")
_GROUPS = (_BOX, _SCREEN, _PICTURE)
_ONCE = ("name", "task", "subject", "session", "condition", "correct", "split", "reaction")
_COLUMNS = (
    *("name", "task", "subject", "session", "trial", "fixation", "x", "y", "duration"),
    *("condition", "correct", "split", "reaction"),
    *(_BOX + _SCREEN + _PICTURE),
)


def _frame_code(frame: str) -> int:
    if frame not in FRAMES:
        raise InputError(f'frame "{frame}" is none of {", ".join(FRAMES)}')
    return FRAMES[frame]


Files = Union[str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]


def read(
    files: Files,
    frame: Optional[str] = None,
    *,
    format: Optional[str] = None,
    columns: Union[None, str, Mapping[str, str]] = None,
    screen: Optional[Tuple[int, int]] = None,
    picture: Optional[str] = None,
    coordinates: Optional[str] = None,
    origin: Optional[str] = None,
    time: Optional[str] = None,
    task: Optional[str] = None,
    condition: Optional[str] = None,
    lenient: bool = False,
) -> Trials:
    """Trials of files, or of folders of them, in any format of `saccade dataset import`.

    One file of COCO-Search18's JSON keeps its frame, which is found unless `frame` gives it; all
    others come in the frame "screen". `format` is found, too. What files of others do not say:
    `columns` ({"x": "FixX", "subject": "VP"}), `screen` (width, height in pixels), `picture`
    ("centered", "1024x768" or "1024x768+128+96"), `coordinates` ("screen" or "picture"), `origin`
    ("top-left", "bottom-left", "center", "center-up"), `time` ("ms", "s", "us", "ns"), `task`,
    `condition`. `lenient` leaves bad trials out, with a warning. `.understood` of the result says
    what was found out.
    """
    paths = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    options = options_text(
        frame=frame,
        format=format,
        columns=_assignments(columns) if isinstance(columns, Mapping) else columns,
        screen=None if screen is None else f"{screen[0]}x{screen[1]}",
        picture=picture,
        coordinates=coordinates,
        origin=origin,
        time=time,
        task=task,
        condition=condition,
        lenient=lenient,
    )
    return Trials._of(Trials._made("saccade_trials_read", strings(paths), len(paths), options))


def _assignments(columns: Mapping[str, str]) -> str:
    return ",".join(f"{role}={column}" for role, column in columns.items())


def from_pandas(
    table: Any,
    frame: Optional[str] = None,
    columns: Optional[Mapping[str, str]] = None,
    *,
    screen: Optional[Tuple[float, float]] = None,
) -> Trials:
    """Trials of a data frame with one fixation a row, in temporal order.

    Needed: x, y, name (the picture) and task. A trial is what shares name, task, subject, session and
    trial, where these are there. Understood besides: all columns of `Trials.to_pandas`. `columns`
    says how they are called in the table: {"x": "gaze_x"}. A column "location" with pairs, as
    pymovements has it, stands for x and y. Without `frame` that of `.attrs`, or "screen" when
    `screen` = (width, height) in pixels is given or a column says it, or "image".
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
        named[key]
        for key in ("name", "task", "subject", "session", "trial")
        if named[key] in table.columns
    ]
    groups = table.groupby(keys, sort=False, dropna=False)
    trials = [_trial_of(group, named, screen) for _, group in groups]
    if frame is None:
        on_screen = any(trial.screen for trial in trials)
        frame = table.attrs.get("frame", "screen" if on_screen else "image")
    return Trials(trials, frame)


def _trial_of(
    group: Any, named: Mapping[str, str], screen: Optional[Tuple[float, float]]
) -> Trial:
    first = group.iloc[0]

    def get(name: str, default: Any) -> Any:
        value = first[named[name]] if named[name] in group.columns else None
        return default if value is None or value != value else value

    def numbers(names: Sequence[str]) -> Any:
        values = tuple(float(get(name, np.nan)) for name in names)
        return None if any(np.isnan(values)) else values

    path = np.zeros((len(group), 3))
    for place, name in enumerate(("x", "y", "duration")):
        if named[name] in group.columns:
            path[:, place] = group[named[name]]
    return Trial(
        name=str(get("name", "")),
        task=str(get("task", "")),
        path=path,
        subject=_plain(get("subject", None if named["subject"] in group.columns else 1)),
        session=_plain(get("session", None)),
        condition=str(get("condition", "present")),
        correct=_answer(get("correct", None if named["correct"] in group.columns else True)),
        box=numbers(_BOX),
        split=str(get("split", "")),
        reaction=get("reaction", None),
        screen=numbers(_SCREEN) or screen,
        picture=numbers(_PICTURE),
    )


def _answer(value: Any) -> Optional[bool]:
    return None if value is None else bool(value)


def _plain(value: Any) -> Optional[Name]:
    """A table's number as a name: 3.0 is 3, as columns with gaps have it."""
    if value is None or isinstance(value, str):
        return value
    return int(value) if float(value).is_integer() else str(value)
