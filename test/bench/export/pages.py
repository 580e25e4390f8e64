"""All records of a resource, as people write it with ckanapi: pages by offset, JSON Lines. Arguments: URL, resource, file."""

import json
import sys

from ckanapi import RemoteCKAN

PAGE = 32_000

url, resource, out = sys.argv[1:]
ckan = RemoteCKAN(url)
with open(out, "w", encoding="utf-8") as file:
    offset = 0
    while True:
        answer = ckan.action.datastore_search(
            resource_id=resource, limit=PAGE, offset=offset, sort="_id"
        )
        records = answer["records"]
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        offset += len(records)
        if not records:
            break
