/** Options of `node:http` in both services. */
export const SERVER_OPTIONS = {
  /** A whole request must have arrived within this, in milliseconds, so that a dripping client holds no socket. */
  requestTimeout: 300_000,
  /** Longer than the idle time of common load balancers, which must be the ones to close. */
  keepAliveTimeout: 72_000,
  // A client that waits minutes for an answer in one piece gets nothing meanwhile: probes of TCP keep what is between from forgetting
  // the connection, and find out that the client is gone. The delay is below the idle time of common load balancers and NAT gateways.
  keepAlive: true,
  keepAliveInitialDelay: 45_000,
  // Node would drop a second Authorization header without a word; joined, it is rejected. Its own refusal of a request
  // without Host has no body, so we reject it.
  joinDuplicateHeaders: true,
  requireHostHeader: false,
};
