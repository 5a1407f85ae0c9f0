export interface LaneTarget {
  readonly model: string;
  readonly weight?: number | undefined;
  readonly timeout_ms?: number | undefined;
  /** Requests that reach the lane; undefined: all. */
  readonly on?: string | undefined;
}

export interface Lane extends LaneTarget {
  /** Share of the requests that begins in this lane, 0 to 1; undefined if it depends on the traffic. */
  readonly share: number | undefined;
}

/**
 * The lanes of a route, and the share of each: the first target of a failover has all, weights are relative, and no request begins in a
 * lane for long prompts.
 */
export function shareLanes(strategy: string, targets: readonly LaneTarget[]): Lane[] {
  const usual = targets.filter(({ on }) => on === undefined);
  const total = usual.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const shareOf = (target: LaneTarget): number | undefined => {
    const { on, weight = 1 } = target;
    if (on !== undefined) return 0;
    if (strategy === 'failover') return target === usual[0] ? 1 : 0;
    if (strategy === 'weighted') return total === 0 ? 1 / usual.length : weight / total;
    return undefined;
  };
  return targets.map((target) => ({ ...target, share: shareOf(target) }));
}
