import { describe, expect, test } from '@jest/globals';
import { PROVIDER_KINDS } from '@multilane/contracts';
import type { TextPart } from '@multilane/policy';
import { answerHasAtMostTokens, countAnswerTokens } from './count-tokens.js';
import type { GuardedExchange } from './guarded-exchange.js';

const [KIND] = Object.keys(PROVIDER_KINDS);
const exchange = (tokens?: number) =>
  ({
    asked: { caller: {} },
    planned: { serving: { target: { provider: { kind: KIND, upstreamModel: 'gpt-4o' } } } },
    tried: { usage: tokens === undefined ? undefined : { completion_tokens: tokens } },
  }) as unknown as GuardedExchange;

const WRITTEN: TextPart[] = [
  { role: 'reasoning', text: 'They greet.' },
  { role: 'assistant', text: 'Hello.' },
];
const BESIDE: TextPart = { role: 'parameter', text: 'a citation '.repeat(2_000) };

describe('docs/contract/guardrails.md#guardrails: the tokens of an answer', () => {
  test('are those that the model wrote, without what stands beside them', async () => {
    expect(answerHasAtMostTokens(exchange(), [...WRITTEN, BESIDE], 1_000)).toBe(true);
    expect(answerHasAtMostTokens(exchange(), [{ ...BESIDE, role: 'assistant' }], 1_000)).toBe(false);
    const counted = await countAnswerTokens(exchange(), WRITTEN);
    expect(counted).toBeGreaterThan(0);
    expect(await countAnswerTokens(exchange(), [...WRITTEN, BESIDE])).toBe(counted);
  });

  test('are those that the provider reported, however short the texts are', () => {
    expect(countAnswerTokens(exchange(5_000), WRITTEN)).toBe(5_000);
    expect(answerHasAtMostTokens(exchange(5_000), WRITTEN, 1_000)).toBe(false);
    expect(answerHasAtMostTokens(exchange(10), [{ ...BESIDE, role: 'assistant' }], 10)).toBe(true);
  });
});
