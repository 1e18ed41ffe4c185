import dataclasses

import numpy as np
import pytest

import saccade

PATH = np.array([[256.0, 160.0, 210.5], [300.25, 80.0, 180.0]])


def trials():
    return saccade.Trials(
        [
            saccade.Trial("a.jpg", "cup", PATH, subject=2, box=(290, 70, 40, 30), split="valid"),
            saccade.Trial(
                "b.jpg", "stop sign", PATH[:1], "VP03", "morning", "absent", correct=False, reaction=900.0
            ),
            saccade.Trial("c.jpg", "", PATH, subject=None, condition="free", correct=None),
        ]
    )


def same(a, b):
    return np.array_equal(a.path, b.path) and all(
        getattr(a, field.name) == getattr(b, field.name)
        for field in dataclasses.fields(saccade.Trial)
        if field.name != "path"
    )


def test_a_file_gives_back_what_was_written(tmp_path):
    trials().write(tmp_path / "t.json")
    back = saccade.read(tmp_path / "t.json", frame="image")
    assert back.frame == "image" and len(back) == 3 and "image" in back.understood
    assert all(same(a, b) for a, b in zip(trials(), back))
    display = back.to_frame("display")
    assert display[0].path[0, 0] == 256 * 1680 / 512
    assert [trial.name for trial in back[::-1]] == ["c.jpg", "b.jpg", "a.jpg"]
    with pytest.raises(IndexError):
        back[3]


def test_a_data_frame_gives_back_what_it_was_made_of():
    pytest.importorskip("pandas")
    table = trials().to_pandas()
    assert list(table["x"]) == [256, 300.25, 256, 256, 300.25] and table.attrs["frame"] == "image"
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


GAZE = """VP;Bild;Ziel;px;py;Dauer
eva;k.png;mug;960;540;210
eva;k.png;mug;300;200;180
jo;k.png;mug;960;540;250
"""
COLUMNS = {"subject": "VP", "image": "Bild", "task": "Ziel", "x": "px", "y": "py", "duration": "Dauer"}


def test_an_eye_trackers_table_is_read_with_its_screen_and_names(tmp_path):
    (tmp_path / "gaze.csv").write_text(GAZE)
    # A screen that nobody names is guessed, and that is said.
    guessed = saccade.read(tmp_path / "gaze.csv", columns=COLUMNS)
    assert guessed[0].screen == (1024, 768) and "GUESSED" in guessed.understood
    read = saccade.read(tmp_path / "gaze.csv", columns=COLUMNS, screen=(1920, 1080), time="ms")
    assert read.frame == "screen" and [trial.subject for trial in read] == ["eva", "jo"]
    assert read[0].screen == (1920, 1080) and read[0].path.tolist()[1] == [300, 200, 180]
    assert "csv" in read.understood
    # 1920x1080 is fitted into 512x320: 512x288, 16 px below the top.
    assert read.to_frame("image")[0].path[1, :2] == pytest.approx([80, 200 * 512 / 1920 + 16])
    read.write(tmp_path / "again.tsv", format="tsv")
    assert all(same(a, b) for a, b in zip(read, saccade.read(tmp_path / "again.tsv")))
    read.write(tmp_path / "again.json")
    assert all(same(a, b) for a, b in zip(read, saccade.read(tmp_path / "again.json")))


def test_a_folder_is_read_whole_and_what_is_left_out_is_said(tmp_path):
    (tmp_path / "one.csv").write_text(GAZE)
    (tmp_path / "two.csv").write_text(GAZE.replace("eva", "ada").replace("jo;k.png;mug;960", "jo;k.png;mug;"))
    with pytest.warns(saccade.SaccadeWarning, match="left out"):
        read = saccade.read(tmp_path, columns=COLUMNS, screen=(1920, 1080), time="ms", lenient=True)
    assert {trial.subject for trial in read} == {"eva", "jo", "ada"}


def test_a_data_frame_of_a_screen_keeps_it(tmp_path):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(
        {"x": [960.0, 300.0], "y": [540.0, 200.0], "name": "k.png", "task": "mug", "subject": "eva"}
    )
    made = saccade.from_pandas(table, screen=(1920, 1080))
    assert made.frame == "screen" and made[0].screen == (1920, 1080) and made[0].subject == "eva"
    again = saccade.from_pandas(made.to_pandas())
    assert same(made[0], again[0])


def test_pymovements_events_are_understood():
    pymovements = pytest.importorskip("pymovements", reason="pip install pymovements")
    polars = pytest.importorskip("polars")
    events = pymovements.Events(
        data=polars.DataFrame(
            {
                "name": ["fixation"] * 3, "onset": [0, 250, 600], "offset": [210, 570, 800],
                "location": [[960.0, 540.0], [300.0, 200.0], [310.0, 220.0]],
                "stimulus": ["k.png"] * 3, "task": ["mug"] * 3, "subject": ["eva"] * 3,
            }
        ),
    )
    made = saccade.from_pandas(
        events.frame, columns={"name": "stimulus"}, screen=(1920, 1080)
    )
    assert made[0].path.tolist() == [[960, 540, 210], [300, 200, 320], [310, 220, 200]]


def test_a_broken_trial_is_refused():
    with pytest.raises(saccade.InputError, match="condition"):
        saccade.Trials([saccade.Trial("a.jpg", "cup", PATH, condition="maybe")])
    with pytest.raises(saccade.InputError, match="screen"):
        saccade.Trials([saccade.Trial("a.jpg", "cup", PATH)], frame="screen")
    with pytest.raises(saccade.InputError, match="no fixations"):
        saccade.Trials([saccade.Trial("a.jpg", "cup", np.empty((0, 3)))])
