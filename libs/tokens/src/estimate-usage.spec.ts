import { describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import { type Exchange, estimatePromptTokens, estimateUsage } from './estimate-usage.js';
import { chooseFamily, FAMILY_FACTORS, LOW_DETAIL_IMAGE } from './family-factors.js';
import { loadTokenizer } from './tokenizer.js';

const TEXT = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so every day. '.repeat(20);

const exchange = (changes: Partial<Exchange> = {}): Exchange => ({
  model: 'gpt-4o',
  group: 'R1',
  messages: [{ role: 'user', content: TEXT }],
  completionText: TEXT,
  tenant: 'a',
  ...changes,
});

describe('estimateUsage', () => {
  it('sums prompt and completion', async () => {
    const text = (await loadTokenizer('gpt-4o')).count(TEXT);
    expect(await estimateUsage(exchange())).toEqual({
      prompt_tokens: text + 7,
      completion_tokens: text,
      total_tokens: 2 * text + 7,
    });
  });

  it.each([
    ['N', 'claude-sonnet-4-5', FAMILY_FACTORS.N.text],
    ['G', 'gemini-2.5-flash', FAMILY_FACTORS.G.text],
    ['C', 'command-r', FAMILY_FACTORS.C.text],
    ['B', 'amazon.nova-micro-v1:0', FAMILY_FACTORS.B.text],
  ] as const)('scales the text of group %s by its factor', async (group, model, factor) => {
    const text = (await loadTokenizer()).count(TEXT);
    const { completion_tokens } = await estimateUsage(exchange({ group, model }));
    expect(Math.abs(completion_tokens - text * factor)).toBeLessThanOrEqual(5);
  });

  it('counts an older model with its older encoding', async () => {
    const messages: ChatMessage[] = [{ role: 'user', content: 'こんにちは、世界！お元気ですか？' }];
    const older = await estimateUsage(exchange({ model: 'gpt-4', messages }));
    const newer = await estimateUsage(exchange({ model: 'gpt-4o', messages }));
    expect(older.prompt_tokens).toBeGreaterThan(newer.prompt_tokens);
  });

  it('counts nothing for an answer that never came', async () => {
    const { completion_tokens } = await estimateUsage(exchange({ model: 'gpt-5', completionText: '' }));
    expect(completion_tokens).toBe(0);
  });

  it('counts tool calls of the answer, each with its overhead', async () => {
    const call = '{"city":"Paris"}';
    const one = await estimateUsage(exchange({ completionText: '', completionToolArguments: [call] }));
    const two = await estimateUsage(exchange({ completionText: '', completionToolArguments: [call, call] }));
    expect(one.completion_tokens).toBeGreaterThan(FAMILY_FACTORS.R.perToolCall);
    expect(two.completion_tokens).toBe(2 * one.completion_tokens);
  });

  it('counts an image flat, by its detail, and never the letters of its data', async () => {
    const image = (detail?: string): ChatMessage => ({
      role: 'user',
      content: [
        { type: 'text', text: TEXT },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(10_000)}`, detail } },
      ],
    });
    const { prompt_tokens: plain } = await estimateUsage(exchange());
    for (const [group, detail, tokens] of [
      ['R', undefined, FAMILY_FACTORS.R.perImage],
      ['R', 'low', LOW_DETAIL_IMAGE],
    ] as const) {
      const { prompt_tokens } = await estimateUsage(exchange({ group, messages: [image(detail)] }));
      expect(prompt_tokens - plain).toBe(tokens);
    }
  });

  it('answers the same prompt alone as with its completion', async () => {
    const { prompt_tokens } = await estimateUsage(exchange());
    expect(await estimatePromptTokens(exchange())).toBe(prompt_tokens);
  });

  it('counts what it can of members it does not know', async () => {
    const messages = [
      { role: 'user', content: null },
      {
        role: 'assistant',
        content: [{ type: 'new_kind' }, { type: 'text' }],
        tool_calls: [{ id: 'x', type: 'custom' }],
      },
      { role: 'tool', content: 7 },
      { role: 'assistant', function_call: { name: 'f' }, tool_calls: null },
    ] as unknown as ChatMessage[];
    const { prompt_tokens } = await estimateUsage(exchange({ messages, tool_choice: { type: 'custom' } as never }));
    expect(prompt_tokens).toBeGreaterThan(16);
  });
});

describe('chooseFamily', () => {
  it.each([
    ['R1', 'gpt-4o', 'R'],
    ['R1', 'gpt-5-mini', 'gpt-5'],
    ['R', 'openai/gpt-5', 'gpt-5'],
    ['R', 'llama-3.3-70b', 'R'],
    ['N', 'claude-sonnet-4-5', 'N'],
    ['G', 'gemini-2.5-pro', 'G'],
    ['C', 'command-a-03-2025', 'C'],
    ['C', 'command-r7b-12-2024', 'command-r7b'],
    ['B', 'us.amazon.nova-micro-v1:0', 'B'],
    ['B', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'N'],
    ['B', 'anthropic.claude-3-haiku', 'N'],
    ['simulator', 'simulator', 'R'],
  ] as const)('counts group %s, model %s as %s', (group, model, family) => {
    expect(chooseFamily(group, model)).toBe(family);
  });
});
