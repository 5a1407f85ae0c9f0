/** Amount of measuring of each server, in turn, once a round. */
export interface PeerPlan {
  readonly rounds: number;
  /** Starts of each server alone, before the rounds. */
  readonly starts: number;
  /** From readiness to the reading of the idle memory. */
  readonly settleMilliseconds: number;
  /** Small requests before anything is measured: V8 compiles for the first 25 seconds of a full load. */
  readonly warmUpSeconds: number;
  readonly loadSeconds: number;
  readonly loadConnections: number;
  /** At one connection. */
  readonly latencySeconds: number;
  /** Streams at once, and the milliseconds between their events. */
  readonly concurrentStreams: number;
  readonly concurrentPaceMilliseconds: number;
  /** Streams one after another, for the time to the first byte. */
  readonly streams: number;
  readonly streamPaceMilliseconds: number;
}

export const FULL_PEER_PLAN: PeerPlan = {
  rounds: 5,
  starts: 3,
  settleMilliseconds: 1000,
  warmUpSeconds: 30,
  loadSeconds: 3,
  loadConnections: 32,
  latencySeconds: 2,
  concurrentStreams: 200,
  concurrentPaceMilliseconds: 20,
  streams: 50,
  streamPaceMilliseconds: 1,
};

/** Enough to see that everything works; its figures are too short to be quoted. */
export const QUICK_PEER_PLAN: PeerPlan = {
  ...FULL_PEER_PLAN,
  rounds: 1,
  starts: 1,
  warmUpSeconds: 3,
  loadSeconds: 1,
  latencySeconds: 1,
  concurrentStreams: 50,
  streams: 10,
};
