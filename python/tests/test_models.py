import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import saccade

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
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
    run = lambda *words: subprocess.run(
        [program, "--quiet", *map(str, words)], check=True, stdout=subprocess.DEVNULL
    )
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
    maps = [tmp_path / "maps", tmp_path / "maps_by_python"]
    run(
        "predict", "--model", model_folder(), "--beliefs", tmp_path / "s.beliefs", "--pairs", pairs,
        "--samples", 1, "--out", tmp_path / "p.json", "--maps", maps[0],
    )
    model.predict(str(pairs), store, samples=1, maps=maps[1])
    for file in ("maps.json", "maps.npy"):
        assert (maps[0] / file).read_bytes() == (maps[1] / file).read_bytes()
    check_single_maps(model, store, pairs, maps[0])
    run(
        "evaluate", "--fixations", pairs, "--train", pairs, "--maps", f"ours={maps[0]}",
        "--json", tmp_path / "e.json",
    )
    scored = saccade.evaluate(str(pairs), maps={"ours": maps[1]}, train=str(pairs), model=())
    written = (tmp_path / "e.json").read_text()
    assert scored.text.partition('"understood"')[0] == written.partition('"understood"')[0]
    name = next(iter(store))
    assert store[name].maps().shape == (134, 20, 32)
    with pytest.raises(KeyError):
        store["absent.jpg"]


def check_single_maps(model, store, pairs, folder):
    """A map asked for alone is the one of the folder, to its single precision."""
    keys = json.loads((folder / "maps.json").read_text())["maps"]
    values = np.load(folder / "maps.npy")
    trials = {(t.task, t.name, t.subject): t.path for t in saccade.read(pairs).to_frame("image")}
    for key, expected in list(zip(keys, values))[::7]:
        path = trials[key["task"], key["name"], key["subject"]]
        found = model.probability_map(store[key["name"]], key["task"], path[: key["step"]])
        assert np.array_equal(found.astype(np.float32), expected)


def model_folder():
    return ROOT / "models" / "coco-search18-irl"


def test_drawing_marks_a_copy():
    image = np.full((48, 64, 3), 200, np.uint8)
    drawn = saccade.draw(image, [[[10, 10], [50, 40]]], target=(40, 30, 20, 15))
    assert drawn.shape == image.shape and (drawn != image).any() and (image == 200).all()
    with pytest.raises(saccade.InputError, match="uint8"):
        saccade.draw(np.zeros((4, 4, 3)), [])


PHOTO = SAMPLES / "kitchen.jpg"


def test_a_photo_gives_the_bytes_of_the_command_line(program, model, tmp_path):
    found = model.search(str(PHOTO), "microwave", samples=3, seed=1)
    found.write(tmp_path / "p.json")
    out = tmp_path / "q.json"
    subprocess.run(
        [program, "--quiet", "--seed", "1", "predict", "--model", str(model_folder()), "--image", PHOTO,
         "--target", "microwave", "--samples", "3", "--out", str(out)],
        check=True, stdout=subprocess.DEVNULL,
    )
    assert (tmp_path / "p.json").read_bytes() == out.read_bytes()
    written = json.loads(out.read_text())["scanpaths"]
    for path, place, scanpath in zip(found.scanpaths, found.found, written):
        assert path[:, 0].tolist() == scanpath["X"] and path[:, 1].tolist() == scanpath["Y"]
        assert place == scanpath["target_in_fovea_at"]
    assert "microwave" in {thing["category"] for thing in found.seen}


def test_image_and_array_are_parsed_like_the_file(data, model, tmp_path):
    pil = pytest.importorskip("PIL.Image")
    folder = Path(data("coco_search18/images_512x320"))
    # Away from the segmentations that lie beside it and are read with a file, and without loss.
    photo = str(tmp_path / "photo.png")
    pil.open(sorted(folder.iterdir())[0]).convert("RGB").save(photo)
    try:
        found = model.search(photo, "chair", samples=3, seed=1)
    except saccade.InputError as error:
        pytest.skip(str(error))  # no parser on this machine
    image = pil.open(photo)
    for given in (image, np.asarray(image.convert("RGB"))):
        again = model.search(given, "chair", samples=3, seed=1)
        assert all(np.array_equal(a, b) for a, b in zip(found.scanpaths, again.scanpaths))


def test_scanpaths_are_plotted_on_the_axes_that_are_given(model):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pytest.importorskip("PIL")
    figure, (left, right) = pyplot.subplots(1, 2)
    assert model.search(PHOTO, "microwave", samples=2).plot(ax=right) is right
    assert right.images[0].get_array().shape == (960, 1536, 3) and not left.images
    pyplot.close(figure)
