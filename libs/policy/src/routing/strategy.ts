/** Way in which the target of a request is chosen (docs/contract/routing.md#strategies). */
export type RoutingStrategy =
  | 'failover'
  | 'weighted'
  | 'least_latency'
  | 'least_busy'
  | 'lowest_cost'
  | 'cheapest_healthy';

/** True if the strategy compares the expected costs of a request at its targets. */
export function comparesCosts(strategy: RoutingStrategy): boolean {
  return strategy === 'lowest_cost' || strategy === 'cheapest_healthy';
}

/** True if a session can be held on one target: the order of the others is fixed, or follows from prices. */
export function canHoldSessions(strategy: RoutingStrategy): boolean {
  return strategy !== 'failover' && !comparesCosts(strategy);
}

/** Reason of a failed call, as `retry.on` names it: the provider's status, a time limit, or a connection. */
export type FailureReason = number | 'timeout' | 'connect';
