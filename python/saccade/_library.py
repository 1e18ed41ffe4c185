"""libsaccade.so.0 and its functions, as ctypes has them. saccade.h says what each does."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Union

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

CHANNELS, ROWS, COLUMNS = 134, 20, 32
FRAMES: Dict[str, int] = {"display": 0, "image": 1, "picture": 2, "screen": 3}
_API_VERSION = 2
_WRONG_INPUT, _INTERRUPTED = 2, 130


class InputError(ValueError):
    """A file, a value or a call that is wrong; the message is the command line's."""


class Interrupted(RuntimeError):
    """A progress function answered False."""


class SaccadeWarning(UserWarning):
    """What a call left out or found odd."""


class PathStruct(ctypes.Structure):
    _fields_ = [
        ("x", ctypes.c_void_p),
        ("y", ctypes.c_void_p),
        ("t", ctypes.c_void_p),
        ("count", ctypes.c_size_t),
        ("stride", ctypes.c_size_t),
    ]


class TrialStruct(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("task", ctypes.c_char_p),
        ("subject", ctypes.c_char_p),
        ("session", ctypes.c_char_p),
        ("split", ctypes.c_char_p),
        ("condition", ctypes.c_int),
        ("correct", ctypes.c_int),
        ("found_at", ctypes.c_int),
        ("has_box", ctypes.c_int),
        ("box", ctypes.c_double * 4),
        ("reaction_ms", ctypes.c_double),
        ("screen", ctypes.c_double * 2),
        ("has_picture", ctypes.c_int),
        ("picture", ctypes.c_double * 4),
        ("path", PathStruct),
    ]


class PixelsStruct(ctypes.Structure):
    _fields_ = [
        ("rgb", ctypes.c_void_p),
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("stride", ctypes.c_size_t),
    ]


_ProgressFunction = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_void_p
)

_P = ctypes.c_void_p
_S = ctypes.c_char_p
_OUT = ctypes.POINTER(ctypes.c_void_p)
_PROGRESS = [_ProgressFunction, ctypes.c_void_p]

_PATHS = [ctypes.POINTER(PathStruct), ctypes.c_size_t]
_TWO_LISTS = [*_PATHS, *_PATHS]
_SCREEN = [ctypes.c_double, ctypes.c_double]

# Arguments of the functions that give a code.
_SIGNATURES: Mapping[str, List[Any]] = {
    "saccade_set_threads": [ctypes.c_int],
    "saccade_trials_read": [ctypes.POINTER(_S), ctypes.c_size_t, _S, _OUT],
    "saccade_trials_create": [ctypes.c_int, _OUT],
    "saccade_trials_add": [_P, ctypes.POINTER(TrialStruct)],
    "saccade_trials_get": [_P, ctypes.c_size_t, ctypes.POINTER(TrialStruct)],
    "saccade_trials_convert": [_P, ctypes.c_int, _OUT],
    "saccade_trials_write": [_P, _S, _S],
    "saccade_multimatch_matrix": [*_TWO_LISTS, *_SCREEN, _S, *_PROGRESS, _P],
    "saccade_score_matrix": [_S, *_TWO_LISTS, *_SCREEN, _S, *_PROGRESS, _P],
    "saccade_compare": [_P, _P, _S, *_PROGRESS, _OUT],
    "saccade_clusters": [
        ctypes.POINTER(PathStruct),
        ctypes.c_size_t,
        ctypes.c_double,
        _P,
        _P,
        ctypes.POINTER(ctypes.c_size_t),
    ],
    "saccade_evaluate": [
        _P,
        ctypes.POINTER(_S),
        ctypes.POINTER(_P),
        ctypes.c_size_t,
        _S,
        *_PROGRESS,
        _OUT,
    ],
    "saccade_beliefs_build": [_S, _S, *_PROGRESS],
    "saccade_beliefs_open": [_S, _OUT],
    "saccade_parser_open": [_S, _OUT],
    "saccade_picture_parse": [_P, _S, ctypes.POINTER(PixelsStruct), ctypes.c_double, _OUT],
    "saccade_picture_stored": [_P, _S, _OUT],
    "saccade_picture_create": [_S, _P, _P, _OUT],
    "saccade_picture_maps": [_P, ctypes.c_int, _P],
    "saccade_model_open": [_S, _OUT],
    "saccade_model_card": [_P, _OUT],
    "saccade_model_without": [_P, ctypes.POINTER(_S), ctypes.c_size_t, _OUT],
    "saccade_model_search": [
        _P,
        _P,
        ctypes.POINTER(_S),
        ctypes.c_size_t,
        _S,
        *_PROGRESS,
        _OUT,
        _OUT,
    ],
    "saccade_model_predict": [_P, _P, _P, _S, *_PROGRESS, _OUT],
    "saccade_model_map": [_P, _P, _S, ctypes.POINTER(PathStruct), ctypes.c_int, _P],
    "saccade_model_state": [_P, _P, _S, ctypes.POINTER(PathStruct), _P],
    "saccade_draw": [
        ctypes.POINTER(PixelsStruct),
        ctypes.POINTER(PathStruct),
        ctypes.c_size_t,
        _P,
        _S,
    ],
}


