/** The universal VSIX, installed in a real VS Code: without an engine of its own it still explores portals, and says what it lacks. */
import path from 'node:path';
import { Explorer, shownRecords } from '../support/drivers/explorer.ts';
import { eventually } from '../support/drivers/eventually.ts';
import { FakeCkan } from '../support/fakes/fakeCkan.ts';
import { installExtension } from '../support/drivers/installExtension.ts';
import { buildDir } from '../../tools/vscode/projectPaths.ts';
import { useWorkbench } from '../support/drivers/useWorkbench.ts';
import { vsixOf } from '../support/drivers/vsix.ts';

const TREES = '0f3c1c2a-6a51-4b0c-9c7e-0d6c1f2a3b01';
const NO_ENGINE = /doesn't support local files/;

describe('The universal package', () => {
  const extensionsDir = path.join(buildDir, 'package', 'extensions');
  const city = new FakeCkan({
    title: 'City of Testville',
    resources: {
      [TREES]: { name: 'Trees', fields: [{ id: 'kind', type: 'text' }], rows: [['oak'], ['elm'], ['oak']] },
    },
  });
  let baseUrl = '';

  before('it is installed, and a portal listens', async function () {
    this.timeout(120_000);
    installExtension(vsixOf('universal'), extensionsDir);
    baseUrl = await city.listen();
  });
  const workbench = useWorkbench({ extensionsDir });
  after(() => city.close());
  const vsc = () => workbench().vsc;
  const explorer = () => new Explorer(vsc());

  it('explores a portal', async () => {
    await explorer().addPortal(`${baseUrl}/dataset/parks/resource/${TREES}`, 'City of Testville');
    await vsc().row('Trees').first().waitFor();
    await explorer().run({ q: 'oak' });
    const records = await explorer().records(/^2 matching records/);
    await eventually(async () => (await shownRecords(records)).map(({ kind }) => kind), ['oak', 'oak']);
  });

  for (const command of ['Open Local File…', 'Explore the Sample'])
    it(`says of ${command} what is missing, and what to do, before anything is asked`, async () => {
      await vsc().command(`Datastore: ${command}`);
      await vsc().command('Notifications: Show Notifications');
      const told = vsc().page.locator('.notifications-center', { hasText: NO_ENGINE });
      await told.getByText(/install the \S+ build from the Marketplace or Open VSX/).waitFor();
      await vsc().command('Notifications: Clear All Notifications');
      await told.waitFor({ state: 'hidden' });
    });
});
