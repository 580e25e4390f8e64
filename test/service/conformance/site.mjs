// A CKAN site: sends requests, and creates and removes what cases need.
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { parseAnswer } from './exactAnswer.mjs';
import { filled, queryString } from './template.mjs';

const TIMEOUT_MS = 120_000;
/** Maximum number of resources in a dataset. */
const ROOM = 8;

export class Site {
  /** Undefined if the site doesn't report its version. */
  version;
  /** What the site can do, out of `packages` and `sql`. */
  abilities = new Set();
  #base;
  #token;
  #sendsTokenAlways;
  #run = randomBytes(4).toString('hex');
  #organization;
  #datasets = [];
  #resources = new Set();
  #made = new Map();
  #setups = 0;

  /** `sendsTokenAlways` is for a service that refuses all requests without it. */
  constructor(base, { token, sendsTokenAlways = false }) {
    this.#base = base.replace(/\/+$/, '');
    this.#token = token;
    this.#sendsTokenAlways = sendsTokenAlways;
  }

  async prepare() {
    this.version = (await this.action('status_show', {})).json?.result?.ckan_version;
    const made = await this.action('organization_create', { name: `suite-${this.#run}`, title: 'Conformance' });
    if (made.ok) {
      this.#organization = made.json.result.id;
      this.abilities.add('packages');
    }
    const sql = await this.action('datastore_search_sql', { sql: 'SELECT 1 AS one' });
    if (sql.ok || (sql.json?.error && !/not known/i.test(sql.text))) this.abilities.add('sql');
  }

  /** Returns names for the templates of a case. A setup that several cases share is made once. Throws if it fails. */
  async setUp(example) {
    const key = createHash('sha1')
      .update(JSON.stringify(example.setup ?? []))
      .digest('hex');
    if (this.#made.has(key)) return { ...this.#made.get(key) };
    this.#setups += 1;
    const names = { run: `${this.#run}_${this.#setups}`, package: '', none: '00000000-0000-4000-8000-000000000000' };
    if (JSON.stringify(example).includes('{{package}}') && this.#organization) names.package = await this.#room();
    for (const item of example.setup ?? []) await this.#make(item, names);
    this.#made.set(key, { ...names });
    return names;
  }

  /** Returns the answer with ids and addresses replaced by their names, as recorded. */
  async perform(step, names) {
    const headers = {};
    let body;
    if (step.body !== undefined || step.text !== undefined) headers['Content-Type'] = 'application/json';
    if (step.body !== undefined) body = JSON.stringify(filled(step.body, names));
    if (step.text !== undefined) body = filled(step.text, names);
    if (step.form !== undefined) {
      headers['Content-Type'] = 'application/x-www-form-urlencoded';
      body = queryString(step.form, names);
    }
    Object.assign(headers, step.headers);
    if (this.#token && (step.auth || this.#sendsTokenAlways)) headers.Authorization = this.#token;
    const query = queryString(step.query, names);
    const target = filled(step.path, names) + (query === '' ? '' : `?${query}`);
    const answer = await this.#send(step.method ?? 'POST', target, { headers, body });
    const hide = (text) => this.#hidden(text, names);
    const text = hide(answer.text);
    const shown = Object.entries(answer.headers).map(([name, value]) => [name, hide(String(value))]);
    return { ...answer, text, headers: Object.fromEntries(shown), json: parsed(text, parseAnswer) };
  }

  async cleanUp() {
    const quietly = (name, payload) => this.action(name, payload).catch(() => undefined);
    for (const id of this.#resources) await quietly('datastore_delete', { resource_id: id, force: true });
    if (!this.#organization) return;
    for (const { id } of this.#datasets) {
      // Purging a dataset keeps the tables that cases made without a setup.
      const shown = await quietly('package_show', { id });
      for (const resource of shown?.json?.result?.resources ?? [])
        if (resource.datastore_active) await quietly('datastore_delete', { resource_id: resource.id, force: true });
      await quietly('dataset_purge', { id });
    }
    await quietly('organization_purge', { id: this.#organization });
  }

  async action(name, payload) {
    const headers = { 'Content-Type': 'application/json', ...(this.#token && { Authorization: this.#token }) };
    const body = JSON.stringify(payload);
    const answer = await this.#send('POST', `/api/3/action/${name}`, { headers, body });
    const json = parsed(answer.text, JSON.parse);
    return { ...answer, json, ok: answer.status === 200 && json?.success === true };
  }

  async #make({ action, as, payload: template = {} }, names) {
    const payload = filled(template, names);
    if (action === 'dataset') names[as] = (await this.#dataset(payload)).id;
    else if (action === 'datastore_create' && as) names[as] = await this.#table(payload);
    else {
      const done = await this.action(action, payload);
      if (!done.ok) throw new Error(`${action}: ${done.status} ${done.text.slice(0, 500)}`);
    }
  }

  async #dataset(extra) {
    const name = `suite-${this.#run}-${this.#datasets.length}`;
    const { id } = await this.must('package_create', { name, owner_org: this.#organization, ...extra });
    const dataset = { id, resources: 0 };
    this.#datasets.push(dataset);
    return dataset;
  }

  /** Returns the id of a dataset with room for a resource. */
  async #room() {
    const last = this.#datasets.findLast(({ resources }) => resources > 0);
    const dataset = last && last.resources < ROOM ? last : await this.#dataset({});
    dataset.resources += 1;
    return dataset.id;
  }

  async #table(payload) {
    const resource = { ...payload.resource, package_id: payload.resource?.package_id ?? (await this.#room()) };
    return this.#noted((await this.must('datastore_create', { ...payload, resource })).resource_id);
  }

  /** Returns `result`. Throws if the action fails. */
  async must(name, payload) {
    const made = await this.action(name, payload);
    if (!made.ok) throw new Error(`${name}: ${made.status} ${made.text.slice(0, 500)}`);
    return made.json.result;
  }

  #noted(id) {
    this.#resources.add(id);
    return id;
  }

  #hidden(text, names) {
    const known = Object.entries(names).filter(([, value]) => value.length >= 8);
    const hidden = known.reduce((shown, [name, value]) => shown.replaceAll(value, `<${name}>`), text);
    return hidden.replaceAll(this.#base, '<base>');
  }

  /** Each request has its own connection, because servers close idle ones at any time. */
  #send(method, target, { headers, body }) {
    const url = new URL(this.#base + target);
    const payload = body === undefined ? undefined : Buffer.from(body);
    const hasBody = payload !== undefined || !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const all = { ...headers, ...(hasBody && { 'Content-Length': payload?.length ?? 0 }) };
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const sent = request(url, { method, headers: all, agent: false, timeout: TIMEOUT_MS }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status, headers: given } = response;
          resolve({ status, headers: given, bytes, text: bytes.toString('utf8') });
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
      sent.on('error', reject);
      sent.end(payload);
    });
  }
}

function parsed(text, parse) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
