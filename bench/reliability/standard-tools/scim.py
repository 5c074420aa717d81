"""Runs scim2-tester against a directory's address, and prints a line of JSON for each finding that is no success.

A company's addresses are in its own domain, and a user name is an address: the tester invents neither.
Usage: scim.py URL TOKEN DOMAIN
"""

import json
import sys
import uuid

import scim2_tester.filling as filling
from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

url, token, domain = sys.argv[1:]
invented = filling.generate_random_value


def in_domain(context, path, *args, **kwargs):
    value = invented(context, path, *args, **kwargs)
    is_address = isinstance(value, str) and "@" in value
    return f"{uuid.uuid4()}@{domain}" if is_address or str(path).endswith("userName") else value


for module in list(sys.modules.values()):
    if getattr(module, "generate_random_value", None) is invented:
        module.generate_random_value = in_domain
client = Client(base_url=url, headers={"Authorization": f"Bearer {token}"})
results = check_server(SyncSCIMClient(client))
for result in results:
    if result.status not in (Status.SUCCESS, Status.SKIPPED):
        print(json.dumps({"check": result.title, "reason": result.reason}))
print(json.dumps({"passed": sum(result.status == Status.SUCCESS for result in results)}))
