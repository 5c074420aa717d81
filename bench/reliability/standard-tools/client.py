"""Works with the client that openapi-python-client generates: uploads, asks, replaces, deletes, and meets each refusal.

Usage: client.py FOLDER-OF-THE-CLIENT URL KEY NARROW-KEY THEME
"""

import io
import json
import sys
import time

folder, url, key, narrow_key, theme = sys.argv[1:]
sys.path.insert(0, folder)

from footnote_for_programs_client import AuthenticatedClient
from footnote_for_programs_client.api.program_documents import (
    delete_named_document,
    list_documents,
    put_document,
    upload_documents,
)
from footnote_for_programs_client.api.programs import create_answer, find_passages, get_answer
from footnote_for_programs_client.models import (
    CreateAnswerRequest,
    FindPassagesRequest,
    Problem,
    PutDocumentBody,
    UploadDocumentsBody,
)
from footnote_for_programs_client.types import File

theme_id = int(theme)
met = set()


def client_of(token):
    return AuthenticatedClient(base_url=url, token=token)


def file_of(name, text):
    return File(payload=io.BytesIO(text.encode()), file_name=name, mime_type="text/plain")


def text(days):
    return f"Returns\n\n1. Time limits\nA customer may return a product within {days} days of delivery.\n"


def done(response):
    assert response.status_code < 300, response.content
    assert response.parsed is not None and not isinstance(response.parsed, Problem), response.content
    return response.parsed


def refused(status, response):
    assert response.status_code == status, response.content
    assert isinstance(response.parsed, Problem) and response.parsed.detail and response.parsed.code
    met.add(status)


def until_ready():
    while any(
        document.status == "processing"
        for document in done(list_documents.sync_detailed(client=client, theme_id=theme_id)).documents
    ):
        time.sleep(0.5)


def upload(name, content):
    body = UploadDocumentsBody(files=[file_of(name, content)])
    return upload_documents.sync_detailed(client=client, theme_id=theme_id, body=body)


def put(content, **conditions):
    body = PutDocumentBody(file=file_of("Shipping.txt", content))
    return put_document.sync_detailed(
        client=client, theme_id=theme_id, external_id="wiki/shipping", body=body, **conditions
    )


def ask(question, on=None, **more):
    body = CreateAnswerRequest(theme_id=on or theme_id, question=question)
    return create_answer.sync_detailed(client=client, body=body, **more)


client = client_of(key)
question = "How many days does a customer have to return a product?"
done(upload("Delivery.txt", "Delivery\n\nWe deliver within five working days.\n"))
assert done(put(text(20))).outcome == "created"
assert done(put(text(20))).outcome == "unchanged"
until_ready()
answer = done(ask(question))
assert "20 days" in answer.text and answer.citations[0].document.name == "Shipping.txt"
assert done(get_answer.sync_detailed(answer.id, client=client)).id == answer.id
assert done(put(text(25))).outcome == "replaced"
until_ready()
assert "25 days" in done(ask(question)).text

refused(400, ask(""))
refused(404, ask(question, on=999_999))
refused(412, put(text(60), if_match='"another"'))
refused(415, upload("Returns.exe", "MZ"))
refused(413, upload("Large.txt", "x" * (11 * 1024 * 1024)))
done(ask(question, idempotency_key="once-in-Python"))
refused(409, ask("Who pays?", idempotency_key="once-in-Python"))
client = client_of(narrow_key)
refused(403, ask(question))
client = client_of("fnk_unknown")
refused(401, ask(question))
client = client_of(key)
done(delete_named_document.sync_detailed(client=client, theme_id=theme_id, external_id="wiki/shipping"))
refused(404, delete_named_document.sync_detailed(client=client, theme_id=theme_id, external_id="wiki/shipping"))
passages = FindPassagesRequest(theme_id=theme_id, question="delivery")
while 429 not in met:
    response = find_passages.sync_detailed(client=client, body=passages)
    if response.status_code == 429:
        refused(429, response)
        assert int(response.headers["retry-after"]) > 0
print(json.dumps({"refusals": sorted(met)}))
