import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { tokenCounter } from '@multilane/tokens';
import { estimateSeen } from './count-usage.js';
import type { CallPlan } from './model-call.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('usage that nobody reported', () => {
  it('is estimated by lengths where the tokenizer fails, and the log says so', async () => {
    const failure = new Error('The thread that counts tokens failed.');
    jest.spyOn(tokenCounter, 'count').mockRejectedValue(failure);
    const error = jest.fn();
    const plan = {
      request: { messages: [{ role: 'user', content: 'word '.repeat(1_000) }] },
      target: { provider: { kind: 'openai', upstreamModel: 'gpt-4o' } },
    } as unknown as CallPlan;
    const seen = { completionParts: ['Fog over ', 'Oslo.'], relayedCharacters: 0 };
    const usage = await estimateSeen(plan, seen, {} as never, { logger: { error } as never });
    expect(usage).toMatchObject({ completion_tokens: 4, total_tokens: usage.prompt_tokens + 4 });
    expect(usage.prompt_tokens).toBeGreaterThan(800);
    expect(usage.prompt_tokens).toBeLessThan(2_500);
    expect(error).toHaveBeenCalledWith({ err: failure }, expect.any(String));
    // Chinese has about as many tokens as characters.
    const chinese = { completionParts: ['奥斯陆上空有雾。'.repeat(100)], relayedCharacters: 0 };
    const { completion_tokens: tokens } = await estimateSeen(plan, chinese, {} as never, {
      logger: { error } as never,
    });
    expect(tokens).toBeGreaterThan(500);
  });
});
