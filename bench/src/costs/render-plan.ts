import { readFileSync, writeFileSync } from 'node:fs';
import type { Figure } from '../figure.js';
import { type BenchReport, formatNumber } from '../report.js';
import { replaceBetween } from '../save-table.js';
import { findBreaks } from './find-breaks.js';
import { type CapacityPlan, type Demand, MIX, planCapacity } from './plan-capacity.js';
import { readCosts, type UnitCosts } from './unit-costs.js';

const CHECK = 'check: ';

const RATES = [1_000, 10_000, 100_000];
const FEW_KEYS = 10_000;
const MANY_KEYS = 1_000_000;

type Cell = string | number;

const row = (cells: readonly Cell[]): string =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)).join(' | ')} |`;

function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [row(headings), row(headings.map(() => '---')), ...rows.map(row)].join('\n');
}

/** The tables of docs/scaling.md, by the names of their places in it. */
export function renderScaling(report: BenchReport): Readonly<Record<'costs' | 'plan' | 'breaks' | 'check', string>> {
  const figures = report.figures.filter(({ scenario }) => scenario === 'costs');
  const costs = readCosts(figures);
  return {
    costs: `${describeRun(report)}\n\n${renderCosts(figures)}`,
    plan: renderPlan(costs),
    breaks: renderBreaks(costs),
    check: renderCheck(figures),
  };
}

function describeRun({ machine, measured_at: at, quick }: BenchReport): string {
  const load = `load average before the run ${machine.load_before.toFixed(1)}`;
  const short = quick ? ' This was a quick run, whose figures are not worth quoting.' : '';
  return `Measured on ${at.slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, Node ${machine.node}, ${load}.${short}`;
}

function renderCosts(figures: readonly Figure[]): string {
  const rows = figures
    .filter(({ name }) => !name.startsWith(CHECK))
    .map(({ name, unit, values }) => [name, unit, values.gateway ?? '']);
  return table(['Cost', 'Unit', 'Measured'], rows);
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Values of the plan, in the order of the table. */
const ROWS: readonly (readonly [string, (plan: CapacityPlan) => Cell])[] = [
  ['Gateway processes of one core each', ({ gateways }) => whole(gateways)],
  ['Cores that they keep busy', ({ gatewayCores }) => gatewayCores],
  ['Redis servers (more than one: a Cluster)', ({ redisServers }) => whole(redisServers)],
  ['Cores that they keep busy', ({ redisCores }) => redisCores],
  ['To and from Redis, MB/s', ({ redisMegabytesPerSecond }) => redisMegabytesPerSecond],
  ['Memory of the counters of keys, MB', ({ redisMegabytes }) => redisMegabytes],
  ['PostgreSQL servers of 16 cores, each with a deployment', ({ deployments }) => whole(deployments)],
  ['Cores that they keep busy', ({ postgresCores }) => postgresCores],
  ['Audit records, 1/s', ({ auditRowsPerSecond }) => whole(auditRowsPerSecond)],
  ['Statements, 1/s', ({ statementsPerSecond }) => whole(statementsPerSecond)],
  ['Look-ups of keys, 1/s', ({ lookupsPerSecond }) => whole(lookupsPerSecond)],
  ['Uses of keys noted, 1/s', ({ usesPerSecond }) => whole(usesPerSecond)],
  ['Leases of budgets, 1/s', ({ leasesPerSecond }) => whole(leasesPerSecond)],
  ['Write-ahead log, MB/s', ({ walMegabytesPerSecond }) => walMegabytesPerSecond],
  ['Audit records with indexes, GB a day', ({ diskGigabytesPerDay }) => whole(diskGigabytesPerDay)],
  ['The same for 90 days, TB', ({ diskGigabytes }) => diskGigabytes / 1000],
  ['Connections to PostgreSQL before a pooler', ({ connections }) => whole(connections)],
  ['Minutes without PostgreSQL until a spool of 1 GiB is full', ({ spoolMinutes }) => whole(spoolMinutes)],
];

function renderPlan(costs: UnitCosts): string {
  const demands: Demand[] = [FEW_KEYS, MANY_KEYS].flatMap((activeKeys) =>
    RATES.map((requestsPerSecond) => ({ requestsPerSecond, activeKeys, mix: MIX, hasKeyBudgets: true })),
  );
  const plans = demands.map((demand) => planCapacity(costs, demand));
  const headings = demands.map(
    ({ requestsPerSecond, activeKeys }) => `${whole(requestsPerSecond)}/s, ${whole(activeKeys)} keys`,
  );
  return table(
    ['', ...headings],
    ROWS.map(([name, read]) => [name, ...plans.map(read)]),
  );
}

function renderBreaks(costs: UnitCosts): string {
  const rows = findBreaks(costs).map(({ what, at, unit, effect, remedy }) => [
    what,
    `${roughly(at)} ${unit}`,
    effect,
    remedy,
  ]);
  return table(['What', 'At', 'What happens', 'What to do'], rows);
}

/** Two digits: no more are known. */
const roughly = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en-US');

function renderCheck(figures: readonly Figure[]): string {
  const rows = figures
    .filter(({ name }) => name.startsWith(CHECK))
    .map(({ name, unit, values, comparison }) => [
      name.slice(CHECK.length),
      unit,
      values.predicted ?? '',
      values.gateway ?? '',
      comparison === undefined ? '' : `× ${comparison.value.toFixed(2)}`,
    ]);
  return table(['', 'Unit', 'Planned', 'Measured', 'Measured to planned'], rows);
}

/** Writes the tables into their places of docs/scaling.md. */
export function saveScaling(page: string, report: BenchReport): void {
  let text = readFileSync(page, 'utf8');
  for (const [name, written] of Object.entries(renderScaling(report))) {
    const marks = {
      begin: `<!-- ${name}: written by \`pnpm bench --only costs --save\`. -->`,
      end: `<!-- End of ${name}. -->`,
    };
    text = replaceBetween(text, marks, written);
  }
  writeFileSync(page, text);
}
