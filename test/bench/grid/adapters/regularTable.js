import 'regular-table';
import { BlockCache } from '../data.mjs';

globalThis.cellSelector = 'td';
globalThis.mountGrid = (element, source) => {
  const table = document.createElement('regular-table');
  element.append(table);
  const cache = new BlockCache(source);
  table.setDataListener(async (left, top, right, bottom) => {
    const rows = await cache.rows(top, Math.min(bottom, source.count));
    const columns = source.fields.slice(left, right);
    return {
      num_rows: source.count,
      num_columns: source.fields.length,
      column_headers: columns.map(({ id }) => [id]),
      data: columns.map((_, index) => rows.map((row) => String(row[left + index]))),
    };
  });
  return table.draw();
};
