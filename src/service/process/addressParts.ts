import { decoded, hostIn } from '../../base/urlParts.ts';

interface AddressParts<Encryption> {
  readonly host: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly schema: string | undefined;
  readonly encryption: Encryption | undefined;
}

/** Reads an address whose parameter `flag` names the encryption. Undefined for an unknown parameter or value. */
export function addressParts<Encryption>(
  url: URL,
  flag: string,
  encryptions: ReadonlyMap<string, Encryption>,
): AddressParts<Encryption> | undefined {
  const {
    [flag]: name,
    schema,
    user = decoded(url.username),
    password = decoded(url.password),
    ...others
  } = Object.fromEntries(url.searchParams);
  const encryption = name === undefined ? undefined : encryptions.get(name);
  if ((name !== undefined && encryption === undefined) || Object.keys(others).length > 0) return undefined;
  const texts = { user: addressPart(user), password: addressPart(password), schema: addressPart(schema) };
  return { host: hostIn(url), ...texts, encryption };
}

export function addressPart(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
