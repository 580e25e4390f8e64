/** The columns of a result that a chart draws. */
import type { WireCell } from '../../base/cells.ts';
import { fill } from '../../base/words.ts';
import { type Measure, type SummaryGroup, summaryColumns } from '../../datastore/query/summary.ts';
import type { ChartChoice } from '../../datastore/query/chartChoice.ts';
import type { ChartStrings } from '../../messages/chartStrings.ts';
import type { GridField } from '../../messages/gridProtocol.ts';
import { groupPhrase, measurePhrase } from '../../messages/summaryPhrase.ts';
import { visibleText } from '../ui/visibleText.ts';
import type { ChartSource, NoDrawing } from './chartContract.ts';

export interface ChartColumn {
  /** The position of its cells in each row. */
  readonly place: number;
  readonly field: GridField;
  /** Words for people, without the unit. */
  readonly title: string;
  readonly group?: SummaryGroup;
  readonly measure?: Measure;
}

export interface ChartColumns {
  readonly across: ChartColumn;
  readonly up: ChartColumn;
  readonly colors: readonly ChartColumn[];
  /** What tips say of a mark: all calculations of a summary, both fields of records. */
  readonly told: readonly ChartColumn[];
}

/** More periods or bins aren't series by default. */
const FEW = 8;

export function chartColumns(
  source: ChartSource,
  { kind, across, up, color }: ChartChoice,
  strings: ChartStrings,
): ChartColumns | NoDrawing {
  const columns = columnsOf(source, strings);
  const named = (of: readonly ChartColumn[], id: string | undefined): ChartColumn | undefined =>
    of.find(({ field }) => field.id === id);
  const lost = [across, up, color].find((id) => id !== undefined && named(columns, id) === undefined);
  if (lost !== undefined) return { problem: fill(strings.noChartColumn, visibleText(lost) || strings.noName) };
  if (source.summary === undefined || kind === 'scatter') {
    const numbers = columns.flatMap(({ group: _, ...column }) => (column.field.kind === 'number' ? [column] : []));
    const first = named(numbers, across) ?? numbers.find(({ field }) => field.id !== up);
    const second = named(numbers, up) ?? numbers.find((column) => column !== first);
    if (first === undefined || second === undefined) return { problem: strings.noChartNumbers };
    return { across: first, up: second, colors: [], told: source.summary ? columns : [first, second] };
  }
  const groups = columns.filter(({ group }) => group);
  const measures = columns.filter(({ measure }) => measure);
  const others = groups.filter(({ field }) => field.id !== color);
  const isLong = ({ group, place }: ChartColumn): boolean =>
    (group?.unit ?? group?.width) !== undefined && new Set(source.rows.map((row) => wireText(row[place]))).size > FEW;
  // Colours can't tell many periods apart.
  const first = named(groups, across) ?? others.find(isLong) ?? others[0] ?? groups[0];
  const value = named(measures, up) ?? measures[0];
  if (first === undefined || value === undefined) return { problem: strings.noChartGroups };
  const rest = groups.filter((column) => column !== first);
  const chosen = named(rest, color);
  const colors = chosen === undefined ? rest : [chosen, ...rest.filter((column) => column !== chosen)];
  return { across: first, up: value, colors, told: measures };
}

function columnsOf({ fields, summary }: ChartSource, strings: ChartStrings): readonly ChartColumn[] {
  const parts = summary && [
    ...summary.groups.map((group) => ({ group, title: groupPhrase(group, strings) })),
    ...summary.measures.map((measure) => ({ measure, title: measurePhrase(measure, strings) })),
  ];
  if (summary === undefined || parts === undefined)
    return fields.map((field, place) => ({ place, field, title: nameOf(field, strings) }));
  return summaryColumns(summary).flatMap((name, index) => {
    const place = fields.findIndex(({ id }) => id === name);
    const [field, part] = [fields[place], parts[index]];
    return field && part ? [{ place, field, ...part, title: visibleText(part.title) }] : [];
  });
}

function nameOf({ id, label }: GridField, { noName }: ChartStrings): string {
  return visibleText(label ?? id) || noName;
}

/** The title with the unit. A share is in percent. */
export function titleWithUnit({ title, field, measure }: ChartColumn): string {
  const unit = unitOf(field, measure);
  return unit === '' ? title : `${title} (${unit})`;
}

export function unitOf({ unit }: GridField, measure?: Measure): string {
  return visibleText(unit ?? (measure?.calculate === 'share' ? '%' : ''));
}

/** A cell as text: exact digits, compact JSON, the beginning of a long text. */
export function wireText(cell: WireCell | undefined): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('n' in cell) return cell.n;
  if ('s' in cell) return cell.s;
  return 'j' in cell ? cell.j : `${cell.t}…`;
}
