"""Asks through OpenAI's own package: models, a whole answer, a stream, and a refused key.

Usage: openai_client.py URL KEY MODEL QUESTION WORDS-OF-THE-ANSWER
"""

import sys

from openai import AuthenticationError, OpenAI

url, key, model, question, words = sys.argv[1:]
client = OpenAI(base_url=f"{url}/v1", api_key=key)
messages = [{"role": "user", "content": question}]

assert model in [known.id for known in client.models.list()]
whole = client.chat.completions.create(model=model, messages=messages).choices[0].message
assert words in whole.content, whole.content
marks = [note.url_citation for note in whole.annotations]
assert all(whole.content[mark.start_index : mark.end_index].startswith("[") for mark in marks), marks
stream = client.chat.completions.create(model=model, messages=messages, stream=True)
streamed = "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)
assert words in streamed, streamed
try:
    OpenAI(base_url=f"{url}/v1", api_key="fnk_none").models.list()
    raise AssertionError("A made-up key was accepted.")
except AuthenticationError as refused:
    assert refused.code == "invalid_api_key", refused
print(f"answered whole and as a stream, {len(marks)} annotations")
