"""As much of Inspect as a scorer meets, written from its documented interface: https://inspect.aisi.org.uk/reference/inspect_ai.scorer.html
(Scorer, Score, Target, SampleScore, scorer, mean, stderr, reducers) and .../inspect_ai.solver.html (TaskState, Store). Not Inspect itself."""

import asyncio
import inspect
import math
import statistics
import types
from collections.abc import Sequence
from typing import Any, Optional


class Score:
    """Fields by name only and of these types, as the pydantic model has them."""

    TYPES = {
        "value": (str, int, float, bool),
        "answer": (str, type(None)),
        "explanation": (str, type(None)),
        "metadata": (dict, type(None)),
    }

    def __init__(self, **fields: Any) -> None:
        if "value" not in fields:
            raise TypeError("value: Field required")
        for name, value in {"answer": None, "explanation": None, "metadata": None, **fields}.items():
            if name in self.TYPES and not isinstance(value, self.TYPES[name]):
                raise TypeError(f"{name}: {value!r} is no {self.TYPES[name]}")
            setattr(self, name, value)

    @classmethod
    def unscored(cls, *, answer=None, explanation=None, metadata=None) -> "Score":
        return cls(value=float("nan"), answer=answer, explanation=explanation, metadata=metadata)

    def as_float(self) -> float:
        return float(self.value)


class OlderScore(Score):
    """Before Inspect had scores that don't count."""

    unscored = None


class Target(Sequence):
    def __init__(self, target: Any) -> None:
        self.target = target if isinstance(target, list) else [target]

    def __getitem__(self, index: Any) -> Any:
        return self.target[index]

    def __len__(self) -> int:
        return len(self.target)

    @property
    def text(self) -> str:
        return "".join(self.target)


class Store:
    def __init__(self) -> None:
        self._data: dict = {}

    def get(self, key: str, default: Any = None) -> Any:
        return self._data.get(key, default)

    def set(self, key: str, value: Any) -> None:
        self._data[key] = value


class ModelName:
    def __init__(self, api: str, name: str) -> None:
        self.api, self.name = api, name

    def __str__(self) -> str:
        return f"{self.api}/{self.name}"


class ModelOutput:
    def __init__(self, completion: str = "") -> None:
        self.completion = completion


class TaskState:
    """`model` and `input` are read, never set."""

    def __init__(self, model: ModelName, sample_id: Any, epoch: int, input: str, output: Optional[ModelOutput] = None) -> None:
        self._model, self._input = model, input
        self.sample_id, self.epoch = sample_id, epoch
        self.messages: list = []
        self.metadata: dict = {}
        self.output = output or ModelOutput()
        self.store = Store()

    @property
    def model(self) -> ModelName:
        return self._model

    @property
    def input_text(self) -> str:
        return self._input


class SampleScore:
    def __init__(self, score: Score, sample_id: Any) -> None:
        self.score, self.sample_id = score, sample_id


def mean():
    return lambda scores: statistics.mean(one.score.as_float() for one in scores)


def stderr():
    def metric(scores):
        values = [one.score.as_float() for one in scores]
        return statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0

    return metric


#: What is registered, by name: with its metrics, and with the arguments that it can be made from again.
registered: dict = {}


def scorer(metrics, name=None, **metadata):
    def wrapper(scorer_type):
        def made(*args, **kwargs):
            instance = scorer_type(*args, **kwargs)
            if not inspect.iscoroutinefunction(instance):
                raise TypeError(f"'{name}' is not declared as an async callable.")
            bound = inspect.signature(scorer_type).bind(*args, **kwargs)
            instance.registry = {"name": name or scorer_type.__name__, "metrics": metrics, "args": dict(bound.arguments)}
            return instance

        registered[name or scorer_type.__name__] = made
        return made

    return wrapper


def _scored(scores):
    return [one for one in scores if not (isinstance(one.value, float) and math.isnan(one.value))]


def _reduced(values, scores, statistic):
    return Score(value=statistic(values) if values else float("nan"), answer=scores[0].answer, explanation=scores[0].explanation)


def mean_score(scores):
    return _reduced([one.as_float() for one in _scored(scores)], scores, statistics.mean)


def at_least(k, value=1.0):
    return lambda scores: _reduced(
        [one.as_float() for one in _scored(scores)], scores, lambda values: 1 if sum(one >= value for one in values) >= k else 0
    )


def max_score(scores):
    return _reduced([one.as_float() for one in _scored(scores)], scores, max)


async def evaluate(samples, solve, score, *, epochs=1, reducer=mean_score, metrics=True, model=ModelName("mockllm", "model")):
    """Every epoch of every sample at once; a sample's epochs are reduced to a score, and the metrics see those that count."""

    async def trial(at, epoch):
        sample = samples[at]
        state = TaskState(model, at + 1, epoch, sample["input"], ModelOutput(sample.get("output", "")))
        state = await solve(state, None)
        return at, await score(state, Target(sample["target"]))

    trials = await asyncio.gather(*(trial(at, epoch) for at in range(len(samples)) for epoch in range(1, epochs + 1)))
    all_scores = [[one for at, one in trials if at == index] for index in range(len(samples))]
    reduced = [SampleScore(reducer(scores), at + 1) for at, scores in enumerate(all_scores)]
    counted = [one for one in reduced if _scored([one.score])]
    if not metrics:
        return all_scores, {"counted": len(counted)}
    mean_metric, stderr_metric = score.registry["metrics"]
    return all_scores, {"mean": mean_metric(counted), "stderr": stderr_metric(counted), "counted": len(counted)}


def module(score_class=Score):
    """What `import inspect_ai.scorer` gives."""
    stand_in = types.ModuleType("inspect_ai.scorer")
    for name, value in {"Score": score_class, "Target": Target, "mean": mean, "stderr": stderr, "scorer": scorer}.items():
        setattr(stand_in, name, value)
    return stand_in
