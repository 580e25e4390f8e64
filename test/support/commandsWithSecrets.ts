/** Commands and lines of programs that hold a secret, as people paste them. Most of them can't be taken apart. */

const API = 'https://data.example.org/api/3/action/datastore_search';

/** What none of them may leave behind. */
export const CANARY = /hunter2|s3cr3t|0123456789abcdef/;

export const COMMANDS_WITH_SECRETS: readonly string[] = [
  // curl
  `curl -u alice:hunter2secret -d @query.json ${API}`,
  `curl --user alice:hunter2secret ${API}`,
  `curl -ualice:hunter2secret ${API}?resource_id=abc`,
  `curl -b 'auth_tkt=0123456789abcdef0123' -d @q.json ${API}`,
  `curl --oauth2-bearer s3cr3ttokenvalue -d @q.json ${API}`,
  `curl -H "X-CKAN-API-Key: s3cr3t" -d @q.json ${API}`,
  `curl -H "Authorization: s3cr3t" -d @q.json ${API}`,
  `curl -H "Ocp-Apim-Subscription-Key: s3cr3t" -d @q.json ${API}`,
  `curl -H "X-Auth-Token: s3cr3t" -d @q.json ${API}`,
  `curl -H "Private-Token: s3cr3t" -d @q.json ${API}`,
  `curl -H "apikey: s3cr3t" -d @q.json ${API}`,
  `curl -H "X-Gravitee-Api-Key: s3cr3t" -d @q.json ${API}`,
  `curl -x http://proxy:8080 -U puser:s3cr3t -d @q.json ${API}`,
  `curl -sub:s3cr3t -d @q.json ${API}`,
  `curl -sSLu alice:hunter2secret -d @q.json ${API}`,
  `curl --user=alice:hunter2secret -d @q.json ${API}`,
  `curl -u 'alice:hunter2 with blanks s3cr3t' -d @q.json ${API}`,
  `curl -u $'alice:\\x41s3cr3t' -d @q.json ${API}`,
  `curl -u"alice:hunter2secret" -d @q.json ${API}`,
  `curl \\\n  -u \\\n  alice:hunter2secret \\\n  -d @q.json ${API}`,
  `curl ^\r\n  -u alice:hunter2secret ^\r\n  -d @q.json ${API}`,
  `curl -H $'Authorization: Bearer s3cr3t' -d @q.json ${API}`,
  `curl -H 'Cookie: session=0123456789abcdef' -d @q.json ${API}`,
  `curl --cookie "ckan=0123456789abcdef" -d @q.json ${API}`,
  `curl -E cert.pem:s3cr3t -d @q.json ${API}`,
  `curl --proxy-user puser:s3cr3t -d @q.json ${API}`,
  `curl -d 'api_key=s3cr3t' -d @q.json ${API}`,
  `curl -F token=s3cr3t -F file=@a.csv ${API}`,
  `curl -d @q.json https://alice:hunter2@data.example.org/api/3/action/datastore_search`,
  `$ curl -u alice:hunter2secret data.example.org`,
  `curl.exe -u alice:hunter2secret -d '@q.json' ${API}`,
  `/usr/bin/curl -u alice:hunter2secret -d @q.json ${API}`,
  `sudo curl -u alice:hunter2secret -d @q.json ${API}`,
  `TOKEN=s3cr3t curl -H "Authorization: $TOKEN" -d @q.json ${API}`,
  `export TOKEN=s3cr3t; curl -H "Authorization: $TOKEN" -d @q.json ${API}`,
  `curl -u alice:hunter2`,
  // wget
  `wget --password=hunter2secret --user=alice ${API}`,
  `wget --http-user alice --http-password hunter2secret ${API}`,
  `wget --header='X-API-Key: s3cr3t' ${API}`,
  `wget --header "Authorization: s3cr3t" --post-file q.json ${API}`,
  // httpie and its relatives
  `http -a alice:hunter2secret ${API}`,
  `http --auth=alice:hunter2secret ${API} resource_id==x`,
  `https data.example.org/api/3/action/datastore_search X-API-Key:s3cr3t`,
  `http ${API} "Authorization:Bearer s3cr3t"`,
  `http -A bearer -a s3cr3t ${API} @q.json`,
  `xh -a alice:hunter2 ${API}`,
  // ckanapi
  `ckanapi action datastore_search -a s3cr3t-key -I q.json -r https://data.example.org`,
  `ckanapi action datastore_search --apikey=s3cr3t-key resource_id=@x -r https://data.example.org`,
  `ckanapi dump datasets --all -r https://data.example.org -a s3cr3t`,
  // PowerShell
  `Invoke-RestMethod -Uri ${API} -Headers @{ Authorization = "s3cr3t" }`,
  `Invoke-RestMethod ${API} -Headers @{'Private-Token'='s3cr3t'} -InFile q.json`,
  `irm ${API} -Authentication Bearer -Token (ConvertTo-SecureString "s3cr3t" -AsPlainText)`,
  `PS C:\\> Invoke-WebRequest ${API} -Headers @{ "X-API-Key" = "s3cr3t" }`,
  `$headers = @{ Authorization = 's3cr3t' }\nInvoke-RestMethod ${API} -Headers $headers`,
  // Python
  `requests.get('${API}', auth=('alice', 'hunter2secret'))`,
  `RemoteCKAN('https://data.example.org', apikey='s3cr3t').action.package_list()`,
  `requests.post(url, headers={"Private-Token": "s3cr3t"}, json=query)`,
  `session.auth = ('alice', 'hunter2secret')`,
  `requests.get(url, auth=HTTPBasicAuth('alice', 'hunter2secret'))`,
  `r = requests.get('${API}', cookies={'auth_tkt': '0123456789abcdef'})`,
  `httpx.get("${API}", headers={"Authorization": f"Bearer s3cr3t"})`,
  `requests.post('${API}', json={"bearer": "s3cr3t"})`,
  // JavaScript
  `fetch('${API}', { headers: { Authorization: 's3cr3t' } })`,
  `fetch("${API}", {headers: {"X-API-Key": "s3cr3t"}})`,
  `xhr.setRequestHeader('Authorization', 's3cr3t')`,
  `superagent.get('${API}').auth('alice', 'hunter2secret')`,
  `axios.get('${API}', { auth: { username: 'alice', password: 'hunter2' } })`,
  `headers.append("Private-Token", "s3cr3t")`,
  // R
  `GET("${API}", authenticate("alice", "hunter2secret"))`,
  `httr::GET("${API}", add_headers(Authorization = "s3cr3t"))`,
  `request("${API}") |> req_auth_bearer_token("s3cr3t")`,
  `ckanr_setup(url = "https://data.example.org", key = "s3cr3t")`,
  // Files and requests
  `machine data.example.org login alice password hunter2secret`,
  `GET /api/3/action/datastore_search HTTP/1.1\nHost: data.example.org\nPrivate-Token: s3cr3t`,
  `POST ${API}\nX-Auth-Token: s3cr3t\n\n{"limit": 5}`,
];
