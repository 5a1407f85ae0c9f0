/** Way in which the target of a request is chosen (docs/contract/routing.md#strategies). */
export type RoutingStrategy = 'failover' | 'weighted' | 'least_latency' | 'least_busy';

/** Reason of a failed call, as `retry.on` names it: the provider's status, a time limit, or a connection. */
export type FailureReason = number | 'timeout' | 'connect';
