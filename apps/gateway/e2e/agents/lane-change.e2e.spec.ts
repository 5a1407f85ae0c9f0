import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { type Clients, createClients, ENDPOINTS, runAgent } from './clients.js';
import { LANES, type Lane, startLanes } from './lanes.js';
import { answersOf, SIGNATURE } from './task.js';
import { expectedOf } from './transcript.js';

let pair: Pair;
let clients: Clients;

beforeAll(async () => {
  pair = await startLanes();
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const CHANGES = LANES.flatMap((from) =>
  LANES.filter((to) => to !== from).map((to) => [from.name, to.name, from, to] as const),
);

/** Checkers of signatures: Claude models sign alike on every platform, and so do Gemini models. */
const SIGNERS: Readonly<Record<string, string>> = {
  anthropic: 'claude',
  bedrock: 'claude',
  gemini: 'gemini',
  vertex: 'gemini',
};
const readsSignaturesOf = (to: Lane, from: Lane) =>
  SIGNERS[from.kind] !== undefined && SIGNERS[to.kind] === SIGNERS[from.kind];

/**
 * Both editions of group G are one wire of the upstream, which demands back the ids that it gave; the cloud edition takes
 * none. So the first answer has none either.
 */
const shareWire = (from: Lane, to: Lane) => from.kind === 'gemini' && to.kind === 'vertex';

describe('an agent that continues at another provider with the history of the first (docs/contract/chat.md#signatures: signatures)', () => {
  it.each(CHANGES)('from %s to %s, over every format, streamed and not', async (_from, _to, from, to) => {
    for (const endpoint of ENDPOINTS) {
      for (const isStreamed of [true, false]) {
        pair.upstream.reset();
        const [first] = answersOf(shareWire(from, to) ? to : from, isStreamed);
        const [, second] = answersOf(to, isStreamed);
        if (first && second) pair.upstream.enqueue(first, second);
        const turns = await runAgent(clients, endpoint, [from, to], isStreamed);
        expect([endpoint, turns]).toEqual([endpoint, [expectedOf(from)[0], expectedOf(to)[1]]]);
        expect([endpoint, pair.upstream.refusals]).toEqual([endpoint, []]);
        const sent = pair.upstream.requests[1]?.rawBody.toString('utf8') ?? '';
        // Members that a message has beyond the format go to group R as they are.
        const takesAnything = to.kind === 'openai';
        if (!takesAnything && !readsSignaturesOf(to, from)) expect(sent).not.toContain(SIGNATURE);
      }
    }
  });
});
