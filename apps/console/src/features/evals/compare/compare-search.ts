/** Parameters in the address of the comparison. */
export interface CompareSearch {
  readonly run?: string;
  /** The target of the run, from 0. */
  readonly target?: string;
  /** Without it, the completed run of the suite before. */
  readonly baseline?: string;
  readonly baseline_target?: string;
  readonly change?: string;
  /** The case that is open. */
  readonly case?: string;
}

/** The number of a target in an address; 0 for what is none. */
export function readTarget(text: string | undefined): number {
  return text !== undefined && /^\d$/.test(text) ? Number(text) : 0;
}

/** Returns the comparison that begins at a run: its first two targets, or the run and the one before it. */
export function compareOf({
  figures,
  id,
}: {
  readonly id: string;
  readonly figures: readonly unknown[];
}): CompareSearch {
  return figures.length < 2 ? { run: id } : { run: id, baseline: id, baseline_target: '0', target: '1' };
}

/** Returns the query of the API: without a target of the baseline, that of the run. */
export function toQuery({ baseline, baseline_target, target }: CompareSearch) {
  return {
    target: readTarget(target),
    ...(baseline !== undefined && { baseline_id: baseline }),
    ...(baseline_target !== undefined && { baseline_target: readTarget(baseline_target) }),
  };
}
