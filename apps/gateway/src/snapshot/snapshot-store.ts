import type { Snapshot } from './snapshot.js';

/** Holds the one snapshot in effect. A request reads it once and keeps what it read. */
export class SnapshotStore {
  /** Edited settings of gateway.yaml that wait for a restart, by their paths. */
  needRestart: readonly string[] = [];
  private snapshot: Snapshot | undefined = undefined;

  get current(): Snapshot | undefined {
    return this.snapshot;
  }

  /** Swaps the snapshot whole. */
  replace(snapshot: Snapshot): void {
    this.snapshot = snapshot;
  }
}
