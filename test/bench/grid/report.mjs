/** Ratios rival : ours, and what is not a time. */

/** Returns false where our grid is slower than another one, or misses a requirement. */
export function report(figures, load) {
  const [ours] = figures.get('ours') ?? [];
  if (ours === undefined) throw new Error('Without ours there is nothing to compare with.');
  const rounds = figures.get('ours').length;
  const range = [Math.min(...load), Math.max(...load)].map((each) => each.toFixed(1));
  console.log(
    `medians of ${rounds} interleaved rounds, load ${range.join(' to ')}; rival : ours, above 1 ours is ahead\n`,
  );
  let isAhead = true;
  const rivals = [...figures.keys()].filter((grid) => grid !== 'ours');
  for (const name of [
    'arrival, 32k x 20 (ms)',
    'first paint, 1M x 20 async (ms)',
    'main thread for a step of the wheel, 1M (ms)',
    'heap, 1M (MB)',
  ]) {
    const own = median(figures.get('ours'), name);
    const ratios = rivals.map((grid) => {
      const ratio = median(figures.get(grid), name) / own;
      isAhead &&= ratio > 1;
      return `${grid} ${ratio.toFixed(2)}${ratio > 1 ? '' : ' (behind)'}`;
    });
    console.log(`${name.padEnd(46)} ${ratios.join('  ')}  (ours ${own.toFixed(1)})`);
  }
  console.log('');
  for (const name of Object.keys(ours).filter((each) => /blank|10M|faults/.test(each))) {
    const values = [...figures].map(([grid, runs]) => `${grid} ${shown(runs, name)}`);
    console.log(`${name.padEnd(46)} ${values.join('  ')}`);
  }
  const exact = figures
    .get('ours')
    .every((run) => run['last row reached, 10M'] && run['rows moved by 20 notches of 240 px, 10M'] === 200);
  const clean = figures.get('ours').every((run) => run.faults === 0);
  console.log(
    `\n${isAhead ? 'ahead of each' : 'NOT ahead of each'}; ${exact ? 'exact' : 'NOT exact'} at 10M; ${clean ? 'no' : 'SOME'} violations of the policy`,
  );
  return isAhead && exact && clean;
}

function shown(runs, name) {
  const [first] = runs.map((run) => run[name]);
  if (typeof first === 'boolean') return runs.every((run) => run[name]) ? 'yes' : 'no';
  return median(runs, name).toFixed(name.includes('share') ? 2 : 0);
}

function median(runs, name) {
  const sorted = runs.map((run) => run[name]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
