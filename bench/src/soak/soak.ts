import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type ChaosWorld, startWorld } from '../chaos/chaos-world.js';
import { countLosses } from '../chaos/count-losses.js';
import { startJobs } from '../chaos/drive-jobs.js';
import { findLedgerBreaches } from '../chaos/find-ledger-breaches.js';
import { listLost } from './list-lost.js';
import { describeCollection } from './live-memory.js';
import { type Load, prepareLoad } from './load.js';
import { readIdle, readIdleAgain, readLeftOpen, waitForRecords } from './read-rest.js';
import { Sampler } from './sampler.js';
import type { Interval, SoakResult } from './soak-figures.js';
import type { SoakOptions } from './soak-options.js';
import { Tally } from './tally.js';

export interface SoakProgress {
  note(line: string): void;
  interval(interval: Interval, unexpected: Readonly<Record<string, number>>): void;
}

/** Runs of less than ten minutes have ten intervals all the same. */
const INTERVAL_MS = 60_000;
const LEAST_INTERVALS = 10;
/** In each interval. */
const SAMPLES = 12;
const MINUTE_MS = 60_000;
/** Before the run, so that what opens once is open. */
const WARM_UP_MS = 10_000;
/** A signal that nobody else uses. */
const SNAPSHOT_SIGNAL = 'SIGPWR';
/** Intervals. A collection pauses a service for some tenths of a second, which most minutes' p99 should not have in them. */
const COLLECTED_EVERY = 5;
/** Intervals, before those that are judged, with a peak each: a heap that has seen one is as large as it becomes. */
const PEAKS = { from: 2, to: 6 };
/** The provider is this process, which a busy machine keeps waiting too. */
const PROVIDER_LIMIT_MS = 20_000;
const JOBS = { callers: 1, pauseMs: 3_000 };

/** Runs a world of its own under the mixed load for so long, and gives what was seen. */
export async function soak(options: SoakOptions, progress: SoakProgress): Promise<SoakResult> {
  const { snapshots } = options;
  progress.note('starting the services');
  const liveFolder = mkdtempSync(join(tmpdir(), 'multilane-soak-'));
  const { environment, nodeOptions } = describeCollection(liveFolder);
  const snapshotOptions =
    snapshots === undefined ? [] : [`--heapsnapshot-signal=${SNAPSHOT_SIGNAL}`, `--diagnostic-dir=${snapshots}`];
  const world = await startWorld({
    gateways: 1,
    environment,
    nodeOptions: [...nodeOptions, ...snapshotOptions],
    providerLimitMs: PROVIDER_LIMIT_MS,
  });
  const database = new Client({ connectionString: world.databaseUrl });
  try {
    await database.connect();
    return await soakWorld({ world, database, liveFolder, options, progress });
  } finally {
    await database.end();
    await world.stop();
    rmSync(liveFolder, { recursive: true, force: true });
  }
}

interface Run {
  readonly world: ChaosWorld;
  readonly database: Client;
  readonly liveFolder: string;
  readonly options: SoakOptions;
  readonly progress: SoakProgress;
}

async function soakWorld(run: Run): Promise<SoakResult> {
  const { database, options, progress, world } = run;
  const tally = new Tally();
  const load = await prepareLoad(world, options.rate, tally);
  progress.note('warming up');
  const warming = load.begin();
  await sleep(WARM_UP_MS);
  await warming.stop();
  const before = await readIdle(world, database);
  progress.note(`at rest: ${JSON.stringify(before)}`);
  const jobs = startJobs(world, JOBS);
  const running = load.begin();
  const intervals = await watch(run, load, tally);
  progress.note('ending the load');
  await running.stop();
  const finding = await jobs.stop();
  await waitForRecords(world.gatewayUrls[0] ?? '');
  const ledger = await countLosses(world.databaseUrl, world.keys, tally.recorded);
  const after = await readIdleAgain(world, database, before);
  progress.note(`at rest: ${JSON.stringify(after)}`);
  const leftOpen = await readLeftOpen(world.gatewayUrls[0] ?? '');
  const exits = await world.drain();
  return {
    minutes: options.minutes,
    rate: options.rate,
    intervals,
    before,
    after,
    requests: Object.values(tally.outcomes).reduce((sum, each) => sum + each, 0),
    outcomes: tally.outcomes,
    unexpected: tally.unexpected,
    ledgerBreaches: [...findLedgerBreaches(ledger, 0), ...listLost(ledger.lost), ...finding.breaches],
    jobs: finding.text,
    leftOpen,
    stuck: exits.flatMap(({ code, signal }) => (code === 0 ? [] : [`ended with ${code ?? signal}`])),
  };
}

/** Samples the services and changes their settings, interval after interval, until the time is over. */
async function watch(
  { database, liveFolder, options, progress, world }: Run,
  load: Load,
  tally: Tally,
): Promise<Interval[]> {
  const gateway = { url: world.gatewayUrls[0] ?? '', processId: world.gatewayProcesses()[0] ?? 0 };
  const workspace = { url: world.workspaceUrls[0] ?? '', processId: world.workspaceProcesses()[0] ?? 0 };
  const sampler = new Sampler({ gateway, workspace, spoolFolder: world.spoolFolder, liveFolder, database });
  await sampler.start();
  tally.takeStretch();
  const intervals: Interval[] = [];
  const lengthMs = Math.min(INTERVAL_MS, (options.minutes * MINUTE_MS) / LEAST_INTERVALS);
  const count = Math.round((options.minutes * MINUTE_MS) / lengthMs);
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const changing = load.changeSettings(index);
    const peaking = index >= PEAKS.from && index < PEAKS.to ? load.peak() : undefined;
    for (let sample = 1; sample <= SAMPLES; sample += 1) {
      const due = startedAt + (index + sample / SAMPLES) * lengthMs;
      await sleep(Math.max(0, due - performance.now()));
      await sampler.sample();
    }
    const minute = ((index + 1) * lengthMs) / MINUTE_MS;
    const collects = (index + 1) % COLLECTED_EVERY === 0;
    const interval = await sampler.closeInterval(minute, tally.takeStretch(), collects);
    intervals.push(interval);
    progress.interval(interval, tally.unexpected);
    await changing;
    await peaking;
    const isSnapshot = options.snapshots !== undefined && [Math.ceil(count / 3), count].includes(index + 1);
    if (isSnapshot) process.kill(gateway.processId, SNAPSHOT_SIGNAL);
  }
  return intervals;
}