def _open() -> ctypes.CDLL:
    places = [os.environ.get("SACCADE_LIBRARY", "")]
    places.append(str(Path(__file__).parent / "lib" / "libsaccade.so.0"))
    for place in places:
        if place and Path(place).exists():
            return ctypes.CDLL(place)
    try:
        return ctypes.CDLL("libsaccade.so.0")
    except OSError as error:
        raise ImportError(
            f"libsaccade.so.0 is neither {places[1]} nor where the system looks ({error}); "
            "install libsaccade0, or name the library in SACCADE_LIBRARY"
        ) from None


def _prepare(library: ctypes.CDLL) -> ctypes.CDLL:
    library.saccade_api_version.restype = ctypes.c_int
    version = library.saccade_api_version()
    if version < _API_VERSION:
        raise ImportError(
            f"libsaccade has API version {version}; this package wants {_API_VERSION}: "
            "install both from the same release"
        )
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, name)
        function.argtypes = arguments
        function.restype = ctypes.c_int
    for name in ("saccade_version", "saccade_error", "saccade_warnings"):
        getattr(library, name).restype = ctypes.c_char_p
    for name in ("saccade_trials_count", "saccade_beliefs_count"):
        getattr(library, name).argtypes = [_P]
        getattr(library, name).restype = ctypes.c_size_t
    library.saccade_trials_frame.argtypes = [_P]
    library.saccade_trials_understood.argtypes = [_P]
    library.saccade_trials_understood.restype = ctypes.c_char_p
    library.saccade_beliefs_name.argtypes = [_P, ctypes.c_size_t]
    library.saccade_beliefs_name.restype = ctypes.c_char_p
    int_pointer = ctypes.POINTER(ctypes.c_int)
    library.saccade_picture_size.argtypes = [_P, int_pointer, int_pointer]
    library.saccade_picture_size.restype = None
    for kind in ("trials", "beliefs", "parser", "picture", "model", "text"):
        function = getattr(library, f"saccade_{kind}_free")
        function.argtypes = [_P]
        function.restype = None
    return library


library = _prepare(_open())


def call(name: str, *arguments: Any) -> None:
    """Calls a function that gives a code; raises what it says went wrong."""
    code = getattr(library, name)(*arguments)
    message = library.saccade_error().decode("utf-8", "replace")
    if code == _WRONG_INPUT:
        raise InputError(message)
    if code == _INTERRUPTED:
        raise Interrupted(message)
    if code != 0:
        raise RuntimeError(message)
    for line in library.saccade_warnings().decode("utf-8", "replace").splitlines():
        warnings.warn(line, SaccadeWarning, stacklevel=4)


class Handle:
    """Something of the library's, freed with the object."""

    _kind = ""

    def __init__(self, address: Optional[int]) -> None:
        self._address = address

    @classmethod
    def _made(cls, function: str, *arguments: Any) -> int:
        out = ctypes.c_void_p()
        call(function, *arguments, ctypes.byref(out))
        assert out.value is not None
        return out.value

    def __del__(self) -> None:
        address = getattr(self, "_address", None)
        if address:
            getattr(library, f"saccade_{self._kind}_free")(address)
            self._address = None


def text_of(function: str, *arguments: Any) -> str:
    """The text that a function gives."""
    out = ctypes.c_void_p()
    call(function, *arguments, ctypes.byref(out))
    return taken_text(out)


