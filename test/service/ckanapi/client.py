"""An independent client, ckanapi from PyPI, on `datastore-explorer serve people.csv`: prints a line for each thing that holds.

Run by run.mjs, which gives DATASTORE_URL and DATASTORE_TOKEN.
"""
import os

from ckanapi import RemoteCKAN
from ckanapi.errors import CKANAPIError, NotAuthorized, NotFound, ValidationError

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

dataset = action.package_show(id=action.package_list()[0])
people = dataset["resources"][0]["id"]
holds("package_list and package_show", [resource["name"] for resource in dataset["resources"]] == ["people.csv"])
holds("resource_show", action.resource_show(id=people)["datastore_active"] is True)

found = action.datastore_search(resource_id=people, sort="born desc")
holds("datastore_search", [record["name"] for record in found["records"]] == ["Émile", "Ada"] and found["total"] == 2)
holds("q, in any field and case", action.datastore_search(resource_id=people, q="ÉMI")["total"] == 1)
holds("filters", action.datastore_search(resource_id=people, filters={"born": {"gt": 1820}})["total"] == 1)
holds("records_format", action.datastore_search(resource_id=people, records_format="csv", limit=1)["records"] == "1,Ada,1815,1.50\n")

rows = action.datastore_search_sql(sql=f'SELECT count(*) AS n, max(born) AS last FROM "{people}"')["records"]
holds("datastore_search_sql", [(int(row["n"]), int(row["last"])) for row in rows] == [(2, 1840)])

info = action.datastore_info(id=people)
holds("datastore_info", [field["id"] for field in info["fields"]] == ["name", "born", "score"] and info["meta"]["count"] == 2)
holds("help_show", "datastore" in action.help_show(name="datastore_info") or len(action.help_show(name="datastore_info")) > 0)

with RemoteCKAN(url, apikey=token, get_only=True) as reader:
    holds("the same by GET", reader.action.datastore_search(resource_id=people, limit=1)["total"] == 2)

raises("NotFound", NotFound, lambda: action.datastore_search(resource_id="nothing-here"))
wrong = raises("ValidationError", ValidationError, lambda: action.datastore_search(resource_id=people, limit="x"))
holds("its words", wrong.error_dict["limit"] == ["Invalid integer", "Please enter an integer value"])
raises("NotAuthorized", NotAuthorized, lambda: RemoteCKAN(url, apikey="wrong").action.status_show())
raises("CKANAPIError for what is no action", CKANAPIError, lambda: action.no_such_action())

raises("NotAuthorized to write", NotAuthorized, lambda: action.datastore_upsert(resource_id=people, records=[]))

print(f"{held} hold")
