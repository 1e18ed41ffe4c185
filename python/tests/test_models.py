import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import saccade

CUP, WALL = 41, 131


def picture():
    """A cup at cells (20..22, 4..5), a wall elsewhere."""
    maps = np.zeros((134, 20, 32), np.float32)
    maps[WALL] = 1
    maps[WALL, 4:6, 20:23] = 0
    maps[CUP, 4:6, 20:23] = 0.5
    return saccade.Picture.from_maps(maps, maps)


def test_scanpaths_start_in_the_centre_and_repeat_with_their_seed(model):
    first = model.search(picture(), "cup", samples=4, seed=3)
    assert [len(path) for path in first.scanpaths] == [7] * 4
    assert all(tuple(path[0, :2]) == (256, 160) for path in first.scanpaths)
    again = model.search(picture(), "cup", samples=4, seed=3)
    assert all(np.array_equal(a, b) for a, b in zip(first.scanpaths, again.scanpaths))
    assert any(place is not None for place in first.found)


def test_maps_say_where_next_and_what_is_hidden_is_not_seen(model):
    seen = model.probability_map(picture(), "cup")
    assert seen.shape == (20, 32) and seen.sum() == pytest.approx(1, abs=1e-5)
    blind = model.without("cup")
    assert blind.probability_map(picture(), "cup")[4:6, 20:23].sum() < seen[4:6, 20:23].sum()
    assert blind.state(picture(), "cup")[CUP].max() == 0
    assert model.state(picture(), "cup")[CUP, 4, 21] == 0.5
    assert model.reward_map(picture(), "cup")[4, 21] > model.reward_map(picture(), "cup")[15, 3]
    # Where it has looked, it knows the reward of looking again.
    past = [[256, 160], [344, 72]]
    assert not np.array_equal(model.probability_map(picture(), "cup", past), seen)


def test_wrong_calls_are_refused(model):
    with pytest.raises(saccade.InputError, match="unicorn"):
        model.search(picture(), "unicorn")
    with pytest.raises(saccade.InputError, match="unicorn"):
        model.without("unicorn")
    with pytest.raises(saccade.InputError, match="shape"):
        saccade.Picture.from_maps(np.zeros((3, 20, 32)), np.zeros((3, 20, 32)))
    with pytest.raises(saccade.InputError, match="absent-model"):
        saccade.SearchModel.load("absent-model")


def test_predictions_are_the_command_lines(program, model, tmp_path):
    run = lambda *words: subprocess.run([program, "--quiet", *map(str, words)], check=True)
    run("dataset", "synthesize", "--pictures", 2, "--out", tmp_path / "data")
    pairs = tmp_path / "data" / "fixations_train.json"
    store = saccade.build_beliefs(
        tmp_path / "s.beliefs",
        sharp=str(tmp_path / "data" / "panoptic_sharp.json"),
        blurred=str(tmp_path / "data" / "panoptic_blurred.json"),
        progress=False,
    )
    run(
        "beliefs", "build", "--sharp", tmp_path / "data" / "panoptic_sharp.json", "--blurred",
        tmp_path / "data" / "panoptic_blurred.json", "--out", tmp_path / "c.beliefs",
    )
    assert (tmp_path / "s.beliefs").read_bytes() == (tmp_path / "c.beliefs").read_bytes()
    run(
        "predict", "--model", model_folder(), "--beliefs", tmp_path / "s.beliefs", "--pairs", pairs,
        "--samples", 3, "--seed", 9, "--out", tmp_path / "p.json",
    )
    predicted = model.predict(str(pairs), store, samples=3, seed=9)
    predicted.write(tmp_path / "q.json")
    assert (tmp_path / "p.json").read_bytes() == (tmp_path / "q.json").read_bytes()
    name = next(iter(store))
    assert store[name].maps().shape == (134, 20, 32)
    with pytest.raises(KeyError):
        store["absent.jpg"]


def model_folder():
    from conftest import ROOT

    return ROOT / "models" / "coco-search18-irl"


def test_drawing_marks_a_copy():
    image = np.full((48, 64, 3), 200, np.uint8)
    drawn = saccade.draw(image, [[[10, 10], [50, 40]]], target=(40, 30, 20, 15))
    assert drawn.shape == image.shape and (drawn != image).any() and (image == 200).all()
    with pytest.raises(saccade.InputError, match="uint8"):
        saccade.draw(np.zeros((4, 4, 3)), [])


def test_a_photo_is_searched_from_file_image_and_array(data, program, model, tmp_path):
    pil = pytest.importorskip("PIL.Image")
    folder = Path(data("coco_search18/images_512x320"))
    photo = str(sorted(folder.iterdir())[0])
    try:
        found = model.search(photo, "chair", samples=3, seed=1)
    except saccade.InputError as error:
        pytest.skip(str(error))
    out = tmp_path / "p.json"
    subprocess.run(
        [program, "--quiet", "--seed", "1", "predict", "--model", str(model_folder()), "--image", photo,
         "--target", "chair", "--samples", "3", "--out", str(out)],
        check=True,
    )
    written = json.loads(out.read_text())["scanpaths"]
    for path, scanpath in zip(found.scanpaths, written):
        assert path[:, 0].tolist() == scanpath["X"] and path[:, 1].tolist() == scanpath["Y"]
    array = np.asarray(pil.open(photo).convert("RGB"))
    from_array = model.search(array, "chair", samples=3, seed=1)
    for a, b in zip(found.scanpaths, from_array.scanpaths):
        assert np.array_equal(a, b)
