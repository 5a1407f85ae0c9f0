import type { BadgeState } from '../../ui/state-badge.js';
import type { ProviderHealth } from './queries.js';

/** Shares of failed requests from which a provider needs to be looked at, and from which it fails. */
const SOME = 0.05;
const MOST = 0.5;

export interface HealthState {
  readonly state: Extract<BadgeState, 'ok' | 'warning' | 'error'>;
  /** Share of the requests that failed, of those that reached the provider. */
  readonly rate: number;
}

/** The state of a provider by its requests of the last hour; undefined without any that reached it. */
export function stateOfHealth(health: ProviderHealth | undefined): HealthState | undefined {
  if (health === undefined) return undefined;
  const asked = health.requests - health.refused_requests;
  if (asked <= 0) return undefined;
  const rate = health.failed_requests / asked;
  return { rate, state: rate >= MOST ? 'error' : rate >= SOME ? 'warning' : 'ok' };
}
