import { Explorer } from './explorer.ts';
import { useWorkbench } from './useWorkbench.ts';
import type { Workbench, WorkbenchOptions } from './workbench.ts';
import type { VSC } from '../../../tools/vscode/vsc.ts';
import type { FakeCkan } from '../fakes/fakeCkan.ts';

/**
 * A portal that listens and one VS Code beside it, for the tests of the surrounding `describe`. VS Code starts after
 * the portal and ends before it.
 */
export function useExplorer(
  portal: FakeCkan,
  options?: WorkbenchOptions,
): {
  readonly workbench: () => Workbench;
  readonly vsc: () => VSC;
  readonly explorer: () => Explorer;
  readonly baseUrl: () => string;
} {
  let baseUrl = '';
  before('a portal listens', async () => {
    baseUrl = await portal.listen();
  });
  const workbench = useWorkbench(options);
  after('the portal ends', () => portal.close());
  const vsc = () => workbench().vsc;
  return { workbench, vsc, explorer: () => new Explorer(vsc()), baseUrl: () => baseUrl };
}
