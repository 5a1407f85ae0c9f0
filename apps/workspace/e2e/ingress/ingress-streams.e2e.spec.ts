// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/ingress/ingress.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  FURTHER_INGRESSES,
  INGRESSES,
  type Ingress,
  type StreamServer,
  sendShortStreams,
  startStreamServer,
} from '@multilane/testing';

/** Number of streams through each proxy: `INGRESS_STREAMS=10000` for a long run of a minute each. */
const STREAMS = Number(process.env.INGRESS_STREAMS ?? 2_000);
const LIMIT_MS = 60_000 + STREAMS * 20;

const kinds = [...INGRESSES, ...FURTHER_INGRESSES];

(kinds.length > 0 ? describe.each(kinds) : describe.each([]))('short streams through $name', (kind) => {
  let servers: StreamServer[];
  let ingress: Ingress;

  beforeAll(async () => {
    servers = await Promise.all([startStreamServer(), startStreamServer()]);
    ingress = await kind.start({ gateways: servers.map(({ port }) => port), workspace: servers[0]?.port ?? 0 });
  }, LIMIT_MS);

  afterAll(async () => {
    await ingress?.stop();
    await Promise.all((servers ?? []).map((server) => server.close()));
  }, LIMIT_MS);

  it(
    'arrive whole, byte for byte',
    async () => {
      expect(await sendShortStreams(`${ingress.url}/v1/chat/completions`, { count: STREAMS })).toEqual({});
    },
    LIMIT_MS,
  );
});
