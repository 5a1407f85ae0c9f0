import { describe, expect, test } from '@jest/globals';
import type { ChatCompletion, ChatMessage, MessagesRequest, MessagesResponse } from '@multilane/contracts';
import { readForeignSignature } from '@multilane/providers';
import fc from 'fast-check';
import {
  accumulate,
  BRIDGE,
  call,
  chunk,
  FACTS,
  N,
  overChat,
  plain,
  REQUEST,
  STREAMS,
  TARGET,
  write,
} from './messages.tools.spec.js';

function answer(message: Partial<ChatMessage>, members: object = {}, request = REQUEST): MessagesResponse {
  const completion: ChatCompletion = {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'up',
    choices: [
      { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop', ...members },
    ],
  };
  return BRIDGE.fromChat(completion, request, FACTS) as MessagesResponse;
}

describe('signatures: "must survive a round trip" (docs/contract/chat.md#signatures)', () => {
  const google = { extra_content: { google: { thought_signature: 'thought' } } };
  const foreign = { type: 'reasoning.encrypted', data: 'd', format: 'openai-responses-v1', index: 0 };

  const nextTurn = (content: unknown) =>
    BRIDGE.toChat(
      {
        ...REQUEST,
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: plain(content) },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
        ],
      },
      'R',
    ).messages[1];

  test.each([
    ['with thinking before', 'Hm'],
    ['without', undefined],
  ])('a thought signature %s', async (_name, reasoning_content) => {
    const message = {
      content: 'Look',
      tool_calls: [call('a', '{}', google)],
      ...(reasoning_content && { reasoning_content }),
    };
    const whole = answer(message, { finish_reason: 'tool_calls' }).content;
    const chunks = [chunk({ content: 'Look' }), chunk({ tool_calls: [{ index: 0, ...call('a', '{}', google) }] })];
    if (reasoning_content) chunks.unshift(chunk({ reasoning_content }));
    const streamed = (await accumulate(write(chunks))).content;
    for (const content of [whole, streamed]) expect(nextTurn(content)).toEqual({ role: 'assistant', ...message });
  });

  test('other providers’ details come back as they came', async () => {
    const message = { content: null, reasoning_content: 'Hm', reasoning_details: [foreign], tool_calls: [call('a')] };
    const streamed = write([
      chunk({ reasoning_content: 'Hm' }),
      chunk({ reasoning_details: [foreign] }),
      chunk({ tool_calls: [{ index: 0, ...call('a') }] }),
    ]);
    for (const content of [answer(message).content, (await accumulate(streamed)).content]) {
      expect(readForeignSignature(String(Object(content[0]).signature))).toEqual({ calls: {}, details: [foreign] });
      expect(nextTurn(content)).toEqual({ role: 'assistant', ...message });
    }
  });

  test('the messages-native provider never sees them', () => {
    const { content } = answer({ reasoning_content: 'Hm', content: 'x', tool_calls: [call('a', '{}', google)] });
    const [body = ''] =
      N.endpoints.messages?.encode({ ...REQUEST, messages: [{ role: 'assistant', content }] }, TARGET) ?? [];
    expect(JSON.parse(body).messages[0].content).toEqual(content.slice(1));
    expect(body).not.toContain('multilane');
  });
});

