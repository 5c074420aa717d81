"""Headings of documents as questions: the text below one answers it, other sections of the document do not."""

import random
import re
from pathlib import Path

from .question_sets import Group, Overlap, around

NEGATIVES = 3
# headings that ask nothing: they occur in many documents and say nothing of their text
EMPTY = re.compile(r"^(overview|introduction|background|general|notes?|summary|purpose|scope|references|resources|other|faqs?|contents?|definitions|see also|more information|get more information|updated)\b.{0,12}$", re.I)


def sections_of(text: str) -> list[tuple[str, str]]:
    """Heading and text of each section that has both, in order."""
    sections: list[tuple[str, list[str]]] = []
    for line in text.split("\n"):
        heading = re.match(r"#{1,6}\s+(.*)", line)
        if heading:
            name = re.sub(r"^[\divx.()§\s-]+(?=[A-Za-z])", "", heading[1].strip(" *#:"))
            sections.append((name, []))
        elif sections:
            sections[-1][1].append(re.sub(r"^\|?\s*:?-{2,}.*$", "", line).replace("**", ""))
    whole = [(name, "\n".join(lines).strip()) for name, lines in sections]
    return [(name, body) for name, body in whole if len(body) >= 60]


def read_headings(folder: Path, left_out: set[str], seed: int) -> list[Group]:
    """`left_out`: names of documents whose questions are measured."""
    chance = random.Random(seed)
    groups = []
    for path in sorted(folder.glob("*.md")):
        sections = sections_of(path.read_text())
        if path.name in left_out or len(sections) < 4:
            continue
        overlap = Overlap([body for _, body in sections])
        kept = [(name, body) for name, body in sections if 3 <= len(name.split()) <= 16 and not EMPTY.match(name)]
        chance.shuffle(kept)
        # a long regulation must not outweigh the other documents
        for name, body in kept[:25]:
            near = [text for text in overlap.nearest(name, 4) if text != body][: NEGATIVES - 1]
            others = [text for heading, text in sections if text != body and text not in near and heading != name]
            texts = near + chance.sample(others, min(len(others), NEGATIVES - len(near)))
            asked = name if name.endswith("?") or chance.random() < 0.7 else name.lower()
            groups.append(Group("headings", path.name, asked, [around(text, None) for text in [body, *texts]], [1] + [0] * len(texts)))
    return groups
