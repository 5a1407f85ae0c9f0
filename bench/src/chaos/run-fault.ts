import { setTimeout as sleep } from 'node:timers/promises';
import { SPOOL_DELAY_MS } from '@multilane/telemetry';
import { percentile } from '../statistics.js';
import { CHAOS_MODEL } from './chaos-model.js';
import { CAP_USD, startWorld } from './chaos-world.js';
import { type AllowedLosses, countAllowedLosses } from './count-allowed-losses.js';
import { countLosses, type Ledger } from './count-losses.js';
import { type SeenRequest, startCallers } from './drive-callers.js';
import { startMediaCallers } from './drive-media.js';
import type { Fault } from './faults.js';
import type { ChaosOptions, Finding } from './finding.js';

/** Numbers of callers with the open key, and with the one whose budget runs out. */
const OPEN_CALLERS = 12;
const CAPPED_CALLERS = 3;
const MEDIA_CALLERS = 8;
const OPEN_PAUSE_MS = 20;
const CAPPED_PAUSE_MS = 25;

/** Effects of one fault. */
export interface FaultResult {
  readonly name: string;
  readonly title: string;
  readonly seconds: number;
  readonly requests: number;
  /** Requests by what the callers of the open key saw while the fault lasted; of media, where there were such. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Likewise of the key with the small budget: while the fault lasted, and after it. */
  readonly capped: Readonly<Record<'during' | 'after', Readonly<Record<string, number>>>>;
  /** Milliseconds, of complete answers that are not streamed: before, in the fault's first two seconds, later in it, and after. */
  readonly p99: Readonly<Record<'before' | 'begin' | 'during' | 'after', number | undefined>>;
  readonly ledger: Ledger;
  /** Finding of the fault's own callers; undefined if it has none. */
  readonly finding: Finding | undefined;
  /** Records that may be missing by the bound that docs/reliability.md states: none if no gateway was killed. */
  readonly allowedLosses: AllowedLosses;
  /** US dollars that the capped key spent beyond its budget, and those that were left when it was rejected. */
  readonly overspentUsd: number;
  readonly underspentUsd: number;
}

/** Runs a world of its own under load through one fault and counts what was seen, and what was lost. */
export async function runFault(
  fault: Fault,
  { seconds: defaultSeconds, ...options }: ChaosOptions & { readonly seconds: number },
): Promise<FaultResult> {
  const seconds = fault.seconds ?? defaultSeconds;
  const spool = fault.prepareSpool?.();
  const world = await startWorld({
    spool: spool?.folder,
    hasVectors: fault.hasVectors,
    hasSinks: fault.hasSinks,
    ...fault.processes,
  });
  try {
    const { keys, gatewayUrls } = world;
    const common = { gatewayUrls, model: CHAOS_MODEL };
    const open = startCallers({ ...common, keys: Array(OPEN_CALLERS).fill(keys.open), pauseMs: OPEN_PAUSE_MS });
    await sleep(CALM_MS + WARM_UP_MS);
    const capped = startCallers({ ...common, keys: Array(CAPPED_CALLERS).fill(keys.capped), pauseMs: CAPPED_PAUSE_MS });
    const media =
      fault.media && startMediaCallers({ gatewayUrls, key: keys.open, use: fault.media, callers: MEDIA_CALLERS });
    const own = await fault.startOwnCallers?.(world, options);
    // Both gateways then hold a slice of the budget when it begins.
    await sleep(500);
    const begunAt = performance.now();
    await fault.begin(world);
    await sleep(seconds * 1_000);
    const endedAt = performance.now();
    await fault.end(world);
    await sleep(RECOVERY_MS + CALM_MS);
    const early = fault.isLong ? await own?.stop() : undefined;
    await Promise.all([open.stop(), capped.stop(), media?.stop()]);
    const finding = early ?? (await own?.stop());
    const seen = [...open.seen, ...capped.seen, ...(media?.seen ?? [])];
    const reported = media ?? open;
    const ledger = await countLosses(world.databaseUrl, keys, seen);
    return {
      name: fault.name,
      title: fault.title,
      seconds,
      requests: seen.length,
      outcomes: countOutcomes(reported.seen.filter(({ sentAt }) => sentAt >= begunAt && sentAt < endedAt)),
      capped: {
        during: countOutcomes(capped.seen.filter(({ sentAt }) => sentAt >= begunAt && sentAt < endedAt)),
        after: countOutcomes(capped.seen.filter(({ sentAt }) => sentAt >= endedAt)),
      },
      p99: {
        before: p99(open.seen, begunAt - CALM_MS, begunAt),
        begin: p99(open.seen, begunAt, begunAt + BEGIN_MS),
        during: p99(open.seen, begunAt + BEGIN_MS, endedAt),
        after: p99(open.seen, endedAt + RECOVERY_MS, Number.POSITIVE_INFINITY),
      },
      ledger,
      finding,
      allowedLosses: countAllowedLosses(seen, world.kills, SPOOL_DELAY_MS),
      overspentUsd: Math.max(0, ledger.cappedRecordedUsd - CAP_USD),
      underspentUsd: Math.max(0, CAP_USD - ledger.cappedRecordedUsd),
    };
  } finally {
    await world.stop();
    spool?.remove();
  }
}

/** Time until the processes have compiled the code of requests, in milliseconds. */
const WARM_UP_MS = 4_000;
const CALM_MS = 5_000;
/** A breaker must have opened after so long. */
const BEGIN_MS = 2_000;
const RECOVERY_MS = 5_000;

function countOutcomes(seen: readonly SeenRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of seen) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Undefined if too few were sent for one in a hundred to mean anything. */
function p99(seen: readonly SeenRequest[], from: number, to: number): number | undefined {
  const durations = seen
    .filter(({ sentAt, outcome, isStream }) => sentAt >= from && sentAt < to && outcome === '200' && !isStream)
    .map(({ durationMs }) => durationMs);
  return durations.length < 100 ? undefined : percentile(durations, 0.99);
}
