import { describe, expect, test } from '@jest/globals';
import type { ChatChunk } from '@multilane/contracts';
import { ContentStreamTranslator } from './translate-stream.js';

const FACTS = { kind: 'gemini', idSeed: 's', created: 7, includeUsage: false } as const;
const event = (body: object, end = '\n\n') => `data: ${JSON.stringify(body)}${end}`;
const says = (text: string, rest: object = {}) => ({
  candidates: [{ content: { parts: [{ text }] }, index: 0, ...rest }],
});

function translate(...pieces: string[]): { chunks: ChatChunk[]; usage: unknown } {
  const translator = new ContentStreamTranslator(FACTS);
  const chunks: ChatChunk[] = [];
  const emit = (chunk: ChatChunk | undefined, raw: string | undefined) => {
    expect(raw).toBeUndefined();
    if (chunk !== undefined) chunks.push(chunk);
  };
  for (const piece of pieces) translator.push(new TextEncoder().encode(piece), emit);
  translator.end(emit);
  return { chunks, usage: translator.usage() };
}

const deltas = (chunks: readonly ChatChunk[]) =>
  chunks.flatMap(({ choices }) => choices.map(({ index, delta, finish_reason }) => [index, delta, finish_reason]));
const ROLE = { role: 'assistant', content: '' };

describe('ContentStreamTranslator', () => {
  test('begins with the role, relays text as it comes, and ends with the reason and the usage', () => {
    const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2, thoughtsTokenCount: 1 };
    const { chunks, usage } = translate(
      event({ ...says('A'), responseId: 'r', modelVersion: 'm', usageMetadata: { promptTokenCount: 3 } }),
      event({ ...says('B', { finishReason: 'STOP' }), usageMetadata }, '\r\n\r\n'),
    );
    expect(deltas(chunks)).toEqual([
      [0, ROLE, null],
      [0, { content: 'A' }, null],
      [0, { content: 'B' }, null],
      [0, {}, 'stop'],
    ]);
    expect(chunks.at(-1)).toEqual({
      id: 'r',
      object: 'chat.completion.chunk',
      created: 7,
      model: 'm',
      choices: [],
      usage,
    });
    expect(usage).toMatchObject({ prompt_tokens: 3, completion_tokens: 3 });
    for (const chunk of chunks) expect(chunk).toMatchObject({ id: 'r', created: 7, model: 'm' });
    expect(chunks.slice(0, -1).some((chunk) => 'usage' in chunk)).toBe(false);
  });

  test('has no usage chunk where the provider reported none: the gateway adds it', () => {
    const { chunks, usage } = translate(event(says('A', { finishReason: 'STOP' })));
    expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
    expect(usage).toBeUndefined();
  });

  test('takes text after a finish reason, and sends one reason at the end', () => {
    const { chunks } = translate(...['A', 'B'].map((text) => event(says(text, { finishReason: 'STOP' }))));
    expect(deltas(chunks).map(([, delta, reason]) => reason ?? delta)).toEqual([
      ROLE,
      { content: 'A' },
      { content: 'B' },
      'stop',
    ]);
  });

  test('numbers the calls of several events, with ids made from their places', () => {
    const calls = (...names: string[]) => ({
      candidates: [{ content: { parts: names.map((name) => ({ functionCall: { name }, thoughtSignature: name })) } }],
    });
    const { chunks } = translate(event(calls('f', 'g')), event(calls('h')), event(says('', { finishReason: 'STOP' })));
    const sent = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []));
    expect(sent.map(({ index, id }) => [index, id])).toEqual([
      [0, 'call_s_0_0'],
      [1, 'call_s_0_1'],
      [2, 'call_s_0_2'],
    ]);
    expect(sent[2]).toMatchObject({
      function: { name: 'h', arguments: '{}' },
      extra_content: { google: { thought_signature: 'h' } },
    });
    expect(deltas(chunks).at(-1)).toEqual([0, {}, 'tool_calls']);
  });

  test('keeps candidates apart', () => {
    const of = (index: number, text: string, finishReason?: string) => event(says(text, { index, finishReason }));
    const { chunks } = translate(of(0, 'A'), of(1, 'B', 'MAX_TOKENS'), of(0, 'C', 'STOP'));
    expect(deltas(chunks)).toEqual([
      [0, ROLE, null],
      [0, { content: 'A' }, null],
      [1, ROLE, null],
      [1, { content: 'B' }, null],
      [0, { content: 'C' }, null],
      [0, {}, 'stop'],
      [1, {}, 'length'],
    ]);
  });

  test('sends thoughts as reasoning', () => {
    const thought = { candidates: [{ content: { parts: [{ text: 'hm', thought: true }] }, finishReason: 'STOP' }] };
    expect(deltas(translate(event(thought)).chunks)[1]).toEqual([0, { reasoning_content: 'hm' }, null]);
  });

  test.each([
    ['at the start', [], [[0, ROLE, null]]],
    [
      'on the way',
      [says('A')],
      [
        [0, ROLE, null],
        [0, { content: 'A' }, null],
      ],
    ],
  ])('ends with content_filter when the prompt is blocked %s', (_name, before, sent) => {
    const { chunks } = translate(
      ...[...before, { promptFeedback: { blockReason: 'SAFETY' } }].map((body) => event(body)),
    );
    expect(deltas(chunks)).toEqual([...sent, [0, {}, 'content_filter']]);
  });

  test('reads an event whose JSON goes over several lines, and one that the close ends', () => {
    const lines = JSON.stringify(says('A', { finishReason: 'STOP' }), undefined, 1).split('\n');
    const { chunks } = translate(': comment\n\n', 'event: x\n', lines.map((line) => `data: ${line}`).join('\n'));
    expect(deltas(chunks)[1]).toEqual([0, { content: 'A' }, null]);
  });

  const bareError = (code: number, status: string) => JSON.stringify({ error: { code, status } }, undefined, 2);

  test.each([
    ['nothing came', []],
    ['no reason came', [event(says('A'))]],
    [
      'one of two candidates has no reason',
      [event(says('A', { finishReason: 'STOP' })), event(says('B', { index: 1 }))],
    ],
    ['an event is not JSON', ['data: {"candidates"\n\n']],
    ['an event is not an object', ['data: 7\n\n']],
    ['an error comes as an event', [event({ error: { code: 503, status: 'UNAVAILABLE' } })]],
    ['an error comes outside the events', [event(says('A', { finishReason: 'STOP' })), bareError(499, 'CANCELLED')]],
    ['text outside the events breaks off', [event(says('A', { finishReason: 'STOP' })), '{\n "error": {\n']],
    ['the model got a call wrong', [event(says('A', { finishReason: 'MALFORMED_FUNCTION_CALL' }))]],
  ])('fails when %s', (_name, pieces) => {
    expect(() => translate(...pieces)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('says an error outside the events in our terms', () => {
    expect(() => translate(`[${bareError(429, 'RESOURCE_EXHAUSTED')}]\n`)).toThrow(
      expect.objectContaining({ code: 'provider_rate_limited', status: 429 }),
    );
  });
});
