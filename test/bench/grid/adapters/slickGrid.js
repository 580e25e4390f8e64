import Sortable from 'sortablejs';
import { SlickGrid } from 'slickgrid';
import 'slickgrid/dist/styles/css/slick.grid.css';
import 'slickgrid/dist/styles/css/slick-default-theme.css';
import { BlockCache } from '../data.mjs';

globalThis.Sortable = Sortable;
globalThis.cellSelector = '.slick-cell';
globalThis.mountGrid = (element, source) => {
  let grid;
  const cache = new BlockCache(source, (first, last) => {
    grid.invalidateRows(Array.from({ length: last - first }, (_, index) => first + index));
    grid.render();
  });
  const columns = source.fields.map(({ id }, index) => ({ id, name: id, field: index, width: 120 }));
  const view = { getLength: () => source.count, getItem: (row) => cache.row(row) ?? {} };
  grid = new SlickGrid(element, view, columns, { rowHeight: 24, nonce: globalThis.styleNonce });
};
