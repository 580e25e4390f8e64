/** Pictures of reference charts that were looked at, in test/fixtures/charts/, beside what a page shows now. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { projectRoot } from '../../../../tools/vscode/projectPaths.ts';

const FOLDER = path.join(projectRoot, 'test', 'fixtures', 'charts');
/** Stored pictures are this share of the page's size, so that other edges of letters hardly count. */
const SCALE = 0.35;
/** A pixel differs if one of its colors does by more than this, of 255. */
const MOST_COLOR_DIFFERENCE = 90;
/** `UPDATE_PICTURES=1` stores the pictures anew, to be looked at before they are committed. */
const stores = process.env['UPDATE_PICTURES'] === '1';

/** The share of pixels that differ from the stored picture, from 0 to 1. Throws if none is stored. */
export async function differenceFromStored(page: Page, name: string, screenshot: Buffer): Promise<number> {
  const file = path.join(FOLDER, `${name}.jpg`);
  if (stores) {
    fs.mkdirSync(FOLDER, { recursive: true });
    fs.writeFileSync(file, Buffer.from(await reduced(page, screenshot), 'base64'));
  }
  return pictureDifference(page, fs.readFileSync(file), screenshot);
}

/** The share of pixels of a stored picture that differ from a screenshot, which is reduced to its size. */
export function pictureDifference(page: Page, stored: Buffer, screenshot: Buffer): Promise<number> {
  return page.evaluate(
    async ([one, other, most]) => {
      const bitmaps = await Promise.all(
        [one, other].map((base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          return createImageBitmap(new Blob([bytes]));
        }),
      );
      const [{ width, height } = { width: 0, height: 0 }] = bitmaps;
      const [a, b] = bitmaps.map((bitmap) => {
        const context = new OffscreenCanvas(width, height).getContext('2d')!;
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, width, height);
        return context.getImageData(0, 0, width, height).data;
      });
      let different = 0;
      for (let at = 0; at < width * height * 4; at += 4) {
        const isFar = [0, 1, 2].some((color) => Math.abs((a?.[at + color] ?? 0) - (b?.[at + color] ?? 0)) > most);
        if (isFar) different += 1;
      }
      return different / (width * height);
    },
    [stored.toString('base64'), screenshot.toString('base64'), MOST_COLOR_DIFFERENCE] as const,
  );
}

function reduced(page: Page, screenshot: Buffer): Promise<string> {
  return page.evaluate(
    async ([base64, scale]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
      const text = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte)).join('');
      return btoa(text);
    },
    [screenshot.toString('base64'), SCALE] as const,
  );
}
