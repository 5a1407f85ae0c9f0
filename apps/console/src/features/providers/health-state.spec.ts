import { describe, expect, it } from '@jest/globals';
import { stateOfHealth } from './health-state.js';
import type { ProviderHealth } from './queries.js';

const health = (requests: number, failed: number, refused = 0) =>
  ({ requests, failed_requests: failed, refused_requests: refused }) as ProviderHealth;

describe('the state of a provider', () => {
  it.each([
    [100, 0, 0, 'ok', 0],
    [100, 4, 0, 'ok', 0.04],
    [100, 5, 0, 'warning', 0.05],
    [100, 50, 0, 'error', 0.5],
    // Refused requests never reached the provider.
    [100, 10, 80, 'error', 0.5],
  ])(
    'of %s requests, %s failed and %s refused is by the share that failed',
    (requests, failed, refused, state, rate) => {
      expect(stateOfHealth(health(requests, failed, refused))).toEqual({ state, rate });
    },
  );

  it('is unknown without requests that reached it', () => {
    expect([stateOfHealth(undefined), stateOfHealth(health(0, 0)), stateOfHealth(health(3, 0, 3))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
