// A site whose tables are made in the embedded datastore, and then copied into an engine behind our service.

const PAGE = 32_000;

export class EngineSite {
  /** An engine is only read, by `datastore_search` and actions based on it. */
  abilities = new Set();
  #making;
  #asked;
  #create;
  /** Ids of the copies by the ids of the resources. */
  #copies = new Map();

  /** `making` is a Site of the embedded datastore, `asked` one of the engine; for `create` see engines.mjs. */
  constructor(making, asked, create) {
    this.#making = making;
    this.#asked = asked;
    this.#create = create;
  }

  async setUp(example) {
    const names = await this.#making.setUp(example);
    for (const { as } of example.setup ?? []) if (as) names[as] = await this.#copyOf(names[as]);
    return names;
  }

  /** Engines return as many digits of timestamps as needed, but CKAN always three. */
  spelled(value) {
    return JSON.parse(JSON.stringify(value).replace(/(T\d\d:\d\d:\d\d)\.(\d*?)0*(?!\d)/g, digitsOf));
  }

  perform(step, names) {
    return this.#asked.perform(step, names);
  }

  /** If a copy can't be made, this rejects for each of its cases. */
  #copyOf(resource_id) {
    const copy = this.#copies.get(resource_id) ?? this.#copied(resource_id);
    this.#copies.set(resource_id, copy);
    return copy;
  }

  /** Copies a resource under its name, and returns the id that our service gives the table. */
  async #copied(resource_id) {
    const { fields } = await this.#making.must('datastore_info', { resource_id });
    const pages = [];
    for (let offset = 0, count = PAGE; count === PAGE; offset += PAGE) {
      const query = { resource_id, limit: PAGE, offset, sort: '_id' };
      const { text, json } = await this.#making.action('datastore_search', query);
      pages.push(text);
      count = json.result.records.length;
    }
    await this.#create(resource_id, fields, pages);
    return (await this.#asked.must('datastore_search', { resource_id, limit: 0 })).resource_id;
  }
}

function digitsOf(_, second, digits) {
  return digits === '' ? second : `${second}.${digits}`;
}
