import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatMessage, ToolCall } from '@multilane/contracts';
import type { DecodeFacts } from '../adapter.js';
import { decodeResponse } from './decode-response.js';
import { encodeMessages } from './encode/encode-messages.js';
import { placeThinking } from './reasoning-details.js';
import { MessageStreamTranslator } from './stream/translate-stream.js';

const FACTS: DecodeFacts = { kind: 'anthropic', idSeed: 's', created: 7, includeUsage: false };
const USER: ChatMessage = { role: 'user', content: 'Hi' };

const think = (signature: string) => ({ type: 'thinking', thinking: `thought ${signature}`, signature });
const redacted = { type: 'redacted_thinking', data: 'd' };
const text = { type: 'text', text: 'Look:' };
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: { x: 1 } });

/** The same answer as a stream, put together as a client does. */
function receiveStream(content: readonly object[]): ChatMessage {
  const blocks = content.flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ]);
  const events = [{ type: 'message_start', message: {} }, ...blocks, { type: 'message_stop' }];
  const chunks: ChatChunk[] = [];
  const bytes = Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  new MessageStreamTranslator(FACTS).push(bytes, (chunk) => chunk !== undefined && chunks.push(chunk));
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const fragments = deltas.flatMap(({ tool_calls = [] }) => tool_calls);
  const starts = fragments.filter(({ id }) => id !== undefined);
  return {
    role: 'assistant',
    content: deltas.map((delta) => delta.content ?? '').join(''),
    reasoning_details: deltas.flatMap((delta) => (delta.reasoning_details ?? []) as unknown[]),
    tool_calls: starts.map((start) => ({ ...start, function: { name: 'f', arguments: '{"x":1}' } })) as ToolCall[],
  };
}

describe('thinking comes back where it stood', () => {
  test.each([
    ['before everything', [think('a'), redacted, text, use('1')]],
    ['before text alone', [think('a'), text]],
    ['before calls alone', [think('a'), use('1'), use('2')]],
    ['before each call', [think('a'), text, think('b'), use('1'), redacted, use('2')]],
    ['after the text', [text, think('a'), use('1')]],
    ['between calls', [use('1'), think('a'), use('2')]],
    ['at the end', [text, use('1'), think('a')]],
    ['alone', [think('a')]],
  ])('%s', (_name, content) => {
    const whole = decodeResponse([{ content }], FACTS).response.choices[0]?.message as ChatMessage;
    for (const message of [whole, receiveStream(content)]) {
      expect(encodeMessages([USER, message]).turns[1]?.content).toEqual(content);
    }
  });

  test('also where the text came in several blocks or is white space', () => {
    const parts = [{ type: 'text', text: 'a' }, { type: 'text', text: 'b' }, think('a'), use('1')];
    const blank = [{ type: 'text', text: '\n' }, think('a'), use('1')];
    const roundTrip = (content: readonly object[]) => encodeMessages([USER, receiveStream(content)]).turns[1]?.content;
    expect(roundTrip(parts)).toEqual([{ type: 'text', text: 'ab' }, think('a'), use('1')]);
    expect(roundTrip(blank)).toEqual([think('a'), use('1')]);
  });
});

describe('placeThinking', () => {
  const said = { type: 'text', text: 'x' } as const;
  const detail = (extra: object) => ({ type: 'reasoning.text', text: 'Hm', signature: 's', ...extra });
  const thinking = { type: 'thinking', thinking: 'Hm', signature: 's' };

  test.each([
    ['no details', undefined, [said]],
    ['details that are no list', 'x', [said]],
    ['a detail without an index', [detail({})], [thinking, said]],
    ['an index past the end', [detail({ index: 9 })], [said, thinking]],
    ['an index that is no number', [detail({ index: 'x' })], [thinking, said]],
    ['a detail of another provider', [detail({ format: 'google-gemini-v1', index: 0 })], [said]],
    ['a detail without a signature', [detail({ signature: null })], [said]],
    ['a summary', [{ type: 'reasoning.summary', summary: 'Hm' }, null], [said]],
    ['a detail after a skipped one', [detail({ signature: null, index: 0 }), detail({ index: 1 })], [thinking, said]],
    [
      'a detail behind the text, after a skipped one',
      [detail({ format: 'google-gemini-v1', index: 0 }), detail({ index: 2 })],
      [said, thinking],
    ],
  ])('takes %s', (_name, details, blocks) => {
    expect(placeThinking(details, [[said]])).toEqual(blocks);
  });
});
