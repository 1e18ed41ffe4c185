"""Searches in a real Dask cluster of two processes, one of which is killed in the middle."""

import pytest

distributed = pytest.importorskip(
    "distributed", reason="python/requirements-scale.txt is not installed"
)
import dask.bag  # noqa: E402
import pyarrow.parquet  # noqa: E402
from dying import die_once, keyed  # noqa: E402

import saccade.dask  # noqa: E402
from saccade._batches import Searches  # noqa: E402


@pytest.fixture(scope="module")
def client(worker_path):
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None
    )
    client = distributed.Client(cluster)
    yield client
    client.close()
    cluster.close()


class DyingOnce(saccade.dask.Searcher):
    """The worker that comes to `picture` is killed, once."""

    def __init__(self, mark, picture, **arguments):
        super().__init__(**arguments)
        self._mark, self._picture = mark, picture

    def __call__(self, partition):
        pairs = list(partition)
        if self._picture in [picture for picture, _ in pairs]:
            die_once(self._mark)
        return super().__call__(pairs)


def test_nothing_is_lost_and_nothing_is_there_twice_when_a_worker_dies(client, store, tmp_path):
    beliefs, pairs, model = store
    arguments = {"model": model, "beliefs": beliefs, "samples": 3, "seed": 5}
    mark = tmp_path / "died"
    searcher = DyingOnce(str(mark), pairs[len(pairs) // 2][0], **arguments)
    dask.bag.from_sequence(pairs, partition_size=4).map_partitions(searcher).to_dataframe(
        meta=saccade.dask.META
    ).to_parquet(tmp_path / "found")
    assert mark.exists()
    found = keyed(pyarrow.parquet.read_table(tmp_path / "found").to_pylist())
    assert len(found) == 3 * len(pairs)
    expected = Searches(**arguments).rows((name, name, task) for name, task in pairs)
    assert found == keyed(list(expected))


def test_a_process_opens_the_model_once(store):
    beliefs, pairs, model = store
    first = saccade.dask.Searcher(["cup", "bowl"], model=model, beliefs=beliefs, samples=1)
    again = saccade.dask.Searcher(["cup", "bowl"], model=model, beliefs=beliefs, samples=1)
    saccade.dask._opened.cache_clear()
    rows = first([pairs[0][0]]) + again([pairs[1][0]])
    assert [row["task"] for row in rows] == ["cup", "bowl", "cup", "bowl"]
    assert saccade.dask._opened.cache_info().misses == 1


def test_what_says_nothing_to_search_is_refused(store):
    beliefs, pairs, model = store
    with pytest.raises(saccade.InputError, match="what is searched"):
        saccade.dask.Searcher(model=model, beliefs=beliefs)([pairs[0][0]])
