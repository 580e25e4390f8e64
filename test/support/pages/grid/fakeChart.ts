/** A chart as a list of buttons, one for each row, for tests of what surrounds a chart. */
import { plainText } from '../../../../src/webview/panel/resultGrid.ts';
import type { ChartModule, ChartSource, ResolvedChoice } from '../../../../src/webview/chart/chartContract.ts';
import { element } from '../../../../src/webview/ui/element.ts';

const module: ChartModule = {
  openChart: (holder, { onOpen, onEscape }) => {
    const list = element('div', 'fake-chart', { role: 'figure', tabindex: '0' });
    holder.append(list);
    list.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') onEscape();
    });
    let used: ResolvedChoice = { kind: 'bars' };
    let shown: ChartSource | undefined;
    return {
      show: (source, choice) => {
        const { fields, summary, rows, title } = source;
        const [across, color] = summary ? summary.groups.map((_, place) => fields[place]?.id) : [fields[0]?.id];
        const up = fields[summary?.groups.length ?? 1]?.id ?? '';
        used = { kind: 'bars', up, ...(across && { across }), ...(color && { color }), ...choice };
        shown = source;
        list.ariaLabel = title;
        list.replaceChildren(
          ...rows.map((row, place) => {
            const mark = element('button', 'fake-mark', {}, row.map(plainText).join(' '));
            mark.addEventListener('click', () => onOpen(place));
            return mark;
          }),
        );
        return { remarks: [], used };
      },
      focus: () => list.focus(),
      svg: ({ width, footer }) => `<svg>${JSON.stringify({ width, footer, used, rows: shown?.rows.length })}</svg>`,
      png: () => Promise.resolve(new Uint8Array([137, 80, 78, 71, 255])),
      dispose: () => list.remove(),
    };
  },
};
Object.assign(window, { DatastoreChart: module });
