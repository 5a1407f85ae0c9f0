import type { TableBlock } from '../../../document/parsed-document.js';
import type { ChartBudget } from './chart-budget.js';

/** A chart as a table: a row for each category, a column for each series. */
export interface ChartTable {
  readonly caption: string;
  readonly rows: readonly (readonly string[])[];
}

/** One series: its values by their number. */
export interface ChartSeries {
  readonly name: string;
  readonly labels: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

/** Series with the same categories make one table. */
export function tabulate(
  caption: string,
  labelTitle: string,
  series: readonly ChartSeries[],
  budget: ChartBudget,
): ChartTable[] {
  const groups = groupSeries(series).map((group) => ({ group, numbers: numbersOf(group) }));
  budget.takeTables(
    groups.reduce((sum, { numbers }) => sum + numbers.length + 1, 0),
    groups.reduce((sum, { group, numbers }) => sum + numbers.length * group.length, 0),
  );
  return groups.map(({ group, numbers }) => ({ caption, rows: toRows(labelTitle, group, numbers) }));
}

function groupSeries(series: readonly ChartSeries[]): ChartSeries[][] {
  const groups = new Map<string, ChartSeries[]>();
  // Many series may share long labels, which are written out once.
  const keys = new Map<ChartSeries['labels'], string>();
  for (const each of series) {
    const key = keys.get(each.labels) ?? JSON.stringify([...each.labels]);
    keys.set(each.labels, key);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** The numbers of the rows, in order. */
function numbersOf(group: readonly ChartSeries[]): number[] {
  const numbers = new Set(group[0]?.labels.keys());
  for (const { values } of group) for (const number of values.keys()) numbers.add(number);
  return [...numbers].sort((one, other) => one - other);
}

function toRows(labelTitle: string, group: readonly ChartSeries[], numbers: readonly number[]): string[][] {
  const labels = group[0]?.labels;
  const rows = numbers.map((number) => [
    labels?.get(number) ?? String(number + 1),
    ...group.map(({ values }) => values.get(number) ?? ''),
  ]);
  return [[labelTitle, ...group.map(({ name }, at) => name || `Series ${at + 1}`)], ...rows];
}

export function toBlock({ caption, rows }: ChartTable, page: number | undefined): TableBlock {
  return {
    kind: 'table',
    rows,
    headerRows: 1,
    ...(caption !== '' && { caption }),
    ...(page !== undefined && { page }),
  };
}
