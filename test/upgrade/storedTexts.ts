import type { Page } from 'playwright-core';

/** The texts that an extension has stored with VS Code, by their key, as they stand in the browser's databases. */
export interface StoredTexts {
  readonly global: string;
  readonly workspace: string;
}

/** Reads them from the running VS Code `page`, which writes them some seconds after each change. */
export function storedTexts(page: Page, extensionId: string): Promise<StoredTexts> {
  return page.evaluate(async (key) => {
    const read = (database: string): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open(database);
        request.onerror = () => reject(new Error(`${database} can't be opened`));
        request.onsuccess = () => {
          const value = request.result.transaction('ItemTable').objectStore('ItemTable').get(key);
          value.onsuccess = () => resolve(value.result as string | undefined);
          value.onerror = () => reject(new Error(`${database} can't be read`));
        };
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const texts = await Promise.all(
      names
        .filter((name) => name.startsWith('vscode-web-state-db-'))
        .map(async (name) => ({ isGlobal: name.endsWith('-global'), text: await read(name) })),
    );
    return {
      global: texts.find(({ isGlobal }) => isGlobal)?.text ?? '',
      workspace: texts.find(({ isGlobal, text }) => !isGlobal && text !== undefined)?.text ?? '',
    };
  }, extensionId);
}
