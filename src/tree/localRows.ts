import { type LocalFiles, nameOfListed } from '../sources/local/localFiles.ts';
import { localFacts } from './localFacts.ts';
import type { PortalLook } from '../sources/portalSource.ts';
import type { ResourceNode } from './resourceNode.ts';

export async function localNodes(files: LocalFiles, look: PortalLook): Promise<readonly ResourceNode[]> {
  const list = await files.list();
  const names = list.map(nameOfListed);
  return Promise.all(
    list.map(async (listed, index) => {
      const name = nameOfListed(listed);
      const hasNamesake = names.some((other, place) => place !== index && other === name);
      const local = await localFacts(listed, files, hasNamesake);
      const resource = { id: listed.id, name };
      return { kind: 'resource', portal: files.portal, look, resource, hasToken: false, local } as const;
    }),
  );
}
