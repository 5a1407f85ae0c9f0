/** The parts of the benchmark that `--only` chooses from, in the order in which they run. */
export const SCENARIOS = [
  'startup',
  'throughput',
  'latency',
  'prompts',
  'streaming',
  'refusals',
  'connections',
  'groups',
  'keys',
  'policies',
  'workers',
  'media',
  'realtime',
  'async',
  'workflows',
  'costs',
  'exports',
  'size',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/**
 * Amount of measuring. All comparisons are interleaved: each target in turn, `rounds` times. Many short rounds show more than few long ones
 * where other work disturbs the machine.
 */
export interface BenchPlan {
  readonly rounds: number;
  /** V8 compiles, gives up and compiles again for the first 25 seconds of a full load; what is measured has run for longer. */
  readonly warmUpSeconds: number;
  readonly throughputSeconds: number;
  readonly throughputConnections: number;
  readonly latencySeconds: number;
  readonly latencyConnections: readonly number[];
  readonly promptTokens: readonly number[];
  /** Streams one after another in each round, for the time to the first byte. */
  readonly streams: number;
  readonly streamPaceMilliseconds: number;
  /** Streams at once in each round, for completeness and processor time. */
  readonly concurrentStreams: number;
  readonly concurrentPaceMilliseconds: number;
  /** Connections that have sent one request, and streams at once, of a gateway that has served nothing else. */
  readonly idleConnections: number;
  readonly manyStreams: number;
  readonly manyPaceMilliseconds: number;
  /** For each provider group, streamed and not; wrk counts whole seconds. */
  readonly groupSeconds: number;
  readonly groupConnections: number;
  /** For each of the same, once before the rounds. Zero: not at all. */
  readonly groupWarmUpSeconds: number;
  /** Speeches and uploads one after another in each round. */
  readonly mediaRequests: number;
  /** Realtime sockets at once, each with 50 messages a second in each direction. */
  readonly sockets: number;
  readonly socketSeconds: number;
  /** Asynchronous jobs in each round. */
  readonly jobs: number;
  /** Runs of a workflow that begin at once in each of its rounds. */
  readonly workflowRuns: number;
  readonly workflowRounds: number;
  /** Unit costs: load before the measurement, and rounds of so many seconds. */
  readonly costWarmUpSeconds: number;
  /** Connections of the load. */
  readonly costConnections: number;
  readonly costRounds: number;
  readonly costSeconds: number;
  /** Requests a second of one gateway while PostgreSQL and Redis are measured, and for how long. */
  readonly costRate: number;
  readonly costRateSeconds: number;
  readonly costCheckSeconds: number;
  /** Seconds for which one writer, and then several, store audit records. */
  readonly costStoreSeconds: number;
  /** Keys in the database of the gateway that follows many. */
  readonly costKeys: number;
  readonly costLookupSeconds: number;
  /** Share of 100,000 keys and three million records that the large database has. */
  readonly sizeShare: number;
  /** Number of repetitions of each of its reads. */
  readonly sizeRounds: number;
  /** Number of changes of one of its policies. */
  readonly sizeChanges: number;
  readonly starts: number;
  /** From readiness to the reading of the idle memory. */
  readonly settleMilliseconds: number;
}

export const FULL_PLAN: BenchPlan = {
  rounds: 11,
  warmUpSeconds: 30,
  throughputSeconds: 3,
  throughputConnections: 32,
  latencySeconds: 1,
  latencyConnections: [1, 8, 64],
  promptTokens: [10_000, 100_000],
  streams: 100,
  streamPaceMilliseconds: 1,
  concurrentStreams: 500,
  concurrentPaceMilliseconds: 20,
  idleConnections: 10_000,
  manyStreams: 5_000,
  manyPaceMilliseconds: 250,
  groupSeconds: 1,
  groupConnections: 16,
  groupWarmUpSeconds: 2,
  mediaRequests: 50,
  sockets: 100,
  socketSeconds: 2,
  jobs: 300,
  workflowRuns: 60,
  workflowRounds: 3,
  costWarmUpSeconds: 12,
  costConnections: 32,
  costRounds: 3,
  costSeconds: 2,
  costRate: 100,
  costRateSeconds: 15,
  costCheckSeconds: 30,
  costStoreSeconds: 6,
  costKeys: 1_000_000,
  costLookupSeconds: 6,
  sizeShare: 1,
  sizeRounds: 11,
  sizeChanges: 100,
  starts: 5,
  settleMilliseconds: 1000,
};

/** Enough to see that everything works; its figures are too short to be quoted. */
export const QUICK_PLAN: BenchPlan = {
  ...FULL_PLAN,
  rounds: 1,
  warmUpSeconds: 1,
  throughputSeconds: 1,
  latencySeconds: 1,
  latencyConnections: [1],
  promptTokens: [10_000],
  streams: 20,
  idleConnections: 200,
  manyStreams: 150,
  manyPaceMilliseconds: 20,
  groupWarmUpSeconds: 1,
  mediaRequests: 20,
  socketSeconds: 1,
  jobs: 100,
  workflowRuns: 20,
  workflowRounds: 1,
  costWarmUpSeconds: 2,
  costConnections: 8,
  costRounds: 1,
  costSeconds: 1,
  costRate: 20,
  costRateSeconds: 4,
  costCheckSeconds: 5,
  costStoreSeconds: 6,
  costKeys: 120_000,
  costLookupSeconds: 2,
  sizeShare: 0.01,
  sizeRounds: 2,
  sizeChanges: 4,
  starts: 1,
};
