import { median } from '../statistics.js';

/** The rows of the table, in its order. */
export const FIGURES = {
  rate: 'Requests/s per core',
  cost: 'Processor time per request (µs)',
  added: 'Added at 1 connection, p50 (ms)',
  mediumP50: '10k tokens: p50 (ms)',
  mediumP99: '10k tokens: p99 (ms)',
  mediumCost: '10k tokens: processor time (ms)',
  longP50: '100k tokens: p50 (ms)',
  longP99: '100k tokens: p99 (ms)',
  longCost: '100k tokens: processor time (ms)',
  eventCost: 'Processor time per stream event (µs)',
  firstByte: 'First byte of a stream, p50 (ms)',
  idleMemory: 'Memory idle (MB)',
  loadedMemory: 'Memory after load (MB)',
  ready: 'Start (s)',
} as const;

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

/** The rows of docs/comparison.md, which has the table in short. */
export const SHORT_FIGURE_NAMES: readonly FigureName[] = [
  'rate',
  'cost',
  'added',
  'longCost',
  'eventCost',
  'firstByte',
  'idleMemory',
  'loadedMemory',
  'ready',
];

/** Values of a server in one turn. */
export type Reading = Partial<Record<FigureName, number>>;

/** A column of the table: medians of the rounds, and why some or all of them are missing. */
export interface PeerRow {
  readonly title: string;
  readonly figures: Reading;
  readonly reason?: string;
}

/** The medians of all turns, figure by figure. */
export function summarizeReadings(readings: readonly Reading[]): Reading {
  return Object.fromEntries(
    FIGURE_NAMES.flatMap((name) => {
      const values = readings.flatMap((reading) => reading[name] ?? []);
      return values.length === 0 ? [] : [[name, median(values)]];
    }),
  );
}
