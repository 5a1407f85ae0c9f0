import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { type Clients, createClients, ENDPOINTS, runAgent } from './clients.js';
import { LANES, startLanes } from './lanes.js';
import { answersOf, TOOLS } from './task.js';
import { expectedOf } from './transcript.js';

let pair: Pair;
let clients: Clients;

beforeAll(async () => {
  pair = await startLanes();
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const CELLS = LANES.flatMap((lane) => ENDPOINTS.map((endpoint) => [lane.name, endpoint, lane] as const));

describe('docs/contract/chat.md#tool-calls: native tool formats are translated in both directions, so that every group looks the same to an agent', () => {
  it.each(CELLS)('%s over %s, streamed: two parallel tools in two turns', async (_name, endpoint, lane) => {
    pair.upstream.enqueue(...answersOf(lane, true));
    expect(await runAgent(clients, endpoint, lane, true)).toEqual(expectedOf(lane));
    expect(pair.upstream.refusals).toEqual([]);
    expect(pair.upstream.requests).toHaveLength(2);
  });

  it.each(CELLS)('%s over %s, not streamed: the same transcript', async (_name, endpoint, lane) => {
    pair.upstream.enqueue(...answersOf(lane, false));
    expect(await runAgent(clients, endpoint, lane, false)).toEqual(expectedOf(lane));
    expect(pair.upstream.refusals).toEqual([]);
    expect(pair.upstream.requests).toHaveLength(2);
  });

  it.each(CELLS)(
    '%s over %s: the same transcript of a stream that arrives in pieces of 7 bytes',
    async (_name, endpoint, lane) => {
      pair.upstream.enqueue(...answersOf(lane, true).map((reply) => ({ ...reply, chunkBytes: 7 })));
      expect(await runAgent(clients, endpoint, lane, true)).toEqual(expectedOf(lane));
      expect(pair.upstream.refusals).toEqual([]);
    },
  );

  it.each(CELLS)(
    '%s over %s: the tools, and in the second turn their results, reach the provider',
    async (_name, endpoint, lane) => {
      pair.upstream.enqueue(...answersOf(lane, true));
      await runAgent(clients, endpoint, lane, true);
      const [first, second] = pair.upstream.requests.map(({ rawBody }) => rawBody.toString('utf8'));
      for (const { name, description } of TOOLS) {
        expect(first).toContain(`"${name}"`);
        expect(first).toContain(description);
      }
      for (const result of ['21 degrees', '14:05']) {
        expect(first).not.toContain(result);
        expect(second?.split(result)).toHaveLength(2);
      }
    },
  );
});
