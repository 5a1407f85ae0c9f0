import { median } from '../statistics.js';
import { type Check, intervalsWithin, nameCounts } from './judge-soak.js';
import type { Interval, ServiceFigures, SoakResult } from './soak-figures.js';

const ROWS = 6;

const COLUMNS = [
  'Minutes',
  'Gateway: live / resident (MB)',
  'Workspace: live / resident (MB)',
  'Gateway: descriptors / handles',
  'Workspace: descriptors / handles',
  'Connections to the database',
  'Spool (KB)',
  'p50 / p99 (ms)',
  'Processor of the gateway',
] as const;

/** The result in Markdown: a sentence, the medians of each sixth of the run, and the checks. */
export function renderSoak(result: SoakResult, checks: readonly Check[]): string {
  const { intervals, jobs, minutes, outcomes, rate, requests } = result;
  const length = minutes / ROWS;
  const sixths = Array.from({ length: ROWS }, (_, index) => {
    const within = intervalsWithin(intervals, index * length, (index + 1) * length);
    return within.length > 0 ? [describe(`${round(index * length)} to ${round((index + 1) * length)}`, within)] : [];
  }).flat();
  const answers = Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome}: ${count.toLocaleString('en')}`)
    .join(', ');
  return [
    `${requests.toLocaleString('en')} requests in ${round(minutes)} minutes, ${rate} a second (${answers}); ${jobs}.`,
    '',
    ...table(COLUMNS, sixths),
    '',
    ...table(
      ['Check', 'Result', 'Measured'],
      checks.map(({ isMet, name, text }) => [name, resultOf(isMet), text.replaceAll('|', '\\|')]),
    ),
    '',
  ].join('\n');
}

/** A line of progress. */
export function renderInterval(interval: Interval, unexpected: Readonly<Record<string, number>>): string {
  const { gateway, minute, p50, p99, workspace, ...rest } = interval;
  return [
    `minute ${minute.toFixed(1)}`,
    `${rest.requests} requests, p50 ${milliseconds(p50)} ms, p99 ${milliseconds(p99)} ms, unexpected so far: ${nameCounts(unexpected).join(', ') || 'none'}`,
    `gateway ${gateway.residentMb.toFixed(1)} MB (heap ${gateway.heapMb.toFixed(1)}${live(gateway)}), ${gateway.descriptors} descriptors, ${gateway.handles} handles, ${percent(rest.processorShare)}`,
    `workspace ${workspace.residentMb.toFixed(1)} MB (heap ${workspace.heapMb.toFixed(1)}${live(workspace)}), ${workspace.descriptors} descriptors, ${workspace.handles} handles`,
    `spool ${kilobytes(rest.spoolBytes)} KB, ${rest.waitingRecords} records waiting, ${rest.databaseConnections} connections`,
  ].join(' | ');
}

function describe(minutes: string, intervals: readonly Interval[]): string[] {
  const middle = (read: (interval: Interval) => number | undefined): number | undefined => {
    const values = intervals.flatMap((interval) => read(interval) ?? []);
    return values.length > 0 ? median(values) : undefined;
  };
  const megabytes = (read: (interval: Interval) => number | undefined): string => middle(read)?.toFixed(1) ?? 'none';
  const count = (read: (interval: Interval) => number): string => middle(read)?.toFixed(0) ?? 'none';
  return [
    minutes,
    `${megabytes(({ gateway }) => gateway.liveMb)} / ${megabytes(({ gateway }) => gateway.residentMb)}`,
    `${megabytes(({ workspace }) => workspace.liveMb)} / ${megabytes(({ workspace }) => workspace.residentMb)}`,
    `${count(({ gateway }) => gateway.descriptors)} / ${count(({ gateway }) => gateway.handles)}`,
    `${count(({ workspace }) => workspace.descriptors)} / ${count(({ workspace }) => workspace.handles)}`,
    count(({ databaseConnections }) => databaseConnections),
    kilobytes(middle(({ spoolBytes }) => spoolBytes) ?? 0),
    `${milliseconds(middle(({ p50 }) => p50))} / ${milliseconds(middle(({ p99 }) => p99))}`,
    percent(middle(({ processorShare }) => processorShare) ?? 0),
  ];
}

const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);

function resultOf(isMet: boolean | undefined): string {
  if (isMet === undefined) return 'not judged';
  return isMet ? 'holds' : '**does not hold**';
}

const live = ({ liveMb }: ServiceFigures): string => (liveMb === undefined ? '' : `, live ${liveMb.toFixed(1)}`);
const round = (value: number): string => String(Number(value.toFixed(1)));
const milliseconds = (value: number | undefined): string => value?.toFixed(1) ?? 'none';
const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(0);
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
