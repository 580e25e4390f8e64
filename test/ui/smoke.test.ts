import { useWorkbench } from '../support/useWorkbench.ts';

describe('the packaged extension', () => {
  const workbench = useWorkbench();

  it('has its place in the activity bar', async () => {
    const { vsc } = workbench();
    await vsc.showSidebar('Datastore');
    await vsc.page.locator('.sidebar .pane-header', { hasText: 'Resources' }).waitFor();
  });
});
