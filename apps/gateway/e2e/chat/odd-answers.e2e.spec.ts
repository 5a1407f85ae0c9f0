// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/chat/native-chat.e2e.spec.ts.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { jsonReply, streamReply } from '@multilane/testing';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startPair();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

const ASKING: Record<string, object> = {
  '/v1/chat/completions': { messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/messages': { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { input: 'Hi' },
};

/** Values instead of what the format demands. */
const ODD: readonly unknown[] = [null, 5, 'text', true, [], {}, [null], [5], [{}], [[]]];

type Build = (odd: unknown) => unknown;

const HEAD = { id: 'chatcmpl-1', created: 1, model: 'gpt-4o' };
const calling = (call: object) => [{ index: 0, id: 'a', type: 'function', ...call }];

/** Answers with an odd value in one place each; `said` is `delta` in a stream and `message` in a whole answer. */
function listPlaces(said: 'delta' | 'message'): Record<string, Build> {
  const head = { ...HEAD, object: said === 'delta' ? 'chat.completion.chunk' : 'chat.completion' };
  const ending = said === 'delta' ? null : 'stop';
  const choice = (members: object) => ({
    ...head,
    choices: [{ index: 0, [said]: { role: 'assistant', content: 'a' }, finish_reason: ending, ...members }],
  });
  const inChoice = (member: string) => (odd: unknown) => choice({ [member]: odd });
  const inSaid = (member: string) => (odd: unknown) =>
    choice({ [said]: { role: 'assistant', content: 'a', [member]: odd } });
  const inCall = (build: (odd: unknown) => object) => (odd: unknown) => inSaid('tool_calls')(calling(build(odd)));
  return {
    'the whole': (odd) => odd,
    choices: (odd) => ({ ...head, choices: odd }),
    usage: (odd) => ({ ...choice({}), usage: odd }),
    model: (odd) => ({ ...choice({}), model: odd }),
    ...Object.fromEntries([said, 'finish_reason', 'index', 'logprobs'].map((name) => [name, inChoice(name)])),
    ...Object.fromEntries(
      ['content', 'refusal', 'reasoning_content', 'reasoning_details', 'tool_calls'].map((name) => [
        name,
        inSaid(name),
      ]),
    ),
    'tool_calls[0].function': inCall((odd) => ({ function: odd })),
    'tool_calls[0].function.name': inCall((odd) => ({ function: { name: odd, arguments: '{}' } })),
    'tool_calls[0].function.arguments': inCall((odd) => ({ function: { name: 'f', arguments: odd } })),
    'tool_calls[0].id': inCall((odd) => ({ id: odd, function: { name: 'f', arguments: '{}' } })),
    'tool_calls[0].extra_content': inCall((odd) => ({
      function: { name: 'f', arguments: '{}' },
      extra_content: odd,
    })),
  };
}

const IN_CHUNK = listPlaces('delta');
const IN_ANSWER = listPlaces('message');
const USUAL = JSON.stringify(IN_CHUNK.content?.('a'));
const LAST = JSON.stringify(IN_CHUNK.finish_reason?.('stop'));

describe.each(Object.keys(ASKING))('%s: an answer that is not what the format demands', (path) => {
  const ask = (stream: boolean) => ({ body: { ...ASKING[path], model: 'gpt-4o', stream }, timeoutMs: 3_000 });

  it.each(Object.keys(IN_CHUNK))(
    'in %s of a streamed chunk, first or later, leaves no client waiting',
    async (place) => {
      for (const odd of ODD) {
        const chunk = JSON.stringify(IN_CHUNK[place]?.(odd));
        for (const before of [[], [USUAL]]) {
          pair.upstream.enqueue(streamReply([...before, chunk, LAST, '[DONE]']));
          const stream = await pair.open(path, ask(true));
          expect([200, 400, 502]).toContain(stream.status);
          expect(await stream.ended).toBe('complete');
        }
      }
    },
  );

  it.each(Object.keys(IN_ANSWER))('in %s of a whole answer is passed on, or 502', async (place) => {
    for (const odd of ODD) {
      pair.upstream.enqueue(jsonReply(IN_ANSWER[place]?.(odd)));
      const { status, text } = await pair.send(path, ask(false));
      expect({ odd, status, text }).toEqual({ odd, status: status === 200 ? 200 : 502, text });
    }
  });
});

it("and none of it is the gateway's own failure", () => {
  expect(pair.gateway.stdout()).not.toContain('"level":"error"');
});
