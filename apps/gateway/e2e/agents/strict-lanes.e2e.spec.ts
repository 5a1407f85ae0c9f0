// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/agents/agent-loop.e2e.spec.ts.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { type Clients, createClients, ENDPOINTS } from './clients.js';
import { runStrictAgent } from './strict-agents.js';
import { expectedTurns, play, STRICT_LANES, startStrictLanes } from './strict-lanes.js';

let pair: Pair;
let clients: Clients;

beforeAll(async () => {
  pair = await startStrictLanes();
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

/** Clients that return reasoning interrupt and stream, those that drop it do neither: each way is taken on each lane. */
const CELLS = STRICT_LANES.flatMap((lane) =>
  ENDPOINTS.flatMap((endpoint) => [
    [lane.name, endpoint, 'returns', { forgets: false, interrupts: true, isStreamed: true }, lane] as const,
    [lane.name, endpoint, 'drops', { forgets: true, interrupts: false, isStreamed: false }, lane] as const,
  ]),
);

describe('no request of an agent of thirteen turns is rejected by a host that is as strict as the documented provider', () => {
  it.each(CELLS)('%s over %s, by a client that %s reasoning', async (_name, endpoint, _word, habits, lane) => {
    play(pair.upstream, lane, !habits.forgets);
    const outcome = await runStrictAgent(clients, endpoint, lane, habits).catch((error: unknown) => error);
    expect(pair.upstream.refusals).toEqual([]);
    expect(outcome).toEqual(expectedTurns(lane));
  });
});
