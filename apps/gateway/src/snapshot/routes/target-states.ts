import { TargetState } from '@multilane/policy';

/** More targets than this are not remembered from one snapshot to the next. */
const LIMIT = 20_000;

/** States of the targets that requests are routed to, in this process. It outlives the snapshots. */
export class TargetStates {
  private readonly byKey = new Map<string, TargetState>();

  /** @param key The target's. */
  stateOf(key: string): TargetState {
    const known = this.byKey.get(key);
    if (known) return known;
    const made = new TargetState();
    // Holders of the oldest state keep it: it is only forgotten for later snapshots.
    if (this.byKey.size >= LIMIT) this.byKey.delete(this.byKey.keys().next().value ?? '');
    this.byKey.set(key, made);
    return made;
  }
}
