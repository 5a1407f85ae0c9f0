import { describe, expect, it } from '@jest/globals';
import { readPolicies } from './read-policies.js';

describe('the details of a request', () => {
  it('name the policies that it met, and keep what the console does not know as text', () => {
    const guardrail = { name: 'pii', phase: 'input', result: 'found', action: 'redact' };
    const limit = { scope: 'team', unit: 'tokens', window_seconds: 60 };
    const details = { guardrails: [guardrail], limits: [limit], adjusted: ['top_k'], route: { hops: 2 }, zone: 'eu' };
    expect(readPolicies(details)).toEqual({
      guardrails: [guardrail],
      limits: [limit],
      adjusted: ['top_k'],
      others: [
        ['route', '{"hops":2}'],
        ['zone', 'eu'],
      ],
    });
  });

  it('leave billed parts to the cost, and are empty lists where they are of another form', () => {
    const details = { cost: { usd: 1 }, searches: 2, service_tier: 'flex', guardrails: 'none', limits: null };
    expect(readPolicies(details)).toEqual({ guardrails: [], limits: [], adjusted: [], others: [] });
  });
});
