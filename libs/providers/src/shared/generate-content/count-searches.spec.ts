import { describe, expect, test } from '@jest/globals';
import { BILLED, type Usage } from '@multilane/contracts';
import { getAdapter } from '../../registry.js';

const codec = getAdapter('gemini')?.endpoints.chat;

const grounded = (...webSearchQueries: string[]) => ({
  candidates: [
    {
      index: 0,
      content: { role: 'model', parts: [{ text: 'So.' }] },
      finishReason: 'STOP',
      groundingMetadata: { webSearchQueries },
    },
  ],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
});
const factsOf = (model: string) => ({ kind: 'gemini' as const, idSeed: 's', created: 1, includeUsage: true, model });
const searchesOf = (usage: Usage | undefined) =>
  (usage as Usage & { [BILLED]?: { searches?: number } })?.[BILLED]?.searches;

function decode(model: string, answer: object): number | undefined {
  return searchesOf(codec?.decode([answer], factsOf(model)).usage);
}

function stream(model: string, ...answers: object[]): number | undefined {
  const translator = codec?.startStream(factsOf(model));
  for (const answer of answers) translator?.push(Buffer.from(`data: ${JSON.stringify(answer)}\n\n`), () => undefined);
  return searchesOf(translator?.usage());
}

describe('searches of Google that an answer is billed for', () => {
  test.each([
    ['gemini-3.1-pro-preview', ['a', '', 'b', 'a'], 2],
    ['gemini-2.5-flash', ['a', 'b'], 1],
    ['gemini-2.0-flash', ['a'], 1],
    ['my-deployment', ['a', 'b', 'c'], 3],
    ['gemini-3.1-pro-preview', [''], undefined],
    ['gemini-2.5-flash', [], undefined],
  ])('%s after the queries %j: %s', (model, queries, searches) => {
    expect(decode(model, grounded(...queries))).toBe(searches);
    expect(stream(model, grounded(...queries))).toBe(searches);
  });

  test('are counted once of a stream whose events repeat them, also where they come after the usage', () => {
    const { candidates } = grounded('a', 'b');
    expect(stream('gemini-3.8-flash', grounded('a'), grounded('a', 'b'))).toBe(2);
    expect(stream('gemini-3.8-flash', grounded(), { candidates })).toBe(2);
  });
});
