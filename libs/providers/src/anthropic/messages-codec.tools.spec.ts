import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessagesEvent, MessagesRequest } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { DecodeFacts } from '../adapter.js';
import { MESSAGES_CODEC } from './messages-codec.js';

export const FACTS: DecodeFacts = { kind: 'anthropic', idSeed: 'seed', created: 0, includeUsage: false };

/** The project's own cases are always there; recorded ones may lie beside the project. */
const ROOTS = [join(import.meta.dirname, '../../fixtures/anthropic'), join(SHARED_FIXTURES, 'anthropic')].filter(
  (root) => existsSync(root),
);

function load<Value>(pattern: RegExp, read: (text: string) => Value): [name: string, value: Value][] {
  return ROOTS.flatMap((root) =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) =>
        readdirSync(join(root, name))
          .filter((file) => pattern.test(file))
          .map((file): [string, Value] => [`${name}/${file}`, read(readFileSync(join(root, name, file), 'utf8'))]),
      ),
  );
}

export const REQUESTS = load(/^request(\.\d)?\.json$/, (text) => JSON.parse(text) as MessagesRequest);
export const ANSWERS = load(/^response(\.\d)?\.json$/, (text) => JSON.parse(text));
export const STREAMS = load(/^stream(\.\d)?\.txt$/, (text) => `${text.trimEnd()}\n\n`);
export const COMPLETE = STREAMS.filter(([name]) => !name.startsWith('stream-overloaded'));

/** Relays a stream that comes in these pieces. */
export function relay(pieces: readonly Uint8Array[]) {
  const translator = MESSAGES_CODEC.startStream(FACTS);
  const events: [event: MessagesEvent | undefined, raw: string | undefined][] = [];
  const emit = (event: MessagesEvent | undefined, raw: string | undefined) => events.push([event, raw]);
  for (const piece of pieces) translator.push(piece, emit);
  translator.end(emit);
  return { text: events.map(([, raw]) => raw).join(''), events, usage: translator.usage() };
}
