import { HedgeAllowance, TargetState } from '@multilane/policy';

/** More targets or routes than this are not remembered from one snapshot to the next. */
const LIMIT = 20_000;

/** States of the targets and routes of requests, in this process. It outlives the snapshots. */
export class TargetStates {
  private readonly byKey = new Map<string, TargetState>();
  private readonly allowances = new Map<string, HedgeAllowance>();

  /** @param key The target's. */
  stateOf(key: string): TargetState {
    return findOrMake(this.byKey, key, () => new TargetState());
  }

  /** @param route The route's name */
  allowanceOf(route: string): HedgeAllowance {
    return findOrMake(this.allowances, route, () => new HedgeAllowance());
  }
}

function findOrMake<Kept>(byKey: Map<string, Kept>, key: string, make: () => Kept): Kept {
  const known = byKey.get(key);
  if (known) return known;
  const made = make();
  // Holders of the oldest one keep it: it is only forgotten for later snapshots.
  if (byKey.size >= LIMIT) byKey.delete(byKey.keys().next().value ?? '');
  byKey.set(key, made);
  return made;
}
