import json
import math
import subprocess

import numpy as np
import pytest

import saccade

STAIRS = [[0, 0, 100], [10, 0, 200], [10, 10, 300], [20, 10, 400]]
WIDE = [[0, 0, 100], [20, 0, 200], [20, 10, 300], [30, 10, 200]]


def test_multimatch_is_that_of_the_definition():
    # Places differ by 0, 10 and 10 px on a diagonal of 500; medians of all other differences are 0.
    scores = saccade.multimatch(WIDE, STAIRS, (300, 400))
    assert scores == pytest.approx((1, 1, 1, 1 - 10 / 500, 1), abs=1e-12)
    assert scores.position == scores[3]


def test_matrix_holds_every_pair():
    paths = [np.array(STAIRS), np.array(WIDE), np.array(WIDE)[:, :2]]
    matrix = saccade.multimatch_matrix(paths, screen=(300, 400))
    assert matrix.shape == (3, 3, 5)
    for i, a in enumerate(paths):
        for j, b in enumerate(paths):
            assert tuple(matrix[i, j]) == saccade.multimatch(a, b, (300, 400))
    assert saccade.multimatch_matrix([], screen=(300, 400)).shape == (0, 0, 5)


def test_short_scanpaths_have_no_score_when_skipped():
    assert all(map(math.isnan, saccade.multimatch(STAIRS[:2], WIDE, (300, 400), short="skip")))


def test_results_do_not_depend_on_threads():
    random = np.random.default_rng(1)
    paths = [random.uniform(0, 300, (7, 3)) for _ in range(60)]
    saccade.set_threads(1)
    one = saccade.multimatch_matrix(paths)
    saccade.set_threads(0)
    assert np.array_equal(one, saccade.multimatch_matrix(paths))


@pytest.mark.parametrize(
    "call, words",
    [
        (lambda: saccade.multimatch([[1]], WIDE, (300, 400)), "shape"),
        (lambda: saccade.multimatch([[math.nan, 0, 1]], WIDE, (300, 400)), "finite"),
        (lambda: saccade.multimatch(STAIRS, WIDE, (0, 400)), "screen"),
        (lambda: saccade.multimatch(STAIRS, WIDE, (300, 400), short="x"), "short"),
        (lambda: saccade.read("absent.json"), "absent.json"),
        (lambda: saccade.read("absent.json", frame="x"), "frame"),
        (lambda: saccade.clusters([]), "no fixation"),
    ],
)
def test_what_is_wrong_is_said_in_the_command_lines_words(call, words):
    with pytest.raises(saccade.InputError, match=words) as error:
        call()
    assert isinstance(error.value, ValueError)


def test_progress_is_told_and_can_stop_the_work():
    paths = [np.array(STAIRS)] * 3000
    heard = []

    def stop(title, done, total):
        heard.append((title, done, total))
        return False

    with pytest.raises(saccade.Interrupted):
        saccade.multimatch_matrix(paths, progress=stop)
    assert heard and heard[0][2] == 3000

    def fail(*_):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        saccade.multimatch_matrix(paths, progress=fail)


VALIDATION = "coco_search18/coco_search18_fixations_TP_validation_split1.json"


def bytes_of_rows(text):
    """All but what was understood of the files, which values do not have."""
    rows, found, _ = text.partition('"understood"')
    assert found
    return rows


def test_human_row_is_the_command_lines(data, program, tmp_path):
    pytest.importorskip("pandas")
    file = data(VALIDATION)
    out = tmp_path / "row.json"
    subprocess.run(
        [program, "evaluate", "--fixations", file, "--model", "human", "--json", str(out)],
        check=True,
    )
    evaluation = saccade.evaluate(file)
    assert bytes_of_rows(evaluation.text) == bytes_of_rows(out.read_text())
    gold = json.loads(open(data("gold/human_row.json")).read())
    table = evaluation.table()
    assert table.attrs["protocol"] == "paper"
    assert table.loc["human", "tfp_auc"] == evaluation.rows[0]["tfp_auc"]
    assert gold  # the golden values themselves are compared in metrics_test


def test_pairs_have_every_score_of_the_command_line(data, program, tmp_path):
    trials = saccade.read(data(VALIDATION))
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    trials[:60].write(one)
    trials[60:120].write(other)
    for frame in ("image", "display"):
        out = tmp_path / f"{frame}.json"
        subprocess.run(
            [program, "--quiet", "compare", one, other, "--frame", frame, "--json", out],
            check=True, stdout=subprocess.DEVNULL,
        )
        with pytest.warns(saccade.SaccadeWarning, match="different pictures"):
            found = saccade.compare(str(one), str(other), frame=frame)
        assert found.text == out.read_text()
    pytest.importorskip("pandas")
    table = found.table()
    # The frame is the display's, of 1680x1050, here and there.
    paths = trials[:60].paths, trials[60:120].paths
    for column in ("scanmatch", "scanmatch_duration", "edit_distance"):
        matrix = saccade.score_matrix(column, *paths, screen=(1680, 1050))
        assert np.diagonal(matrix).tolist() == table[column].tolist()
    matrix = saccade.multimatch_matrix(*paths, screen=(1680, 1050))
    assert np.diagonal(matrix[..., 3]).tolist() == table["position"].tolist()


def test_matrices_of_strings_are_those_of_the_definitions():
    # At 10 px a bin: 0 1 17 18 and 0 2 18 19; two edits make 1 17 18 into 2 18 19.
    matrix = saccade.score_matrix("edit_distance", [STAIRS, WIDE], screen=(160, 100))
    assert matrix.tolist() == [[0, 3], [3, 0]]
    one_region = saccade.score_matrix("sequence_score", [STAIRS, WIDE], bandwidth=100)
    assert one_region.tolist() == [[1, 1], [1, 1]]
    with pytest.raises(saccade.InputError, match="scanmatch_duration"):
        saccade.score_matrix("x", [STAIRS])


def test_strings_are_cut_as_asked(data):
    gold = json.loads(open(data("gold/extra.json")).read())
    file = data(VALIDATION)
    rows = {
        cut: saccade.evaluate(file, cut=cut, steps=2, bootstrap=0).rows[0]["sequence_score"]
        for cut in ("both", "prediction")
    }
    whole = saccade.evaluate(file, cut="none", bootstrap=0).rows[0]["sequence_score"]
    assert gold and rows["prediction"] < whole and rows["both"] != rows["prediction"]


def test_docomparison_wants_seconds_and_gives_lists():
    kind = [("start_x", float), ("start_y", float), ("duration", float)]
    a = np.array([tuple(row) for row in STAIRS], dtype=kind)
    b = np.array([tuple(row) for row in WIDE], dtype=kind)
    a["duration"] /= 1000
    b["duration"] /= 1000
    assert saccade.docomparison(a, b, [300, 400]) == pytest.approx([1, 1, 1, 1 - 10 / 500, 1])
    assert all(map(math.isnan, saccade.docomparison(a[:2], b, [300, 400])))
