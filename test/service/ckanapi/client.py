"""An independent client, ckanapi from PyPI, on `datastore-explorer serve --writable`: prints a line for each thing that holds.

Run by run.mjs, which gives DATASTORE_URL and DATASTORE_TOKEN.
"""
import os

from ckanapi import RemoteCKAN
from ckanapi.errors import CKANAPIError, NotAuthorized, NotFound, SearchQueryError, ValidationError

url, token = os.environ["DATASTORE_URL"], os.environ["DATASTORE_TOKEN"]
ckan = RemoteCKAN(url, apikey=token, user_agent="datastore-explorer-test")
action = ckan.action
held = 0


def holds(what, is_so=True):
    global held
    if not is_so:
        raise SystemExit(f"FAIL {what}")
    held += 1
    print(f"ok {what}")


def raises(what, error, call):
    try:
        call()
    except error as raised:
        holds(what, type(raised) is error)
        return raised
    raise SystemExit(f"FAIL {what}: nothing was raised")


holds("status_show", action.status_show()["ckan_version"].startswith("2.12"))

made = action.datastore_create(
    resource={"name": "people"},
    fields=[{"id": "name", "type": "text"}, {"id": "born", "type": "int"}, {"id": "score", "type": "numeric"}],
    primary_key="name",
    records=[{"name": "Ada", "born": 1815, "score": "1.50"}, {"name": "Émile", "born": 1840, "score": None}],
)
people = made["resource_id"]
holds("datastore_create")

found = action.datastore_search(resource_id=people, sort="born desc")
holds("datastore_search", [record["name"] for record in found["records"]] == ["Émile", "Ada"] and found["total"] == 2)
holds("q, in any field and case", action.datastore_search(resource_id=people, q="ÉMI")["total"] == 1)
holds("filters", action.datastore_search(resource_id=people, filters={"born": {"gt": 1820}})["total"] == 1)
holds("records_format", action.datastore_search(resource_id=people, records_format="csv", limit=1)["records"] == "1,Ada,1815,1.50\n")

action.datastore_upsert(
    resource_id=people, method="upsert", records=[{"name": "Ada", "born": 1816}, {"name": "Zoë", "born": 1900}]
)
born = {r["name"]: r["born"] for r in action.datastore_search(resource_id=people)["records"]}
holds("datastore_upsert", born == {"Ada": 1816, "Émile": 1840, "Zoë": 1900})

rows = action.datastore_search_sql(sql=f'SELECT count(*) AS n, max(born) AS last FROM "{people}"')["records"]
holds("datastore_search_sql", [(int(row["n"]), int(row["last"])) for row in rows] == [(3, 1900)])

info = action.datastore_info(id=people)
holds("datastore_info", [field["id"] for field in info["fields"]] == ["name", "born", "score"] and info["meta"]["count"] == 3)
holds("resource_show", action.resource_show(id=people)["datastore_active"] is True)
holds("resource_search", action.resource_search(query="name:people")["count"] >= 1)
dataset = action.package_show(id=action.package_list()[0])
holds("package_list and package_show", people in [resource["id"] for resource in dataset["resources"]])
holds("package_search", action.package_search(q="*:*", rows=5)["count"] == 1)
holds("organization_list", action.organization_list() == [])
holds("help_show", "datastore" in action.help_show(name="datastore_info") or len(action.help_show(name="datastore_info")) > 0)

with RemoteCKAN(url, apikey=token, get_only=True) as reader:
    holds("the same by GET", reader.action.datastore_search(resource_id=people, limit=1)["total"] == 3)

raises("NotFound", NotFound, lambda: action.datastore_search(resource_id="nothing-here"))
wrong = raises("ValidationError", ValidationError, lambda: action.datastore_search(resource_id=people, limit="x"))
holds("its words", wrong.error_dict["limit"] == ["Invalid integer", "Please enter an integer value"])
raises("ValidationError of a wrong value", ValidationError, lambda: action.datastore_upsert(resource_id=people, method="insert", records=[{"name": "x", "born": "never"}]))
raises("SearchQueryError", SearchQueryError, lambda: action.package_search(limit=5))
raises("NotAuthorized", NotAuthorized, lambda: RemoteCKAN(url, apikey="wrong").action.status_show())
raises("CKANAPIError for what is no action", CKANAPIError, lambda: action.no_such_action())

action.datastore_delete(resource_id=people, filters={"name": "Zoë"})
holds("datastore_delete of records", action.datastore_search(resource_id=people)["total"] == 2)
action.datastore_delete(resource_id=people)
raises("datastore_delete of a resource", NotFound, lambda: action.datastore_search(resource_id=people))

print(f"{held} hold")
