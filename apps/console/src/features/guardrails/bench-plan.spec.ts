import { describe, expect, it } from '@jest/globals';
import { type BenchRule, isElsewhere, pickMessages, sumUp } from './bench-plan.js';

const RULE: BenchRule = {
  id: 'a',
  name: 'a',
  kind: 'keywords',
  phase: 'before',
  mode: 'enforce',
  enabled: true,
  config: {},
};

const CHAT = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: ' ' },
  { role: 'user', text: 'Hello' },
  { role: 'assistant', text: 'Hello!' },
] as const;

describe('the bench of guardrails', () => {
  it('tries rules for requests on what is asked, and rules for responses on what is answered', () => {
    expect(pickMessages({ phase: 'before' }, CHAT)).toEqual([0, 2]);
    expect(pickMessages({ phase: 'after' }, CHAT)).toEqual([3]);
  });

  it.each([
    ['http', {}, true],
    ['max_tokens', { limit: 1 }, true],
    ['moderation', { model: 'm' }, true],
    ['moderation', {}, false],
    ['regex', {}, false],
  ] as const)('knows that a rule of kind %s with %j asks somebody: %s', (kind, config, expected) => {
    expect(isElsewhere({ kind, config })).toBe(expected);
  });

  it('says the worst of a chat, and of which messages it holds', () => {
    const answers = [
      { message: 0, verdict: 'pass', ms: 1 },
      { message: 2, verdict: 'finding', ms: 2 },
      { message: 3, verdict: 'finding', ms: 3 },
    ] as const;
    expect(sumUp(RULE, answers)).toEqual({ rule: RULE, verdict: 'finding', ms: 6, messages: [3, 4] });
    expect(sumUp(RULE, []).verdict).toBe('silent');
    expect(sumUp(RULE, [...answers, { message: 1, verdict: 'refused', ms: 0, reason: 'why' }])).toMatchObject({
      verdict: 'refused',
      reason: 'why',
      messages: [2],
    });
  });
});
