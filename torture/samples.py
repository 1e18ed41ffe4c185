"""The files that are damaged and read: made by saccade itself, samples of the repository, or made here
what it only reads."""

import gzip
import json
import os
import random
import re
import shutil
import struct
import sys
import zipfile

import case
from table import SAMPLES

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def coco(folder):
    """Instances of pictures with one target each."""
    rng = random.Random(1)
    categories = [{"id": i, "name": n, "supercategory": "indoor"} for i, n in ((44, "bottle"), (47, "cup"), (78, "microwave"), (85, "clock"))]
    images = [{"id": i, "file_name": f"{i:012}.jpg", "width": 640, "height": 480} for i in range(1, 30)]
    annotations = [{"id": i, "image_id": i, "category_id": rng.choice(categories)["id"], "iscrowd": 0,
                    "bbox": [rng.randrange(400), rng.randrange(300), 90 + rng.randrange(60), 80], "area": 7200}
                   for i in range(1, 30)]
    return json.dumps({"images": images, "annotations": annotations, "categories": categories})


def detections(folder):
    rng = random.Random(2)
    return json.dumps([{"image_id": 1 + i // 3, "file_name": f"{1 + i // 3:012}.jpg", "category_id": 47, "score": .5,
                        "bbox": [rng.randrange(200), rng.randrange(200), 50, 60]} for i in range(30)])


def config(folder):
    return json.dumps({"seed": 7, "threads": 1, "bootstrap": 5, "model": ["human"],
                       "evaluate": {"tasks": True, "samples": 2}, "report": {"examples": 1}})


def names(folder):
    return "".join(f"{i:012}.jpg\n" for i in range(1, 30))


def saliency(folder):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (29, 20, 32), }"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + b"\0\0\0\x3f" * 640 * 29


def dcbs(folder):
    """The authors' beliefs of one picture: tensors of 134 x 20 x 32 as torch.save writes them."""
    def text(word):
        return b"X" + struct.pack("<I", len(word)) + word.encode()

    def numbers(*values):
        return b"(" + b"".join(b"J" + struct.pack("<i", value) for value in values) + b"t"
    count = 134 * 640
    pickle = (b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + b"ctorch\nFloatStorage\n" + text("0")
              + text("cpu") + b"J" + struct.pack("<i", count) + b"tQK\0" + numbers(134, 20, 32) + numbers(640, 32, 1)
              + b"\x89ccollections\nOrderedDict\n)RtR.")
    for view in ("HR", "LR"):
        place = os.path.join(folder, "dcbs", view, "cup")
        os.makedirs(place)
        with zipfile.ZipFile(os.path.join(place, "a.pth.tar"), "w") as archive:
            for name, data in (("data.pkl", pickle), ("data/0", struct.pack("<f", .5) * count), ("version", b"3\n")):
                archive.writestr("archive/" + name, data)


def packed(folder):
    with open(os.path.join(SOURCE, "samples/formats/laboratory.csv"), "rb") as table:
        return gzip.compress(table.read(), mtime=0)


def notes(folder):
    return "# Limits\n\nTried on four pictures.\n"


def make(program, folder):
    places = {sample.name: os.path.join(folder, sample.path) for sample in SAMPLES}
    for sample in SAMPLES:
        if not sample.make or os.path.exists(places[sample.name]):
            continue
        os.makedirs(folder, exist_ok=True)
        if sample.make.startswith("="):
            source = os.path.join(SOURCE, sample.make[1:])
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, places[sample.name])
            continue
        if sample.make.startswith("@"):
            data = globals()[sample.make[1:]](folder)
            if data is None:
                continue
            with open(places[sample.name], "wb") as file:
                file.write(data if isinstance(data, bytes) else data.encode())
            continue
        words = [re.sub(r"\{(\w+)\}", lambda m: places[m[1]], word) for word in sample.make.split()]
        outcome = case.run(program, words, folder)
        if outcome.code != 0:
            sys.exit(f"torture: the sample {sample.name} cannot be made: {outcome.err.decode()}")
