import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Where the shared data set lies; what needs it is skipped elsewhere.
DATA = Path(os.environ.get("SACCADE_DATA", ROOT.parent / "shared" / "data"))


@pytest.fixture
def data():
    def find(name):
        if not (DATA / name).exists():
            pytest.skip(f"needs {DATA / name} (set SACCADE_DATA to the folder of the shared data)")
        return str(DATA / name)

    return find


@pytest.fixture
def program():
    path = os.environ.get("SACCADE_PROGRAM", str(ROOT / "build" / "saccade"))
    if not Path(path).exists():
        pytest.skip(f"needs the program, {path} (SACCADE_PROGRAM)")
    return path


@pytest.fixture
def model():
    import saccade

    return saccade.SearchModel.load(str(ROOT / "models" / "coco-search18-irl"))
