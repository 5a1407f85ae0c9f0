import { describe, expect, it } from '@jest/globals';
import { readQuotas } from './read-quotas.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const DATE = 'Fri, 20 Nov 2026 12:00:00 GMT';

describe('what the headers of a provider say is left', () => {
  it.each<[string, Record<string, string>, object]>([
    [
      'the reference provider, Azure, Groq',
      {
        'x-ratelimit-remaining-requests': '59',
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-tokens': '149984',
        'x-ratelimit-reset-tokens': '6m0s',
      },
      { requests: { left: 59, resetMs: 1_000 }, tokens: { left: 149_984, resetMs: 360_000 } },
    ],
    [
      'Anthropic',
      {
        date: DATE,
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2026-11-20T12:00:07Z',
        'anthropic-ratelimit-input-tokens-remaining': '1000',
        'anthropic-ratelimit-input-tokens-reset': '2026-11-20T12:01:00Z',
        'anthropic-ratelimit-tokens-remaining': '9000',
        'anthropic-ratelimit-tokens-reset': '2026-11-20T12:00:30Z',
      },
      { requests: { left: 0, resetMs: 7_000 }, tokens: { left: 1_000, resetMs: 60_000 } },
    ],
    [
      'Cerebras',
      { 'x-ratelimit-remaining-tokens-minute': '60000', 'x-ratelimit-reset-tokens-minute': '12.5' },
      { requests: undefined, tokens: { left: 60_000, resetMs: 12_500 } },
    ],
    [
      'OpenRouter, with milliseconds since 1970',
      { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': String(NOW + 4_000) },
      { requests: { left: 3, resetMs: 4_000 }, tokens: undefined },
    ],
    [
      'seconds since 1970',
      { 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': String(NOW / 1000 + 4) },
      { requests: { left: 3, resetMs: 4_000 }, tokens: undefined },
    ],
    [
      'no reset',
      { 'x-ratelimit-remaining-requests': '5' },
      { requests: { left: 5, resetMs: undefined }, tokens: undefined },
    ],
    [
      'a reset that cannot be read',
      { 'x-ratelimit-remaining-requests': '5', 'x-ratelimit-reset-requests': 'soon' },
      { requests: { left: 5, resetMs: undefined }, tokens: undefined },
    ],
    [
      'less than nothing, reset in the past',
      { date: DATE, 'x-ratelimit-remaining-requests': '-5', 'x-ratelimit-reset-requests': '2026-11-20T11:59:00Z' },
      { requests: { left: -5, resetMs: -60_000 }, tokens: undefined },
    ],
    [
      'a first header that is no number',
      { 'x-ratelimit-remaining-requests': 'many', 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': '3' },
      { requests: { left: 2, resetMs: 3_000 }, tokens: undefined },
    ],
  ])('%s', (_provider, headers, expected) => {
    expect(readQuotas(headers, NOW)).toEqual(expected);
  });

  it.each([
    {},
    { 'x-ratelimit-limit-requests': '60' },
    { 'x-ratelimit-remaining-requests': '' },
    { 'x-ratelimit-remaining-requests': '9'.repeat(50) },
    { 'x-ratelimit-remaining-tokens': '1e99' },
  ])('is nothing: %j', (headers) => {
    expect(readQuotas(headers, NOW)).toBeUndefined();
  });

  it('takes the clock of the provider for its moments', () => {
    const headers = { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': String(NOW + 4_000), date: DATE };
    expect(readQuotas(headers, NOW + 3_000_000)?.requests?.resetMs).toBe(4_000);
  });
});
