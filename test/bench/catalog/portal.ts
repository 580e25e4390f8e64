/**
 * Serves a portal of generated datasets from a process of its own. It prints its address, and ends with the process
 * that started it.
 */
import { generatedDatasets } from '../../support/fakes/fakeCatalog.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

const datasets = generatedDatasets(Number(process.argv[2]));
const portal = new FakeCkan({ resources: {}, catalog: { datasets } });
process.send?.(await portal.listen());
process.on('disconnect', () => process.exit());
