/** The releases of CKAN that are asked: the newest of each line. */

export const CKAN_VERSIONS = ['2.10.11', '2.11.6', '2.12.0'] as const;
export type CkanVersion = (typeof CKAN_VERSIONS)[number];

/** The release for tests that need only one. */
export const USUAL_VERSION = '2.11.6' satisfies CkanVersion;

/** @throws Error that lists the versions */
export function ckanVersion(text: string): CkanVersion {
  const version = CKAN_VERSIONS.find((known) => known === text);
  if (version === undefined) throw new Error(`No CKAN "${text}". Versions: ${CKAN_VERSIONS.join(', ')}`);
  return version;
}
