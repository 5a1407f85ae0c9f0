import { median } from '../statistics.js';
import type { Interval, SoakResult } from './soak-figures.js';

/** One thing that must hold. */
export interface Check {
  readonly name: string;
  /** Undefined: not measured, or the run was too short to say. */
  readonly isMet: boolean | undefined;
  readonly text: string;
}

/** The compilers of Node and its pools are warm after so long. */
const WARM_MINUTES = 10;
const WINDOW_MINUTES = 10;
/** Shortest run of which memory and latency are judged. */
const JUDGED_MINUTES = WARM_MINUTES + 2 * WINDOW_MINUTES;
const MEMORY_LIMIT = 0.03;
/** Between two windows of ten minutes on one machine. */
const DRIFT_LIMIT = 0.25;
/**
 * Number of distances by which the medians of two times ten minutes differ in about 1 of 1,000 comparisons if nothing changes (simulated).
 */
const DRIFT_DISTANCES = 4;

/** Checks that nothing grew, nothing was wrong, and nothing was left. */
export function judgeSoak(result: SoakResult): Check[] {
  const { before, after, ledgerBreaches, leftOpen, stuck, unexpected } = result;
  return [
    judgeMemory('live memory of the gateway', result, ({ gateway }) => gateway.liveMb),
    judgeMemory('live memory of the workspace service', result, ({ workspace }) => workspace.liveMb),
    judgeMemory('resident memory of the gateway', result, ({ gateway }) => gateway.residentMb),
    judgeMemory('resident memory of the workspace service', result, ({ workspace }) => workspace.residentMb),
    judgeLatency(result),
    judgeReturn('file descriptors of the gateway', before.gatewayDescriptors, after.gatewayDescriptors),
    judgeReturn('file descriptors of the workspace service', before.workspaceDescriptors, after.workspaceDescriptors),
    judgeReturn('connections to the database', before.databaseConnections, after.databaseConnections),
    judgeNone('unexpected answers', nameCounts(unexpected)),
    judgeNone('wrong in the audit log', ledgerBreaches),
    judgeNone('left open', nameCounts(leftOpen)),
    judgeNone('services that did not end after SIGTERM', stuck),
  ];
}

/** The intervals that ended after `from` minutes, and not after `to`. */
export function intervalsWithin(intervals: readonly Interval[], from: number, to: number): Interval[] {
  return intervals.filter(({ minute }) => minute > from + 0.001 && minute <= to + 0.001);
}

/** The windows that are compared; undefined if the run is too short. */
function windowsOf({ intervals, minutes }: SoakResult): readonly [Interval[], Interval[]] | undefined {
  if (minutes < JUDGED_MINUTES) return undefined;
  const first = intervalsWithin(intervals, WARM_MINUTES, WARM_MINUTES + WINDOW_MINUTES);
  const last = intervalsWithin(intervals, minutes - WINDOW_MINUTES, minutes);
  return first.length > 0 && last.length > 0 ? [first, last] : undefined;
}

function judgeMemory(name: string, result: SoakResult, read: (interval: Interval) => number | undefined): Check {
  const windows = windowsOf(result)?.map((intervals) => intervals.flatMap((interval) => read(interval) ?? []));
  const [before = [], after = []] = windows ?? [];
  if (before.length === 0 || after.length === 0) return notJudged(name);
  const first = median(before);
  const last = median(after);
  const growth = last / first - 1;
  const text = `${first.toFixed(1)} MB, then ${last.toFixed(1)} MB: ${percent(growth)}; below ${percent(MEMORY_LIMIT)} allowed`;
  return { name, isMet: growth < MEMORY_LIMIT, text };
}

function judgeLatency(result: SoakResult): Check {
  const name = 'p99 of small whole answers';
  const windows = windowsOf(result)?.map((intervals) => intervals.flatMap(({ p99 }) => p99 ?? []));
  const [before = [], after = []] = windows ?? [];
  if (before.length === 0 || after.length === 0) return notJudged(name);
  const first = median(before);
  const last = median(after);
  const distance = median([...distancesFrom(first, before), ...distancesFrom(last, after)]);
  const allowed = first + Math.max(first * DRIFT_LIMIT, distance * DRIFT_DISTANCES);
  const text = `${first.toFixed(1)} ms, then ${last.toFixed(1)} ms; at most ${allowed.toFixed(1)} ms allowed`;
  return { name, isMet: last <= allowed, text };
}

const distancesFrom = (middle: number, values: readonly number[]): number[] =>
  values.map((value) => Math.abs(value - middle));

function judgeReturn(name: string, before: number, after: number): Check {
  return { name, isMet: after <= before, text: `${before} at rest before, ${after} at rest after` };
}

function judgeNone(name: string, found: readonly string[]): Check {
  return { name, isMet: found.length === 0, text: found.length === 0 ? 'none' : found.join('; ') };
}

/** The counts above zero, as texts. */
export function nameCounts(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${what} (${count})`] : []));
}

const notJudged = (name: string): Check => ({
  name,
  isMet: undefined,
  text: `not measured, or in less than ${JUDGED_MINUTES} minutes`,
});

const percent = (share: number): string => `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`;
