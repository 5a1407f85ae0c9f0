// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/mcp/bad-servers.e2e.spec.ts.

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { httpRequest, startWatched, TEST_KEYS, type Watched } from '@multilane/testing';
import { ANSWERED_WITHIN_MS, expectHarmless } from '../expect-harmless.js';
import { FORMS, LISTS, RESULTS, redirectTo } from './hostile-answers.js';
import { type HostileServer, type Hostility, startHostileServer } from './hostile-server.js';

const LIMIT_MS = 300_000;

/** A refresh that nobody waits for ends by itself. */
const LISTED_WITHIN_MS = 40_000;
const CALL_MS = 3_000;
/** Time in which the gateway's work behind a request ends, in milliseconds. */
const SETTLE_MS = 300;

// docs/contract/bounds.md, docs/contract/mcp.md#outages
describe('no MCP server holds up the gateway', () => {
  let service: Watched;
  let hostile: HostileServer;

  beforeAll(async () => {
    hostile = await startHostileServer();
    service = await startWatched(
      {
        mcp: { refresh_seconds: 1, servers: [{ name: 'hostile', url: hostile.url, timeout_ms: CALL_MS }] },
        teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
      },
      'gateway',
    );
    await warmUp();
  }, LIMIT_MS);

  afterAll(async () => {
    await service?.stop();
    hostile?.close();
  }, LIMIT_MS);

  const ask = async (method: string, params: object = {}): Promise<string> => {
    const answer = await httpRequest({
      url: `${service.url}/mcp/hostile`,
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_KEYS.research}`, accept: 'application/json' },
      body: { jsonrpc: '2.0', id: 1, method, params },
      timeoutMs: ANSWERED_WITHIN_MS,
    });
    expect(answer.status).toBe(200);
    return answer.text;
  };
  const call = (): Promise<string> => ask('tools/call', { name: 't', arguments: {} });

  /** The tool is known and works; what the gateway loads with its first message is there. */
  async function warmUp(): Promise<void> {
    hostile.behave();
    for (let tries = 0; !(await call()).includes('done'); tries += 1) {
      if (tries > 50) throw new Error('the server that behaves again is not called');
      await delay(200);
    }
  }

  /** Lists are read again behind a message that comes after a second. */
  async function list(hostility: Hostility): Promise<void> {
    const asked = hostile.turn('tools/list', hostility);
    const late = AbortSignal.timeout(LISTED_WITHIN_MS);
    let isOver = false;
    void asked.then(() => {
      isOver = true;
    });
    while (!isOver) {
      late.throwIfAborted();
      await ask('tools/list');
      await delay(50);
    }
    await delay(SETTLE_MS);
    // The offer is made of the lists that the test left.
    await ask('tools/list');
  }

  async function callHostile(hostility: Hostility): Promise<string> {
    const asked = hostile.turn('tools/call', hostility);
    const [said] = await Promise.all([call(), asked]);
    await delay(SETTLE_MS);
    return said;
  }

  it.each([...RESULTS, ...FORMS])(
    'by the result of a call with %s',
    (_what, hostility) => expectHarmless(service, () => callHostile(hostility), warmUp),
    LIMIT_MS,
  );

  it.each([...LISTS, ...FORMS])(
    'by a list of tools with %s',
    (_what, hostility) => expectHarmless(service, () => list(hostility), warmUp),
    LIMIT_MS,
  );

  it.each([301, 302, 303, 307, 308])(
    'or leads it elsewhere with a redirect of the status %i',
    async (status) => {
      await warmUp();
      const address = new URL('/secret', hostile.url).href;
      const said = JSON.parse(await callHostile(redirectTo(address, status))) as { result: { isError?: boolean } };
      expect(said.result.isError).toBe(true);
      await list(redirectTo(address, status));
      expect(hostile.strayed).toEqual([]);
    },
    LIMIT_MS,
  );
});
