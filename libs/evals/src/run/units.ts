/** One answer of a run: what a target says to a case, for the nth time. */
export interface Unit {
  readonly target: number;
  /** Position of the case in its version, from 0. */
  readonly position: number;
  /** From 0. */
  readonly repeat: number;
}

/** Number of targets, cases and repeats of a run. */
export interface RunSize {
  readonly targets: number;
  readonly cases: number;
  readonly repeats: number;
}

export function countUnits({ cases, repeats, targets }: RunSize): number {
  return cases * repeats * targets;
}

/** The unit at an index. Targets and repeats of a case come one after the other, so that an early look compares the same cases. */
export function unitAt(index: number, { repeats, targets }: RunSize): Unit {
  const perCase = repeats * targets;
  const within = index % perCase;
  return { position: Math.floor(index / perCase), repeat: Math.floor(within / targets), target: within % targets };
}

/** The inverse of `unitAt`. */
export function indexOf({ position, repeat, target }: Unit, { repeats, targets }: RunSize): number {
  return (position * repeats + repeat) * targets + target;
}
