import { describe, expect, it } from '@jest/globals';
import { type Ceiling, MemoryLimitStore, RequestLimits } from '@multilane/policy';
import { admitPrompt } from './admit-prompt.js';

const CEILING: Ceiling = { scope: 'api_key', unit: 'tokens', windowSeconds: 60, limit: 1_000, counter: 'c' };

/** Resolves to true if a prompt is admitted under a limit of 1,000 tokens. */
async function isAdmitted(request: object): Promise<boolean> {
  const ceilings = { requests: [], tokens: [CEILING], all: [CEILING], slots: [] };
  const limits = new RequestLimits(ceilings, new MemoryLimitStore());
  const target = { provider: { kind: 'openai', upstreamModel: 'text-embedding-3-small' } };
  return (await admitPrompt({ request, target } as never, limits, 'tokens', {} as never)) === undefined;
}

const tokens = (count: number): number[] => Array(count).fill(9906);

describe('a single prompt larger than the whole token limit is rejected (docs/contract/limits.md#settlement)', () => {
  it.each<[string, object, boolean]>([
    ['text below it', { input: 'Hello there. '.repeat(100) }, true],
    ['text above it', { input: 'Hello there. '.repeat(1_000) }, false],
    ['tokens below it', { input: tokens(900) }, true],
    ['tokens above it', { input: tokens(1_100) }, false],
    ['several inputs of tokens below it', { input: [tokens(400), tokens(400)] }, true],
    ['several inputs of tokens above it', { input: [tokens(600), tokens(600)] }, false],
    ['a prompt of tokens above it', { prompt: tokens(1_100) }, false],
  ])('%s', async (_name, request, expected) => {
    expect(await isAdmitted(request)).toBe(expected);
  });
});
