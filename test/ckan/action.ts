/** CKAN's action API by hand: the loader must not stand on what it helps to test. */

export interface Actor {
  readonly baseUrl: string;
  readonly token: string;
}

/** @throws ActionError for any answer but success */
export async function action<T>(actor: Actor, name: string, body: unknown): Promise<T> {
  const response = await fetch(`${actor.baseUrl}/api/3/action/${name}`, {
    method: 'POST',
    // CKAN's server closes a kept connection after two idle seconds, perhaps just as the next request comes.
    headers: { 'content-type': 'application/json', authorization: actor.token, connection: 'close' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new ActionError(name, response.status, text);
  return (JSON.parse(text) as { result: T }).result;
}

export class ActionError extends Error {
  readonly status: number;

  constructor(name: string, status: number, text: string) {
    super(`${name}: ${status} ${text.slice(0, 1000)}`);
    this.status = status;
  }
}
