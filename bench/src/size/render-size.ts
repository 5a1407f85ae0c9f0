import type { Figure } from '../figure.js';
import { type BenchReport, formatNumber } from '../report.js';
import { saveTable } from '../save-table.js';
import { STORED } from './measure-attribution.js';
import { CHANGE, PARTS } from './measure-size.js';
import { RECORDED_DAYS, sizeOf } from './size.js';

const MARKS = {
  begin: '<!-- size: written by `pnpm bench --only size --save`. -->',
  end: '<!-- End of size. -->',
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows].map(row).join('\n');

/** The tables of docs/sizing.md: each read in one row, and what a change costs. */
export function renderSize({ figures: all, machine, measured_at: at, quick }: BenchReport): string {
  const figures = all.filter(({ scenario }) => scenario === 'size');
  const shownValue = (name: string): string =>
    formatNumber(figures.find((figure) => figure.name === name)?.values.gateway);
  const reads = figures.flatMap(({ name, bar }) => {
    if (!name.endsWith(PARTS.median) || name.startsWith(CHANGE)) return [];
    const read = name.slice(0, -PARTS.median.length);
    const values = Object.values(PARTS).map((part) => shownValue(read + part));
    return [[read, ...values, bar !== undefined && 'below' in bar ? formatNumber(bar.below) : '']];
  });
  const changes = figures.filter(({ name }) => name.startsWith(CHANGE)).map((figure) => renderChange(figure));
  const stored = figures
    .filter(({ name }) => name.startsWith(STORED))
    .map(({ name, values }) => [name.slice(STORED.length), formatNumber(values.gateway)]);
  const size = Object.entries(sizeOf(quick ? 0.01 : 1)).map(
    ([name, count]) => `${count.toLocaleString('en-US')} ${name}`,
  );
  const short = quick ? ' This was a quick run of a hundredth of the size, whose figures are not worth quoting.' : '';
  return `Measured on ${at.slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, Node ${machine.node}, load average before the run ${machine.load_before.toFixed(1)}. The database has ${size.join(', ')} of ${RECORDED_DAYS} days.${short}

${table(['Read', 'Median (ms)', 'Slowest (ms)', 'Processor time of PostgreSQL (ms)', 'Bound (ms)'], reads)}

${table(['One policy changed', 'ms'], changes)}

${table(['One record stored', 'Processor time of PostgreSQL (µs)'], stored)}`;
}

const renderChange = ({ name, values }: Figure): string[] => [name.slice(CHANGE.length), formatNumber(values.gateway)];

/** Writes the tables into their place of docs/sizing.md. */
export function saveSize(page: string, report: BenchReport): void {
  saveTable(page, MARKS, renderSize(report));
}
