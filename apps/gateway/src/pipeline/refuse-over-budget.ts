import { GatewayError } from '@multilane/errors';
import type { HoldVerdict } from '@multilane/policy';
import type { RequestContext } from './request-context.js';

const CODES = {
  'key exceeded': 'key_budget_exceeded',
  'team exceeded': 'budget_exhausted',
  unknown: 'overloaded',
} as const;

/**
 * Refuses a request for its budgets. Trying again is in vain until the period ends, except where running requests, or the
 * database, have yet to say whether anything is left.
 */
export function refuseOverBudget({ services }: RequestContext, verdict: Exclude<HoldVerdict, 'allowed'>): never {
  const code = CODES[verdict];
  services.metrics.recordPolicyDecision('refused', 'budget', code);
  if (code !== 'overloaded') throw new GatewayError(code, { headers: { 'x-should-retry': 'false' } });
  throw new GatewayError(code, {
    headers: { 'retry-after': '1' },
    message: 'The budget is nearly used up, and running requests may use the rest of it. Try again in a second.',
  });
}
