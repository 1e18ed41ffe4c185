"""Against the field's own packages, where they are installed (python/requirements-peers.txt)."""

import itertools
import json
import subprocess
import time
import warnings
from pathlib import Path

import numpy as np
import pytest

import saccade

TRAIN = "coco_search18/coco_search18_fixations_TP_train_split1.json"
MODEL = Path(__file__).resolve().parents[2] / "models" / "coco-search18-irl"
VALIDATION = "coco_search18/coco_search18_fixations_TP_validation_split1.json"


def pairs_of_people(trials, count, shortest=3):
    """Scanpaths of different people who searched the same picture for the same."""
    by_pair = {}
    for trial in trials:
        if len(trial.path) >= shortest:
            by_pair.setdefault((trial.task, trial.name), []).append(trial.path)
    pairs = (pair for paths in by_pair.values() for pair in itertools.combinations(paths, 2))
    every = list(itertools.islice(pairs, 40 * count))
    return every[:: max(1, len(every) // count)][:count]


def records(path):
    kind = [("start_x", float), ("start_y", float), ("duration", float)]
    return np.array([(x, y, ms / 1000) for x, y, ms in path], dtype=kind)


@pytest.mark.parametrize("grouping", [False, True])
def test_multimatch_gaze_gives_the_same_numbers(data, grouping, record_property):
    peer = pytest.importorskip("multimatch_gaze", reason="pip install multimatch_gaze")
    screen = [1680, 1050]
    settings = dict(TDir=45.0, TDur=0.3, TAmp=100.0) if grouping else {}
    pairs = pairs_of_people(saccade.read(data(TRAIN)), 1000)
    assert len(pairs) == 1000
    as_records = [(records(a), records(b)) for a, b in pairs]
    begin = time.perf_counter()
    theirs = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for a, b in as_records:
            try:
                theirs.append(peer.docomparison(a, b, screen, grouping=grouping, **settings))
            except IndexError:  # theirs, where simplification leaves a single short saccade
                theirs.append([np.nan] * 5)
    between = time.perf_counter()
    ours = [saccade.docomparison(a, b, screen, grouping=grouping, **settings) for a, b in as_records]
    end = time.perf_counter()
    begin_matrix = time.perf_counter()
    paths = [a for a, _ in pairs]
    saccade.multimatch_matrix(paths, screen=(1680, 1050))
    matrix = time.perf_counter() - begin_matrix
    theirs, ours = np.array(theirs, dtype=float), np.array(ours)
    answered = np.isfinite(theirs).all(axis=1)
    same = ~answered | np.isclose(theirs, ours, rtol=0, atol=1e-9).all(axis=1)
    record_property("same", int(same.sum()))
    print(
        f"\ngrouping {grouping}: {(same & answered).sum()} of {answered.sum()} pairs equal to 1e-9; "
        f"pairs a second: multimatch_gaze {len(pairs) / (between - begin):.0f}, "
        f"docomparison {len(pairs) / (end - between):.0f}, "
        f"multimatch_matrix {len(paths) ** 2 / matrix:.0f}"
    )
    for place in np.flatnonzero(~same)[:5]:
        print(place, theirs[place], ours[place])
    # Where several alignments are equally short the packages may take different ones.
    assert same.mean() >= 0.98


def test_scikit_learns_mean_shift_gives_the_same_clusters(data):
    cluster = pytest.importorskip("sklearn.cluster", reason="pip install scikit-learn")
    by_pair = {}
    for trial in saccade.read(data(VALIDATION)).to_frame("image"):
        by_pair.setdefault((trial.task, trial.name), []).append(trial.path)
    for paths in list(by_pair.values())[:40]:
        labels, centers = saccade.clusters(paths, 21.5)
        points = np.concatenate(paths)[:, :2]
        theirs = cluster.MeanShift(bandwidth=21.5).fit(points)
        assert np.allclose(centers, theirs.cluster_centers_, rtol=0, atol=1e-9)
        assert np.array_equal(np.concatenate(labels), theirs.labels_)


def human_trials_used(trials):
    """Protocol "paper": answered right, cut at the first fixation on target; six after the start."""
    used = []
    for trial in trials:
        x, y, w, h = trial.box
        on = (trial.path[:, 0] > x) & (trial.path[:, 0] < x + w)
        on &= (trial.path[:, 1] > y) & (trial.path[:, 1] < y + h)
        if trial.correct and on.any():
            path = trial.path[: int(np.argmax(on)) + 1]
            inside = (path[:, 0] >= 0) & (path[:, 0] < 512) & (path[:, 1] >= 0) & (path[:, 1] < 320)
            inside[0] = True
            used.append((trial, path, path[:7][inside[:7]]))
    return used


def test_pysaliency_computes_our_information_gain(program, model, tmp_path):
    """cIG of our model by pysaliency's own code, through its ScanpathModel interface."""
    pysaliency = pytest.importorskip("pysaliency", reason="pip install pysaliency")
    ndimage = pytest.importorskip("scipy.ndimage")
    from saccade import pysaliency as bridge

    run = lambda *words: subprocess.run([program, "--quiet", *map(str, words)], check=True)
    run("dataset", "synthesize", "--pictures", 40, "--out", tmp_path)
    train, valid = tmp_path / "fixations_train.json", tmp_path / "fixations_valid.json"
    store, out = tmp_path / "s.beliefs", tmp_path / "e.json"
    run("beliefs", "build", "--sharp", tmp_path / "panoptic_sharp.json",
        "--blurred", tmp_path / "panoptic_blurred.json", "--out", store)
    run("predict", "--model", MODEL, "--beliefs", store, "--pairs", valid,
        "--samples", 1, "--out", tmp_path / "p.json", "--maps", tmp_path / "maps")
    run("evaluate", "--fixations", valid, "--train", train, "--maps", f"ours={tmp_path / 'maps'}",
        "--resolution", "pixel", "--bootstrap", 0, "--json", out)
    expected = json.loads(out.read_text())["rows"][0]["cig"]

    beliefs = saccade.Beliefs(store)
    priors = {}
    for trial, path, _ in human_trials_used(saccade.read(train).to_frame("image")):
        priors.setdefault(trial.task, np.zeros((320, 512)))
        for x, y in path[1:, :2]:
            if 0 <= x < 512 and 0 <= y < 320:
                priors[trial.task][int(y), int(x)] += 1
    by_task = {}
    for trial, _, path in human_trials_used(saccade.read(valid).to_frame("image")):
        by_task.setdefault(trial.task, []).append(
            saccade.Trial(trial.name, trial.task, path, trial.subject)
        )
    gains = []
    for task, trials in by_task.items():
        names = sorted({trial.name for trial in trials})
        stimuli = pysaliency.Stimuli([np.full((320, 512, 3), i, np.uint8) for i in range(len(names))])
        pictures = {i: beliefs[name] for i, name in enumerate(names)}
        searcher = bridge.ScanpathModel(model, task, key=lambda s: int(s[0, 0, 0]), pictures=pictures)
        fixations = bridge.fixations(saccade.Trials(trials), names)
        fixations = fixations[fixations.lengths > 0]
        prior = ndimage.gaussian_filter(priors[task], 24, mode="reflect", truncate=4)

        class Prior(pysaliency.ScanpathModel):
            def conditional_log_density(self, stimulus, *_args, **_more):
                return np.log(prior / prior.sum())

        gains.append(searcher.log_likelihoods(stimuli, fixations)
                     - Prior().log_likelihoods(stimuli, fixations))
    found = np.mean(np.concatenate(gains)) / np.log(2)
    print(f"\ncIG by pysaliency {found:.6f}, by saccade {expected:.6f}")
    assert found == pytest.approx(expected, abs=1e-5)
