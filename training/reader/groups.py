"""What the reader learns from: a question, texts that answer it or not, and the units of each."""

from dataclasses import dataclass


@dataclass
class Unit:
    """A sentence, list or row of a text; offsets in characters."""

    start: int
    end: int
    right: bool


@dataclass
class Text:
    text: str
    right: bool
    units: list[Unit]


@dataclass
class Group:
    """All texts are wrong if nothing answers the question."""

    source: str
    document: str
    question: str
    texts: list[Text]
    held_out: bool = False
