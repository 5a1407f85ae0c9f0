import { describe, expect, it } from '@jest/globals';
import type { ChatMessage, ChatTool } from '@multilane/contracts';
import fc from 'fast-check';
import { boundPrompt, measurePrompt } from './bound-prompt.js';
import type { Prompt } from './collect-prompt.js';
import { type CountedModel, estimatePromptTokens } from './estimate-usage.js';

const ENGLISH = 'The quick brown fox jumps over the lazy dog, and nobody knows why it does so every day. ';

const MODELS: readonly CountedModel[] = [
  { model: 'gpt-4o', group: 'R1' },
  { model: 'gpt-4', group: 'R1' },
  { model: 'gpt-5', group: 'R1' },
  { model: 'claude-sonnet-4-5', group: 'N' },
  { model: 'gemini-2.5-pro', group: 'G' },
  { model: 'command-r7b-12-2024', group: 'C' },
  { model: 'amazon.nova-micro-v1:0', group: 'B' },
];

const text = fc.oneof(
  fc.string({ maxLength: 300, unit: 'grapheme' }),
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.nat(30).map((times) => ENGLISH.repeat(times)),
  fc
    .tuple(fc.constantFrom(' ', '\n', 'a', '-', '0', '你', '🙂'), fc.nat(1500))
    .map(([unit, times]) => unit.repeat(times)),
);

const name = fc.string({ minLength: 1, maxLength: 12 });

const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  text.map((content): ChatMessage => ({ role: 'user', content })),
  fc.tuple(text, name).map(([content, given]): ChatMessage => ({ role: 'system', content, name: given })),
  text.map(
    (inner): ChatMessage => ({
      role: 'user',
      content: [
        { type: 'text', text: inner },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    }),
  ),
  fc.tuple(name, text).map(([called, args]) => ({
    role: 'assistant' as const,
    content: null,
    tool_calls: [{ id: 'call', type: 'function' as const, function: { name: called, arguments: args } }],
  })),
);

const property = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'integer', 'boolean'), description: text }),
  fc.record({ enum: fc.array(name, { maxLength: 4 }) }),
  fc.record({ type: fc.constant('array'), items: fc.constant({ type: 'number' }) }),
  fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(name, fc.record({ type: fc.constant('string'), description: text })),
  }),
  fc.constant({ anyOf: [{ type: 'string' }, { type: 'null' }, {}] }),
);

const tool: fc.Arbitrary<ChatTool> = fc.record({
  type: fc.constant('function' as const),
  function: fc.record({
    name,
    description: text,
    parameters: fc.record({ type: fc.constant('object'), properties: fc.dictionary(name, property) }),
  }),
});

const prompt: fc.Arbitrary<Prompt> = fc.record({
  messages: fc.array(message, { minLength: 1, maxLength: 6 }),
  tools: fc.array(tool, { maxLength: 3 }),
});

describe('the bounds of a prompt by its lengths', () => {
  it('hold for every prompt and family of models', async () => {
    await fc.assert(
      fc.asyncProperty(prompt, fc.constantFrom(...MODELS), async (given, model) => {
        const { atLeast, atMost } = boundPrompt(measurePrompt(given), model);
        const counted = await estimatePromptTokens({ ...model, ...given, tenant: 'a' });
        expect(atLeast).toBeLessThanOrEqual(counted);
        expect(atMost).toBeGreaterThanOrEqual(counted);
      }),
      { numRuns: 400 },
    );
  }, 60_000);

  it.each([
    ['English', ENGLISH.repeat(50), 0.25],
    ['German', 'Falsches Üben von Xylophonmusik quält jeden größeren Zwerg. '.repeat(50), 0.45],
    ['Chinese', '敏捷的棕色狐狸跳过了懒狗，没有人知道它为什么每天都这样做。'.repeat(50), 0.3],
    [
      'code',
      'for (let n = 0; n < items.length; n++) {\n  total += items[n].price * items[n].count;\n}\n'.repeat(50),
      0.35,
    ],
  ])('guess the charge of %s', async (_language, content, error) => {
    const given = { messages: [{ role: 'user' as const, content }] };
    const counted = await estimatePromptTokens({ model: 'gpt-4o', group: 'R1', ...given, tenant: 'a' });
    const { charge } = boundPrompt(measurePrompt(given), { model: 'gpt-4o', group: 'R1' });
    expect(Math.abs(charge / counted - 1)).toBeLessThan(error);
  });

  it('count images flat and not the letters of their data', () => {
    const data = 'A'.repeat(1_000_000);
    const { atMost } = boundPrompt(
      measurePrompt({
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }] },
          { role: 'user', content: [{ type: 'image', source: { type: 'base64', data } }] },
          { role: 'user', content: [{ type: 'file', file: { file_data: data } }] },
        ],
      }),
      { model: 'gpt-4o', group: 'R1' },
    );
    expect(atMost).toBeLessThan(2_000);
  });

  it('take what is no chat by all its texts, and tokens by their number', () => {
    const { charge } = boundPrompt(
      measurePrompt({
        others: [
          ['one two', 'three'],
          [1, 2, 3, 4],
        ],
      }),
      {
        model: 'text-embedding-3-small',
        group: 'R1',
      },
    );
    expect(charge).toBe(Math.round((12 + 16) / 4) + 4 + 3);
  });

  it('bear members of any shape', () => {
    const odd = { messages: [null, 7, { content: { a: [[]] } }, { tool_calls: [null] }], tools: [null, 'x'] };
    expect(boundPrompt(measurePrompt(odd), { model: '', group: 'R' }).charge).toBeGreaterThan(0);
  });
});
