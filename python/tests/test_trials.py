import numpy as np
import pytest

import saccade

PATH = np.array([[256.0, 160.0, 210.5], [300.25, 80.0, 180.0]])


def trials():
    return saccade.Trials(
        [
            saccade.Trial("a.jpg", "cup", PATH, subject=2, box=(290, 70, 40, 30), split="valid"),
            saccade.Trial("b.jpg", "stop sign", PATH[:1], present=False, correct=False),
        ]
    )


def same(a, b):
    return (
        (a.name, a.task, a.subject, a.present, a.correct, a.box, a.split)
        == (b.name, b.task, b.subject, b.present, b.correct, b.box, b.split)
    ) and np.array_equal(a.path, b.path)


def test_a_file_gives_back_what_was_written(tmp_path):
    trials().write(tmp_path / "t.json")
    back = saccade.read(tmp_path / "t.json", frame="image")
    assert back.frame == "image" and len(back) == 2
    assert all(same(a, b) for a, b in zip(trials(), back))
    display = back.to_frame("display")
    assert display[0].path[0, 0] == 256 * 1680 / 512
    assert [trial.name for trial in back[::-1]] == ["b.jpg", "a.jpg"]
    with pytest.raises(IndexError):
        back[2]


def test_a_data_frame_gives_back_what_it_was_made_of():
    pytest.importorskip("pandas")
    table = trials().to_pandas()
    assert list(table["x"]) == [256, 300.25, 256] and table.attrs["frame"] == "image"
    back = saccade.from_pandas(table)
    assert all(same(a, b) for a, b in zip(trials(), back))


def test_columns_may_be_called_otherwise_and_pymovements_pairs_are_understood():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(
        {"gx": [1, 2], "gy": [3, 4], "image": ["a.jpg"] * 2, "task": ["cup"] * 2}
    )
    with pytest.raises(saccade.InputError, match="columns="):
        saccade.from_pandas(table)
    names = {"x": "gx", "y": "gy", "name": "image"}
    assert saccade.from_pandas(table, columns=names)[0].path.tolist() == [[1, 3, 0], [2, 4, 0]]
    pairs = pandas.DataFrame(
        {"location": [[1, 3], [2, 4]], "duration": [5, 6], "name": "a.jpg", "task": "cup"}
    )
    assert saccade.from_pandas(pairs)[0].path.tolist() == [[1, 3, 5], [2, 4, 6]]


def test_a_broken_trial_is_refused():
    with pytest.raises(saccade.InputError, match="no fixations"):
        saccade.Trials([saccade.Trial("a.jpg", "cup", np.empty((0, 3)))])
