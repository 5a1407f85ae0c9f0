import type { TableBlock } from '../../../document/parsed-document.js';

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
export function tabulate(caption: string, labelTitle: string, series: readonly ChartSeries[]): ChartTable[] {
  const groups = new Map<string, ChartSeries[]>();
  for (const each of series) {
    const key = JSON.stringify([...each.labels]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()].map((group) => ({ caption, rows: toRows(labelTitle, group) }));
}

function toRows(labelTitle: string, group: readonly ChartSeries[]): string[][] {
  const labels = group[0]?.labels ?? new Map<number, string>();
  const numbers = new Set([...labels.keys(), ...group.flatMap(({ values }) => [...values.keys()])]);
  const rows = [...numbers]
    .sort((one, other) => one - other)
    .map((number) => [
      labels.get(number) ?? String(number + 1),
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
