"""What models search: photos, stored pictures, maps; and drawing on them."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
import numpy.typing as npt

from ._library import (
    CHANNELS,
    COLUMNS,
    ROWS,
    Handle,
    InputError,
    Listening,
    PixelsStruct,
    Progress,
    call,
    encoded,
    library,
    options_text,
    path_array,
    path_structs,
)

Maps = npt.NDArray[np.float32]
Image = npt.NDArray[np.uint8]


class Parser(Handle):
    """Sees objects in pictures: `Parser("yolo11n-seg.onnx")`. Without files it takes the segmentations
    that lie beside a photo, else what `make models` installed. `input_size`: the longer edge, for
    models of free size."""

    _kind = "parser"

    def __init__(
        self, *files: Union[str, "os.PathLike[str]"], input_size: Optional[int] = None
    ) -> None:
        options = options_text(
            files=[os.fspath(file) for file in files] or None, input_size=input_size
        )
        super().__init__(self._made("saccade_parser_open", options))


_default_parser: List[Parser] = []


def _parser(parser: Optional[Parser]) -> Parser:
    if parser is not None:
        return parser
    if not _default_parser:
        _default_parser.append(Parser())
    return _default_parser[0]


def _rgb(image: Any) -> Image:
    """A PIL image or an array (height, width[, 3 or 4]) as 8-bit RGB."""
    if hasattr(image, "convert"):
        image = image.convert("RGB")
    array = np.asarray(image)
    if array.ndim == 2:
        array = np.repeat(array[:, :, np.newaxis], 3, axis=2)
    if array.ndim != 3 or array.shape[2] not in (3, 4):
        raise InputError(
            f"a picture is an array of shape (height, width, 3), not {array.shape}"
        )
    if array.dtype != np.uint8:
        raise InputError(f"a picture has 8-bit values (uint8), not {array.dtype}; scale to 0..255")
    return np.ascontiguousarray(array[:, :, :3])


def _pixels(image: Image) -> PixelsStruct:
    return PixelsStruct(image.ctypes.data, image.shape[1], image.shape[0], 3 * image.shape[1])


class Picture(Handle):
    """What a model searches: a parsed photo, a picture of a belief store, or maps of one's own.

    >>> picture = Picture("kitchen.jpg")          # doctest: +SKIP
    """

    _kind = "picture"

    def __init__(
        self, photo: Any, *, parser: Optional[Parser] = None, blur: Optional[float] = None
    ) -> None:
        """`photo`: a path, a PIL image or an array (height, width, 3) of uint8. `blur`: sigma in
        pixels at 512x320 of what is seen outside the fovea; 2 by default."""
        sigma = -1.0 if blur is None else float(blur)
        self.image: Optional[Image] = None
        address = _parser(parser)._address
        if isinstance(photo, (str, os.PathLike)):
            made = self._made("saccade_picture_parse", address, encoded(photo), None, sigma)
            self._file: Optional[str] = os.fspath(photo)
        else:
            self.image = _rgb(photo)
            self._file = None
            made = self._made(
                "saccade_picture_parse", address, None, ctypes.byref(_pixels(self.image)), sigma
            )
        super().__init__(made)

    @classmethod
    def _of(cls, address: int) -> "Picture":
        made = cls.__new__(cls)
        made.image = None
        made._file = None
        Handle.__init__(made, address)
        return made

    @classmethod
    def from_maps(cls, sharp: npt.ArrayLike, blurred: npt.ArrayLike, name: str = "maps") -> "Picture":
        """Belief maps (134, 20, 32) of values from 0 to 1, in and outside the fovea."""
        arrays = [np.ascontiguousarray(maps, np.float32) for maps in (sharp, blurred)]
        for array in arrays:
            if array.shape != (CHANNELS, ROWS, COLUMNS):
                raise InputError(
                    f"belief maps are of shape ({CHANNELS}, {ROWS}, {COLUMNS}), not {array.shape}"
                )
        return cls._of(
            cls._made(
                "saccade_picture_create",
                name.encode("utf-8"),
                arrays[0].ctypes.data,
                arrays[1].ctypes.data,
            )
        )

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height in pixels: the frame of scanpaths in it."""
        width, height = ctypes.c_int(), ctypes.c_int()
        library.saccade_picture_size(self._address, ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    def maps(self, blurred: bool = False) -> Maps:
        """What is believed where: (134, 20, 32), in the fovea or (`blurred`) outside."""
        out = np.empty((CHANNELS, ROWS, COLUMNS), np.float32)
        call("saccade_picture_maps", self._address, blurred, out.ctypes.data)
        return out

    def pixels(self) -> Image:
        """The photo as an array (height, width, 3); grey for a picture without one."""
        if self.image is None and self._file is not None:
            from PIL import Image as pil
            from PIL import ImageOps

            with pil.open(self._file) as opened:
                self.image = _rgb(ImageOps.exif_transpose(opened))
        if self.image is not None:
            return self.image
        width, height = self.size
        return np.full((height, width, 3), 128, np.uint8)


class Beliefs(Handle, Mapping[str, Picture]):
    """A belief store: `Beliefs("pictures.beliefs")["kitchen.jpg"]` is a `Picture`."""

    _kind = "beliefs"

    def __init__(self, file: Union[str, "os.PathLike[str]"]) -> None:
        super().__init__(self._made("saccade_beliefs_open", encoded(file)))

    def __len__(self) -> int:
        return int(library.saccade_beliefs_count(self._address))

    def __iter__(self) -> Iterator[str]:
        for i in range(len(self)):
            yield library.saccade_beliefs_name(self._address, i).decode("utf-8")

    def __getitem__(self, name: str) -> Picture:
        try:
            return Picture._of(
                Picture._made("saccade_picture_stored", self._address, name.encode("utf-8"))
            )
        except InputError as error:
            raise KeyError(str(error)) from None


def build_beliefs(
    file: Union[str, "os.PathLike[str]"],
    *,
    sharp: Optional[str] = None,
    blurred: Optional[str] = None,
    boxes: Optional[str] = None,
    detections: Optional[str] = None,
    dcbs: Optional[str] = None,
    images: Optional[str] = None,
    parser: Sequence[str] = (),
    blur: Optional[float] = None,
    rule: Optional[str] = None,
    things_only: bool = False,
    saliency: Optional[str] = None,
    saliency_names: Optional[str] = None,
    progress: Progress = None,
) -> Beliefs:
    """Writes a belief store and opens it: from COCO panoptic files (`sharp` and `blurred`), COCO
    instances (`boxes`, or with `detections`), the authors' folder (`dcbs`) or a folder of photos
    (`images`), as `saccade beliefs build`."""
    options = options_text(
        sharp=sharp,
        blurred=blurred,
        boxes=boxes,
        detections=detections,
        dcbs=dcbs,
        images=images,
        parser=list(parser) or None,
        blur=blur,
        rule=rule,
        things_only=things_only,
        saliency=saliency,
        saliency_names=saliency_names,
    )
    with Listening(progress) as listening:
        call("saccade_beliefs_build", options, encoded(file), *listening)
    return Beliefs(file)


def draw(
    image: Any,
    paths: Sequence[npt.ArrayLike],
    *,
    target: Optional[Tuple[float, float, float, float]] = None,
    numbers: bool = True,
    size: float = 1.0,
) -> Image:
    """A copy of a picture with scanpaths in its pixels drawn on it; `target`: left, top, width,
    height of a box; `size`: factor on discs, lines and letters."""
    pixels: Image = _rgb(image).copy()
    arrays = [path_array(path) for path in paths]
    box = None if target is None else (ctypes.c_double * 4)(*target)
    call(
        "saccade_draw",
        ctypes.byref(_pixels(pixels)),
        path_structs(arrays),
        len(arrays),
        box,
        options_text(numbers=numbers, size=size),
    )
    return pixels
