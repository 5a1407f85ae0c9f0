import type { Interval, ServiceFigures, SoakResult } from './soak-figures.js';

const SERVICE: ServiceFigures = {
  residentMb: 200,
  heapMb: 80,
  liveMb: 70,
  externalMb: 10,
  descriptors: 50,
  handles: 20,
};

/** The figures of a minute in which nothing is remarkable. */
export function exampleInterval(minute: number, changes: Partial<Interval> = {}): Interval {
  return {
    minute,
    gateway: SERVICE,
    workspace: { ...SERVICE, residentMb: 100 },
    requests: 1_000,
    p50: 4,
    p99: 20,
    processorShare: 0.5,
    waitingRecords: 3,
    spoolBytes: 10_000,
    databaseConnections: 12,
    ...changes,
  };
}

/** The gateway's figures with another resident memory. */
export const withMemory = (residentMb: number): Partial<Interval> => ({ gateway: { ...SERVICE, residentMb } });

/** An hour in which nothing went wrong. Each minute may be changed. */
export function exampleResult(
  changes: Partial<SoakResult> = {},
  change: (minute: number) => Partial<Interval> = () => ({}),
): SoakResult {
  const minutes = changes.minutes ?? 60;
  const intervals = Array.from({ length: minutes }, (_, index) => exampleInterval(index + 1, change(index + 1)));
  const idle = { gatewayDescriptors: 38, workspaceDescriptors: 28, databaseConnections: 12 };
  return {
    minutes,
    rate: 60,
    intervals,
    before: idle,
    after: idle,
    requests: 60_000,
    outcomes: { 200: 59_000, left: 1_000 },
    unexpected: {},
    ledgerBreaches: [],
    jobs: 'of 20 jobs: completed 20',
    leftOpen: { service_requests_in_flight: 0 },
    stuck: [],
    ...changes,
  };
}