def taken_text(out: ctypes.c_void_p) -> str:
    """A text of the library's, which is freed."""
    try:
        value = ctypes.cast(out, ctypes.c_char_p).value
        return (value or b"").decode("utf-8")
    finally:
        library.saccade_text_free(out)


def options_text(**options: Any) -> bytes:
    """Options as the library reads them; those that are None are left to it."""
    given = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
    return json.dumps(given).encode("utf-8")


def encoded(text: Union[str, "os.PathLike[str]"]) -> bytes:
    return os.fsencode(text)


def strings(words: Iterable[Union[str, "os.PathLike[str]"]]) -> Any:
    """An array of texts; file names as the system has them."""
    texts = [os.fsencode(word) for word in words]
    return (ctypes.c_char_p * max(1, len(texts)))(*texts)


def path_array(path: npt.ArrayLike) -> FloatArray:
    """(n, 3): x, y in pixels, duration in milliseconds. Without durations (n, 2) they are 0."""
    array = np.asarray(path, dtype=np.float64)
    if array.size == 0:
        return np.empty((0, 3))
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise InputError(
            f"a scanpath is an array of shape (n, 3), x, y and duration in ms, not {array.shape}"
        )
    return np.ascontiguousarray(array)


def path_struct(array: FloatArray) -> PathStruct:
    """A view: `array` must live as long."""
    start = array.ctypes.data
    return PathStruct(
        start,
        start + 8,
        start + 16 if array.shape[1] == 3 else None,
        len(array),
        8 * array.shape[1],
    )


def path_structs(arrays: List[FloatArray]) -> Any:
    return (PathStruct * max(1, len(arrays)))(*[path_struct(array) for array in arrays])


def path_from(struct: PathStruct) -> FloatArray:
    """A copy of what the library keeps."""
    count = struct.count
    out = np.empty((count, 3))
    for column, address in enumerate((struct.x, struct.y, struct.t)):
        if count == 0 or not address:
            out[:, column] = 0
            continue
        values: Any = np.ctypeslib.as_array(
            (ctypes.c_char * ((count - 1) * struct.stride + 8)).from_address(address)
        )
        out[:, column] = np.ndarray(
            (count,), np.float64, buffer=values, strides=(struct.stride,)
        )
    return out


ProgressCallback = Callable[[str, int, int], Optional[bool]]
Progress = Union[None, bool, ProgressCallback]


class _Bar:
    """A bar on a terminal or in a notebook: tqdm's where it is installed, else a plain line."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._title = ""

    def __call__(self, title: str, done: int, total: int) -> None:
        if self._bar is None or title != self._title:
            self.close()
            self._title = title
            try:
                from tqdm.auto import tqdm
            except ImportError:
                self._bar = False
            else:
                self._bar = tqdm(total=total, desc=title, leave=False)
        if self._bar:
            self._bar.update(done - self._bar.n)
        else:
            print(f"\r{title}: {done}/{total}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if self._bar:
            self._bar.close()
        elif self._bar is False:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
        self._bar = None


def _shows_progress() -> bool:
    return "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


class Listening:
    """`with Listening(progress) as arguments:` the two arguments of a call that can be watched.
    What the callback raises (a KeyboardInterrupt, say) stops the call and is raised again."""

    def __init__(self, progress: Progress) -> None:
        self._error: Optional[BaseException] = None
        self._bar: Optional[_Bar] = None
        told: Optional[ProgressCallback] = None
        if callable(progress):
            told = progress
        elif progress is True or (progress is None and _shows_progress()):
            self._bar = _Bar()
            told = self._bar

        def hear(title: bytes, done: int, total: int, _data: Any) -> int:
            try:
                return int(told is not None and told(title.decode(), done, total) is False)
            except BaseException as error:
                self._error = error
                return 1

        # Also when nobody is told: here Python sees Ctrl-C.
        self._function = _ProgressFunction(hear)

    def __enter__(self) -> List[Any]:
        return [self._function, None]

    def __exit__(self, *_: Any) -> None:
        if self._bar:
            self._bar.close()
        if self._error is not None:
            raise self._error


def set_threads(threads: int = 0) -> None:
    """How many threads every call uses; 0: one a core. Results do not depend on it."""
    call("saccade_set_threads", threads)
