/** A portal of generated datasets in a process of its own: says its address, and ends with whoever started it. */
import { generatedDatasets } from '../../support/fakes/fakeCatalog.ts';
import { FakeCkan } from '../../support/fakes/fakeCkan.ts';

const datasets = generatedDatasets(Number(process.argv[2]));
const portal = new FakeCkan({ resources: {}, catalog: { datasets } });
process.send?.(await portal.listen());
process.on('disconnect', () => process.exit());
