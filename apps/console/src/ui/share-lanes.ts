export interface LaneTarget {
  readonly model: string;
  readonly weight?: number | undefined;
  readonly timeout_ms?: number | undefined;
}

export interface Lane extends LaneTarget {
  /** Share of the requests that begins in this lane, 0 to 1; undefined if it depends on the traffic. */
  readonly share: number | undefined;
}

/** The lanes of a route, and the share of each: the first target of a failover has all, weights are relative. */
export function shareLanes(strategy: string, targets: readonly LaneTarget[]): Lane[] {
  const total = targets.reduce((sum, { weight = 1 }) => sum + weight, 0);
  const shareOf = ({ weight = 1 }: LaneTarget, index: number): number | undefined => {
    if (strategy === 'failover') return index === 0 ? 1 : 0;
    if (strategy === 'weighted') return total === 0 ? 1 / targets.length : weight / total;
    return undefined;
  };
  return targets.map((target, index) => ({ ...target, share: shareOf(target, index) }));
}
