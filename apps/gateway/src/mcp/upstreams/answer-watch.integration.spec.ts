import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { McpServer } from '../../snapshot/mcp-servers.js';
import { openUpstream } from './open-upstream.js';
import type { McpUpstream, UpstreamCall } from './upstream.js';
import { describeFailure } from './upstream-failure.js';

/** Far more than a failure that is noticed takes. */
const TIMEOUT_MS = 15_000;
const AT_ONCE_MS = 3_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const EVENTS = { 'content-type': 'text/event-stream' };
const LISTED = { tools: [{ name: 't', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'private' };
const RESULTS: Readonly<Record<string, object>> = {
  'server/discover': {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: 's', version: '1' },
  },
  'tools/list': LISTED,
};

const event = (message: object): string => `data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const result = (id: unknown): object => ({
  id,
  result: { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
});

// docs/contract/mcp.md#outages
describe('a server that does not answer a call, and does not keep the connection open for it', () => {
  let server: Server;
  let upstream: McpUpstream;

  afterEach(async () => {
    await upstream.close();
    server.closeAllConnections();
    server.close();
  });

  /** A server that lists its tool, and answers calls so. */
  async function open(answerCall: (response: ServerResponse, id: unknown) => void): Promise<void> {
    server = createServer(async (incoming, response) => {
      const { id, method = '' } = JSON.parse((await text(incoming)) || '{}') as { id?: number; method?: string };
      if (method === 'tools/call') {
        answerCall(response, id);
        return;
      }
      const known = RESULTS[method];
      const body = known
        ? { result: { resultType: 'complete', ...known } }
        : { error: { code: -32_601, message: 'no' } };
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    upstream = openUpstream({
      kind: 'mcp',
      url,
      trusted: true,
      network: {},
      headers: {},
      env: {},
    } as unknown as McpServer);
  }

  const call = async () => {
    const begun = performance.now();
    const options = { signal: new AbortController().signal, timeoutMs: TIMEOUT_MS } as unknown as UpstreamCall;
    const said = await upstream.callTool('t', {}, options).catch((error: unknown) => describeFailure(error).reason);
    return { said, isAtOnce: performance.now() - begun < AT_ONCE_MS };
  };

  it.each<[string, (response: ServerResponse, id: unknown) => void, string]>([
    ['ends its stream', (response) => response.writeHead(200, EVENTS).end(': bye\n\n'), 'unreachable'],
    [
      'ends its stream behind an event with an id',
      (response) => response.writeHead(200, EVENTS).end('id: 7\ndata: \n\n'),
      'unreachable',
    ],
    [
      'breaks its stream off',
      (response) => {
        response.writeHead(200, EVENTS).write(': wait\n\n');
        setTimeout(() => response.destroy(), 100);
      },
      'unreachable',
    ],
    [
      'fills its stream without an end',
      (response) => {
        response.writeHead(200, EVENTS);
        const fill = (): void => {
          while (!response.destroyed && response.write(`: ${'a'.repeat(64_000)}\n`));
        };
        response.on('drain', fill);
        fill();
      },
      'too_long',
    ],
    [
      'answers another request in a stream',
      (response) => response.writeHead(200, EVENTS).end(event(result(99_999))),
      'unreachable',
    ],
    [
      'answers another request in JSON',
      (response) => response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', ...result(99_999) })),
      'not_understood',
    ],
    ['says that it was accepted', (response) => response.writeHead(202).end(), 'not_understood'],
    [
      'answers with a number that is none',
      (response, id) => response.writeHead(200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${id},"result":NaN}`),
      'not_understood',
    ],
    ['redirects to itself', (response) => response.writeHead(307, { location: '/elsewhere' }).end(), 'http_status'],
  ])('fails the call at once where it %s', async (_what, answerCall, reason) => {
    await open(answerCall);
    expect(await call()).toEqual({ said: reason, isAtOnce: true });
  });

  it('is waited for where its stream goes on, and the answer comes behind other messages', async () => {
    await open((response, id) => {
      response.writeHead(200, EVENTS).write(': wait\n\n');
      setTimeout(
        () => response.write(event({ method: 'notifications/message', params: { level: 'info', data: 1 } })),
        50,
      );
      setTimeout(() => response.end(event(result(id))), 100);
    });
    expect((await call()).said).toMatchObject({ content: [{ text: 'done' }] });
  });

  it('answers several calls at a time, of which one fails', async () => {
    let calls = 0;
    await open((response, id) => {
      calls += 1;
      const isFirst = calls === 1;
      setTimeout(
        () => response.writeHead(200, EVENTS).end(isFirst ? ': bye\n\n' : event(result(id))),
        isFirst ? 20 : 200,
      );
    });
    await upstream.list(AbortSignal.timeout(TIMEOUT_MS));
    const [first, second] = await Promise.all([call(), call()]);
    expect([first.said, second.said]).toMatchObject(['unreachable', { content: [{ text: 'done' }] }]);
  });
});
