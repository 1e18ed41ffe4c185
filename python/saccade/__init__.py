"""Where people look while they search: predicted, and scored.

>>> import saccade
>>> trials = saccade.read("validation.json")                                  # doctest: +SKIP
>>> saccade.evaluate(trials, {"mine": "predictions.json"}).table()            # doctest: +SKIP
>>> saccade.SearchModel.load().search("kitchen.jpg", "microwave").plot()      # doctest: +SKIP

Coordinates are pixels, x to the right and y down; durations are milliseconds. What is wrong raises
`InputError`, a ValueError, with the sentence of the command line.
"""

from ._library import InputError, Interrupted, SaccadeWarning, library, set_threads
from ._models import Search, SearchModel
from ._pictures import Beliefs, Parser, Picture, build_beliefs, draw
from ._scores import (
    Comparison,
    Evaluation,
    MultiMatch,
    clusters,
    compare,
    docomparison,
    evaluate,
    multimatch,
    multimatch_matrix,
    score_matrix,
)
from ._trials import Trial, Trials, from_pandas, read

__version__: str = library.saccade_version().decode()

__all__ = [
    "Beliefs",
    "Comparison",
    "Evaluation",
    "InputError",
    "Interrupted",
    "MultiMatch",
    "Parser",
    "Picture",
    "SaccadeWarning",
    "Search",
    "SearchModel",
    "Trial",
    "Trials",
    "build_beliefs",
    "clusters",
    "compare",
    "docomparison",
    "draw",
    "evaluate",
    "from_pandas",
    "multimatch",
    "multimatch_matrix",
    "read",
    "score_matrix",
    "set_threads",
]
