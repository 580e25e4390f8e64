import { AllCommunityModule, createGrid, ModuleRegistry, themeQuartz } from 'ag-grid-community';

ModuleRegistry.registerModules([AllCommunityModule]);
globalThis.cellSelector = '.ag-cell';
globalThis.mountGrid = (element, source) => {
  createGrid(element, {
    theme: themeQuartz.withParams({ rowHeight: 24, headerHeight: 28 }),
    styleNonce: globalThis.styleNonce,
    columnDefs: source.fields.map(({ id }, index) => ({
      colId: id,
      headerName: id,
      width: 120,
      valueGetter: ({ data }) => data?.[index],
      cellDataType: false,
    })),
    rowModelType: 'infinite',
    cacheBlockSize: 200,
    maxBlocksInCache: 8,
    infiniteInitialRowCount: source.count,
    datasource: {
      rowCount: source.count,
      getRows: ({ startRow, endRow, successCallback }) => {
        void source
          .getRows(startRow, Math.min(endRow, source.count))
          .then((rows) => successCallback(rows, source.count));
      },
    },
  });
};
