import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Reply, repliesOf } from '@multilane/testing';
import { PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';

/** No double holds it: the nearest ones end in 2 and 4. */
const LONG = '9007199254740993';
const PLACEHOLDER = 1234567;

const TOOL = { name: 'look_up', parameters: { type: 'object', properties: { id: { type: 'integer' } } } };
const ASK = [{ role: 'user', content: 'Hi' }];

const ENDPOINTS: [path: string, body: object][] = [
  ['/v1/chat/completions', { messages: ASK, tools: [{ type: 'function', function: TOOL }] }],
  ['/v1/messages', { max_tokens: 99, messages: ASK, tools: [{ name: TOOL.name, input_schema: TOOL.parameters }] }],
  ['/v1/responses', { input: 'Hi', tools: [{ type: 'function', ...TOOL }] }],
];

const PARTS = { calls: [{ id: 'toolu_1', name: TOOL.name, arguments: JSON.stringify({ id: PLACEHOLDER }) }] };

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const putLong = (text: string) => text.replaceAll(String(PLACEHOLDER), LONG);

/** The reply with the long integer instead of the short one. */
function withLong(reply: Reply): Reply {
  if (reply.kind === 'json') {
    const headers = { 'content-type': 'application/json', ...reply.headers };
    return { ...reply, kind: 'text', text: putLong(JSON.stringify(reply.body)), headers };
  }
  if (reply.kind !== 'stream') return reply;
  return { ...reply, chunks: reply.chunks.map((chunk) => Buffer.from(putLong(chunk.toString()))) };
}

const CELLS = PLAYED.flatMap((behind) =>
  ENDPOINTS.map(([path, body]) => [behind.group, path, behind, { model: behind.model, ...body }] as const),
);

describe("an integer of a tool's input that no double holds keeps its digits", () => {
  it.each(CELLS)('group %s over %s, in a whole answer', async (_group, path, { kind }, body) => {
    pair.upstream.enqueue(withLong(repliesOf(kind).answer(PARTS)));
    const answer = await pair.send(path, { body });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(LONG)]);
  });

  // The others stream inputs as fragments of text.
  it.each(CELLS.filter(([group]) => group === 'G'))(
    'group %s over %s, in a stream',
    async (_group, path, { kind }, body) => {
      pair.upstream.enqueue(withLong(repliesOf(kind).stream(PARTS)));
      const answer = await pair.send(path, { body: { ...body, stream: true } });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(LONG)]);
    },
  );
});
