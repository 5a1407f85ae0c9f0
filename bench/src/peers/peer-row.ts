import { median } from '../statistics.js';

/** The columns of the table after the server's name, in its order. */
export const FIGURES = {
  rate: 'Requests/s per core',
  cost: 'Processor time per request (µs)',
  added: 'Added at 1 connection, p50 (ms)',
  mediumP50: '10k tokens: p50 (ms)',
  mediumP99: 'p99 (ms)',
  mediumCost: 'processor time (ms)',
  longP50: '100k tokens: p50 (ms)',
  longP99: 'p99 (ms)',
  longCost: 'processor time (ms)',
  eventCost: 'Stream event, processor time (µs)',
  firstByte: 'First byte, p50 (ms)',
  idleMemory: 'Memory idle (MB)',
  loadedMemory: 'after load (MB)',
  ready: 'Start (s)',
} as const;

export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as FigureName[];

/** What one turn measured of a server. */
export type Reading = Partial<Record<FigureName, number>>;

/** A row of the table: medians of the rounds, and why some or all of them are missing. */
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