describe('messages → chat → the native provider', () => {
  const encode = (request: MessagesRequest) =>
    JSON.parse(N.endpoints.chat?.encode(BRIDGE.toChat(request, 'R'), TARGET)[0] ?? '');
  const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
  // Texts that look like a character written as its number are left out: they are written so themselves.
  const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/).filter((id) => !/_x[0-9a-f]+_/.test(id));
  const textBlock = words.map((text) => ({ type: 'text', text }));
  const image = fc.constantFrom(
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }, title: 'T' },
  );
  const userBlocks = fc.array(fc.oneof(textBlock, image), { minLength: 1, maxLength: 3 });
  const thinking = fc.oneof(
    fc.record({ type: fc.constant('thinking'), thinking: fc.string(), signature: fc.base64String({ minLength: 4 }) }),
    fc.record({ type: fc.constant('redacted_thinking'), data: words }),
  );
  const input = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map(plain);
  const calls = fc.uniqueArray(fc.record({ type: fc.constant('tool_use'), id: ids, name: ids, input }), {
    selector: ({ id }) => id,
    maxLength: 3,
  });
  /** A question, an answer with thinking, text and calls, and what the calls gave. */
  const exchange = fc
    .tuple(userBlocks, fc.array(thinking, { maxLength: 2 }), textBlock, calls, words)
    .map(([question, thoughts, text, made, outcome]) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: [...thoughts, text, ...made] },
      ...(made.length === 0
        ? []
        : [
            {
              role: 'user' as const,
              content: made.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: outcome })),
            },
          ]),
    ]);
  const tool = fc.record({ name: ids, description: words, input_schema: fc.constant({ type: 'object' }) });
  const tools = fc.uniqueArray(tool, { selector: ({ name }) => name, minLength: 1, maxLength: 2 });
  // Translated requests have one of the two.
  const sampling = fc.constantFrom(
    {},
    { temperature: 0 },
    { temperature: 0.5 },
    { temperature: 1 },
    { top_p: 0 },
    { top_p: 0.5 },
  );
  const others = fc.record(
    {
      system: fc.array(textBlock, { minLength: 1, maxLength: 2 }),
      stop_sequences: fc.array(words, { minLength: 1, maxLength: 4 }),
      metadata: fc.record({ user_id: ids }),
      stream: fc.constant(true),
      tools,
    },
    { requiredKeys: [] },
  );
  const settings = fc.tuple(others, sampling).map(([members, sampled]) => ({ ...members, ...sampled }));

  test('returns the same body for what both can say', () => {
    fc.assert(
      fc.property(
        settings,
        fc.array(exchange, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1 }),
        (members, turns, max) => {
          // An id that is used again is rewritten, and white space at the end is left out.
          fc.pre(hasOwnIds(turns.flat()) && !endsInSpace(turns.flat().at(-1)));
          const request = { model: 'm', max_tokens: max, messages: merge(turns.flat()), ...members } as MessagesRequest;
          expect(encode(request)).toEqual(plain(request));
        },
      ),
      { numRuns: 300 },
    );
  });

  function endsInSpace(turn: { content: readonly object[] } | undefined): boolean {
    const last = turn?.content.at(-1);
    return last !== undefined && 'text' in last && /\s$/.test(String(last.text));
  }

  function hasOwnIds(turns: readonly { content: readonly object[] }[]): boolean {
    const made = turns.flatMap(({ content }) => content.flatMap((block) => ('id' in block ? [block.id] : [])));
    return new Set(made).size === made.length;
  }

  /** The provider counts neighbours of one role as one turn, and so does the encoder. */
  function merge(turns: { role: 'user' | 'assistant'; content: object[] }[]) {
    const merged: typeof turns = [];
    for (const { role, content } of turns) {
      const last = merged.at(-1);
      if (last?.role === role) last.content.push(...content);
      else merged.push({ role, content: [...content] });
    }
    return merged;
  }

  test.each(['stream-thinking-tool-two-turn', 'thinking-parallel-tools'])(
    'a conversation with thinking and tools survives two turns: %s',
    async (name) => {
      const [, text] =
        STREAMS.find(([file]) => file.startsWith(name)) ?? STREAMS.find(([file]) => file.startsWith('thinking')) ?? [];
      const { content } = plain(await accumulate(overChat(text ?? '')));
      const results = content
        .filter(({ type }: { type: string }) => type === 'tool_use')
        .map(({ id }: { id: string }) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' }));
      expect(results.length).toBeGreaterThan(0);
      const messages = [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        { role: 'assistant', content },
        { role: 'user', content: results },
      ] as MessagesRequest['messages'];
      expect(encode({ ...REQUEST, messages }).messages).toEqual(messages);
      const own = plain(await accumulate(text ?? '')).content.map(
        ({ caller: _, citations: __, ...block }: Record<string, unknown>) => block,
      );
      expect(content).toEqual(own);
    },
  );
});
