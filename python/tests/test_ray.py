"""Searches in a real Ray, with two workers, one of which dies in the middle."""

import os

import pytest

ray = pytest.importorskip("ray", reason="python/requirements-scale.txt is not installed")
pytest.importorskip("ray.data")
import pyarrow.parquet  # noqa: E402
from dying import die_once, keyed  # noqa: E402

import saccade.ray  # noqa: E402
from saccade._batches import Searches  # noqa: E402


@pytest.fixture(scope="module")
def cluster(worker_path):
    names = ("SACCADE_LIBRARY", "PYTHONPATH")
    kept = {name: os.environ[name] for name in names if name in os.environ}
    ray.init(
        num_cpus=2, include_dashboard=False, logging_level="ERROR",
        runtime_env={"env_vars": kept}, _node_ip_address="127.0.0.1",
        object_store_memory=200 << 20,
    )
    yield
    ray.shutdown()


class DyingOnce(saccade.ray.Searcher):
    """The first worker that comes to its third batch is killed."""

    def __init__(self, mark, **arguments):
        super().__init__(**arguments)
        self._mark, self._batches = mark, 0

    def __call__(self, batch):
        self._batches += 1
        if self._batches == 3:
            die_once(self._mark)
        return super().__call__(batch)


def test_nothing_is_lost_and_nothing_is_there_twice_when_a_worker_dies(cluster, store, tmp_path):
    beliefs, pairs, model = store
    arguments = {"model": model, "beliefs": beliefs, "samples": 3, "seed": 5}
    mark = tmp_path / "died"
    rows = [{"picture": name, "task": task} for name, task in pairs]
    ray.data.from_items(rows).repartition(12).map_batches(
        DyingOnce, fn_constructor_kwargs={"mark": str(mark), **arguments},
        batch_size=4, concurrency=2,
    ).write_parquet(str(tmp_path / "found"))
    assert mark.exists()
    found = keyed(pyarrow.parquet.read_table(tmp_path / "found").to_pylist())
    assert len(found) == 3 * len(pairs)
    expected = Searches(**arguments).rows((name, name, task) for name, task in pairs)
    assert found == keyed(list(expected))


def test_wrong_arguments_end_with_the_sentence(cluster, store):
    beliefs, pairs, model = store
    data = ray.data.from_items([{"picture": pairs[0][0], "task": "unicorn"}])
    with pytest.raises(Exception, match="unicorn"):
        data.map_batches(
            saccade.ray.Searcher, fn_constructor_kwargs={"model": model, "beliefs": beliefs},
            concurrency=1,
        ).take_all()
