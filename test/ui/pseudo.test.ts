/** The main job in the pseudo language: no English is left, and nothing is cut off. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { message as answerOf } from '../faults/rawServer.ts';
import { cell, Explorer } from '../support/drivers/explorer.ts';
import { refusal } from '../support/fakes/fakeCkan.ts';
import { FaultyCkan } from '../support/fakes/faultyCkan.ts';
import { pseudo } from '../support/pages/pseudoLanguage.ts';
import { PseudoReader } from '../support/pages/pseudoReader.ts';
import { until } from '../../tools/vscode/until.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { projectRoot } from '../../tools/vscode/projectPaths.ts';

const LESSONS = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b31';
const SUBJECTS = ['алгебра', 'музыка', null];

const manifest = JSON.parse(fs.readFileSync(path.join(projectRoot, 'package.nls.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const word = (key: string) => pseudo(manifest[key] ?? '');

describe('In the pseudo language', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'ui-pseudo-')));
  let portal: FaultyCkan;
  before('there are a portal and a file', async () => {
    fs.writeFileSync(path.join(folder, 'книга.csv'), 'слово,число\nодин,1\nдва,2\nтри\n');
    portal = await FaultyCkan.start({
      title: 'Город',
      resources: {
        [LESSONS]: {
          name: 'Уроки',
          fields: [
            { id: 'предмет', type: 'text' },
            { id: 'ступень', type: 'int4' },
          ],
          rows: Array.from({ length: 60 }, (_, index) => [SUBJECTS[index % 3] ?? null, index % 4]),
        },
      },
    });
  });
  const workbench = useWorkbench({ pseudo: true, viewport: { width: 1200, height: 900 }, folder });
  after('they go', async () => {
    await portal.close();
    fs.rmSync(folder, { recursive: true });
  });
  const vsc = () => workbench().vsc;
  const quickInput = () => vsc().quickInput;
  const explorer = () => new Explorer(vsc());
  /** VS Code's own way to join category and title is translated, too. */
  const run = (command: string) => vsc().command(`⟦${word('container.title')}: ${word(`command.${command}.title`)}⟧`);
  const leave = () => vsc().page.keyboard.press('Escape');
  const picks = async () => {
    await quickInput().rows().first().waitFor();
    await look('picks');
  };
  /** What is said once the progress is over. */
  const message = () =>
    vsc()
      .page.locator('.notification-toast')
      .filter({ hasNot: vsc().page.locator('.monaco-progress-container.active') });
  const toast = async () => {
    await message().waitFor();
    await look('message');
    await message().hover();
    await message().locator('.codicon-notifications-clear').click();
    await message().waitFor({ state: 'detached' });
  };

  const tooltipOf = async (row: Locator) => {
    // A resource's comes when it is asked for: until then VS Code shows a word of its own.
    await vsc().tooltip(row, /^(?!.*Loading)/s);
    await look('tooltip');
  };

  /** What is English or has no room, by where it is shown. */
  let found: string[] = [];
  const look = async (where: string) => {
    const reader = new PseudoReader(vsc().page);
    const texts = [...(await reader.english()), ...(await reader.cutOff()).map((text) => `CUT ${text}`)];
    if (texts.length > 0) await workbench().screenshot(`pseudo ${where}`);
    found.push(...texts.map((text) => `${where}: ${text}`));
  };
  const step = (title: string, work: () => Promise<void>) =>
    it(title, async () => {
      found = [];
      await work();
      await look('at the end');
      assert.deepEqual([...new Set(found)], []);
    });

  step('the empty view and the empty form', async () => {
    await vsc().showSidebar(word('container.title'));
    await explorer().form();
  });

  step('a portal is added: an address that is none, its name, its first resource', async () => {
    await run('addPortal');
    await quickInput().enter('ftp://город');
    await quickInput().rows().first().waitFor();
    await look('address');
    await quickInput().enter(`${portal.baseUrl}/dataset/школа/resource/${LESSONS}`);
    await until(async () => (await quickInput().box().inputValue()) === 'Город', 'its name');
    await look('name');
    await quickInput().accept();
    await vsc().row('Уроки').waitFor();
  });

  for (const row of ['Город', 'Уроки'])
    step(`tooltip and menu of ${row} in the tree`, async () => {
      await tooltipOf(vsc().row(row).first());
      await vsc().row(row).first().click({ button: 'right' });
      await vsc().page.locator('.monaco-menu .action-item').first().waitFor();
      await look('menu');
      await leave();
    });

  step('questions for a resource, a connection and a token', async () => {
    await run('addResource');
    await quickInput().enter('http://');
    await quickInput().message().waitFor();
    await look('resource');
    await leave();
    await run('testConnection');
    await picks();
    await quickInput().rows().first().click();
    await toast();
    await run('setToken');
    await picks();
    await quickInput().rows().first().click();
    await quickInput().title().waitFor();
    await look('token');
    await leave();
  });

  step('the form: choices, types, what is wrong in it, and filters as JSON', async () => {
    const form = await explorer().select('Уроки');
    await form.locator('#add-filter').click();
    const row = form.locator('.filter-row').last();
    await row.locator('.combo-button').click();
    await row.getByRole('option', { name: 'ступень' }).waitFor();
    await look('fields');
    await row.getByRole('option', { name: 'ступень' }).click();
    await row.locator('.value-input').fill('много');
    await row.locator('.value-input').press('Enter');
    await form.locator('#limit').fill('много');
    await form.locator('#q').focus();
    await (await explorer().problem('limit')).waitFor();
    await look('problems');
    await form.locator('#limit').fill('');
    await row.locator('.icon-button').last().click();
    await form.locator('#filters-json-toggle').click();
    await form.locator('#filters-json').fill('{');
    await form.locator('#q').focus();
    await (await explorer().problem('filters')).waitFor();
    await look('JSON');
    await form.locator('#filters-json').fill('{}');
    await form.locator('#filters-json-toggle').click();
  });

  const records = () => explorer().records(/[45]0/);

  step('records, a filter and a sort', async () => {
    await explorer().run({ filters: [{ field: 'предмет', values: ['алгебра', 'музыка'] }] });
    await (await cell(await explorer().records(/40/), 2, 'ступень')).click();
    await run('sortDescending');
    await (await records()).locator('.chip').nth(1).waitFor();
  });

  step('the filter of a field, its menu and its statistics', async () => {
    await run('filterField');
    await (await records()).locator('[role=dialog] [role=option]').first().waitFor();
    await look('filter');
    await leave();
    await run('showFieldMenu');
    await (await records()).getByRole('menu').waitFor();
    await look('menu');
    await leave();
    await run('showFields');
    await (await records()).locator('.bars, .bar-row, [role=list]').first().waitFor();
    await look('fields');
    await leave();
  });

  step('Find, Go to Row, the record and copying', async () => {
    await run('findInRecords');
    await (await records()).getByRole('search').getByRole('textbox').first().fill('муз');
    await (await records()).locator('.find-words').filter({ hasText: '20' }).first().waitFor();
    await look('find');
    await leave();
    await run('goToRow');
    await (await records()).locator('#row-words').waitFor();
    await look('row');
    await leave();
    await run('showRecord');
    await (await records()).getByRole('complementary').locator('dd').first().waitFor();
    await look('record');
    await leave();
    await run('toggleRawValues');
    await run('copyCellsAs');
    await picks();
    await leave();
  });

  step('Export: formats, places, and what was written', async () => {
    await run('exportRecords');
    await picks();
    await quickInput().rows().first().click();
    await until(async () => (await quickInput().rows().count()) === 3, 'three places');
    await picks();
    await quickInput().rows().last().click();
    await toast();
  });

  step('errors: access denied, an answer that is none, a portal that is gone', async () => {
    const accessDenied = refusal(403, 'Authorization Error', { message: 'Доступ закрыт' }).text;
    for (const [what, answer] of [
      ['refused', answerOf(403, {}, accessDenied)],
      ['a web page', answerOf(200, {}, '<!DOCTYPE html><title>Вход</title>')],
      ['nothing', answerOf(404, {}, '')],
    ] as const) {
      portal.fault = (_request, socket) => socket.write(answer);
      const form = await explorer().form();
      await form.locator('#run').click();
      await (await explorer().panel()).locator('.banner .message').first().waitFor();
      await form.locator('.message.error').first().waitFor();
      await look(what);
    }
    portal.fault = undefined;
    await (await explorer().form()).locator('#run').click();
    await (await explorer().panel()).locator('.banner .message').waitFor({ state: 'detached' });
  });

  step('a local file: how it is read, what could not be read, its tooltip', async () => {
    await run('openLocalFile');
    await quickInput().openFile(path.join(folder, 'книга.csv'), 'книга.csv');
    await (await explorer().importOptions('книга.csv')).locator('.first-rows').waitFor();
    await look('import options');
    await explorer().acceptOptions('книга.csv');
    const openAnyway = (await explorer().panel()).getByRole('button', {
      name: word('command.openWithoutUnreadable.title'),
    });
    await openAnyway.waitFor();
    await look('refused');
    await openAnyway.click();
    await explorer().records(/2/);
    await tooltipOf(vsc().row(/книга\.csv.*2/));
  });

  step('Remove Portal asks', async () => {
    await run('removePortal');
    await picks();
    await quickInput().rows().first().click();
    await vsc().page.locator('.monaco-dialog-box').waitFor();
    await look('question');
    await leave();
  });

  step('nothing is cut off in a window of 400 px', async () => {
    await explorer().select('Уроки');
    await workbench().page.setViewportSize({ width: 400, height: 900 });
    await (await explorer().form()).locator('#run').click();
    await explorer().records(/40/);
    await look('form');
    await vsc().page.keyboard.press('Control+b');
    await vsc().page.locator('.part.sidebar').waitFor({ state: 'hidden' });
    await look('panel');
    await run('findInRecords');
    await look('find');
    await leave();
    await run('filterField');
    await look('filter');
    await leave();
  });
});
