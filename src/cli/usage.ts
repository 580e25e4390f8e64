export const usage = `Usage: datastore-explorer <command> [options]

  serve [--port N] FILE…   Serve CSV and JSON files as a datastore on 127.0.0.1
  search                   Search the records of a resource on any CKAN portal

Options of search:
  --base-url URL     The portal: everything in front of /api/ or /dataset/
  --resource ID      Resource ID or alias, or the address of its page (then --base-url may be left out)
  --q TEXT           Text to search for
  --filters JSON     For example '{"stage": ["a", "b"], "year": 2020}'
  --fields A,B       Fields to give, in this order
  --sort TEXT        For example 'year desc, name'
  --limit N          At most N records; every matching record without it
  --format FORMAT    table (default), json, ndjson or csv

  --help, --version

An API token is read from the environment variable DATASTORE_TOKEN.
Exit codes: 0 ok, 2 usage, 3 the portal said no, 4 network, 130 cancelled.
`;
