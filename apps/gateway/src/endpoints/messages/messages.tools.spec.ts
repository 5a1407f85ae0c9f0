import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { type ChatChunk, type ChunkDelta, type MessagesRequest } from '@multilane/contracts';
import { type DecodeFacts, getAdapter, type ProviderAdapter } from '@multilane/providers';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { expect } from 'expect';
import { MESSAGES } from './messages.endpoint.js';

export const BRIDGE = MESSAGES.bridge as Required<NonNullable<typeof MESSAGES.bridge>>;

export const N = getAdapter('anthropic') as ProviderAdapter;

export const FACTS = { requestId: 'r1', idSeed: 'r1', created: 1, clock: () => 2, model: 'm' };

export const DECODE: DecodeFacts = { kind: 'anthropic', idSeed: 'r1', created: 1, includeUsage: true };

export const TARGET = { kind: 'anthropic', upstreamModel: 'm', baseUrl: 'https://h', headers: {} } as const;

export const REQUEST: MessagesRequest = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };

const ROOTS = [
  join(import.meta.dirname, '../../../../../libs/providers/fixtures/anthropic'),
  join(SHARED_FIXTURES, 'anthropic'),
].filter((root) => existsSync(root));

/** Streams of the native provider that end in good order: the project's own, and recorded ones where they are. */
export const STREAMS = ROOTS.flatMap((root) =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'stream-overloaded')
    .flatMap(({ name }) =>
      readdirSync(join(root, name))
        .filter((file) => /^stream(\.\d)?\.txt$/.test(file))
        .map((file): [string, string] => [
          `${name}/${file}`,
          `${readFileSync(join(root, name, file), 'utf8').trimEnd()}\n\n`,
        ]),
    ),
);

/** Accumulates a stream with the official SDK. */
export async function accumulate(text: string) {
  const fetch = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  const client = new Anthropic({ authToken: 't', apiKey: null, baseURL: 'http://localhost', fetch, maxRetries: 0 });
  return await client.messages.stream({ model: 'm', max_tokens: 9, messages: [] }).finalMessage();
}

export const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

export function overChat(stream: string): string {
  const writer = BRIDGE.startStream(REQUEST, FACTS);
  const translator = N.endpoints.chat?.startStream(DECODE);
  let text = '';
  translator?.push(Buffer.from(stream), (chunk, raw) => (text += writer.write(chunk, raw)));
  return text + writer.end();
}

export const chunk = (delta: ChunkDelta, members: object = {}): ChatChunk => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'up',
  choices: [{ index: 0, delta, ...members }],
});

export function write(chunks: readonly ChatChunk[], request = REQUEST): string {
  const writer = BRIDGE.startStream(request, FACTS);
  return chunks.map((each) => writer.write(each, undefined)).join('') + writer.end();
}

export const call = (id: string, args = '{}', members: object = {}) =>
  ({ id, type: 'function', function: { name: 'f', arguments: args }, ...members }) as const;

export const fragment = (index: number, args: string, start: object = {}) =>
  chunk({
    tool_calls: [
      { index, ...start, function: { arguments: args, ...(Object(start).id ? { name: `f${index}` } : {}) } },
    ],
  });

export const eventsOf = (text: string) =>
  text
    .trimEnd()
    .split('\n\n')
    .map((event) => {
      const [, name, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
      expect(JSON.parse(data).type).toBe(name);
      return JSON.parse(data);
    });

/** Blocks are opened and closed one after the other, from 0 on. */
export function expectSequential(text: string): void {
  let open = -1;
  let next = 0;
  for (const { type, index } of eventsOf(text)) {
    if (type === 'content_block_start') {
      expect([open, index]).toEqual([-1, next]);
      open = next++;
    } else if (index !== undefined) expect(index).toBe(open);
    if (type === 'content_block_stop') open = -1;
  }
  expect(open).toBe(-1);
}
