import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { type ChatChunk, type ChunkDelta, type MessagesRequest } from '@multilane/contracts';
import { type DecodeFacts, getAdapter, type ProviderAdapter } from '@multilane/providers';
import { MESSAGES } from './messages.surface.js';

export const BRIDGE = MESSAGES.bridge as NonNullable<typeof MESSAGES.bridge>;

export const N = getAdapter('anthropic') as ProviderAdapter;

export const FACTS = { requestId: 'r1', idSeed: 'r1', created: 1, clock: () => 2, model: 'm' };

export const DECODE: DecodeFacts = { kind: 'anthropic', idSeed: 'r1', created: 1, includeUsage: true };

export const TARGET = { kind: 'anthropic', upstreamModel: 'm', baseUrl: 'https://h', headers: {} } as const;

export const REQUEST: MessagesRequest = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };

export const ROOTS = [
  '../../../../../../libs/providers/fixtures/anthropic',
  '../../../../../../../shared/fixtures/anthropic',
]
  .map((path) => join(import.meta.dirname, path))
  .filter((root) => existsSync(root));

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

/** What the official SDK makes of a stream. */
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
