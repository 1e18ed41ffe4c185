import os
import subprocess
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


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """A belief store of embedded pictures, the (picture, task) pairs searched in it, a model."""
    import saccade

    program = os.environ.get("SACCADE_PROGRAM", str(ROOT / "build" / "saccade"))
    if not Path(program).exists():
        pytest.skip(f"needs the program, {program} (SACCADE_PROGRAM)")
    folder = tmp_path_factory.mktemp("store")
    data = folder / "data"
    subprocess.run(
        [program, "--quiet", "dataset", "synthesize", "--pictures", "3", "--out", str(data)],
        check=True,
    )
    saccade.build_beliefs(
        folder / "s.beliefs",
        sharp=str(data / "panoptic_sharp.json"),
        blurred=str(data / "panoptic_blurred.json"),
        progress=False,
    )
    trials = saccade.read(data / "fixations_train.json")
    pairs = sorted({(trial.name, trial.task) for trial in trials})
    return str(folder / "s.beliefs"), pairs, str(ROOT / "models" / "coco-search18-irl")


@pytest.fixture(scope="session")
def worker_path():
    """Processes that are started from now on find these tests and the package."""
    before = os.environ.get("PYTHONPATH", "")
    here = Path(__file__).resolve().parent
    os.environ["PYTHONPATH"] = os.pathsep.join([str(here), str(here.parent), before])
    yield
    os.environ["PYTHONPATH"] = before
