import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createMcpHandler, ProtocolError } from '@modelcontextprotocol/server';
import type { McpExchange } from '../services/mcp-service.js';
import { createMessageServer } from './message-server.js';
import type { Offer } from './offered-tools.js';
import type { McpUpstream } from './upstreams/upstream.js';

type Members = Readonly<Record<string, unknown>>;

const OWN = 'people://ann@example.com';
const REPLACED = 'people://[EMAIL_1]';
const LISTED = 'mailbox://team@example.com';

interface Asked {
  readonly callTool?: McpUpstream['callTool'];
  /** The caller leaves when it is aborted. */
  readonly leave?: AbortController;
  /** A header of the caller that the server is declared to get. */
  readonly tenant?: string;
}

/** Answers one message, under policies that replace the address of a person. */
async function ask(
  message: Members,
  isGuarded = true,
  { callTool, leave = new AbortController(), tenant }: Asked = {},
) {
  const asked: string[] = [];
  const failures: string[] = [];
  const refused: object[] = [];
  let begun = 0;
  let waived = 0;
  const upstream: Partial<McpUpstream> = {
    callTool:
      callTool ??
      (async (_name, _values, { onProgress }) => {
        onProgress?.({ progress: 1, total: 2, message: 'Asking ann@example.com.' });
        await setImmediate();
        return { content: [] };
      }),
    readResource: (uri) => {
      asked.push(uri);
      return Promise.resolve({
        contents: [
          { uri, text: 'a' },
          { uri: 'other:b', text: 'b' },
        ],
      });
    },
  };
  const server = { name: 's', toolPricesUsd: new Map(), priceUsd: 0, forwarded: ['x-tenant'], timeout_ms: 1_000 };
  const offered = (name: string, item: object) => ({ item, name, server, state: { upstream } });
  const offer = {
    tools: new Map([['f', offered('f', { name: 'f', inputSchema: { type: 'object' } })]]),
    resources: new Map([[LISTED, offered(LISTED, { uri: LISTED, name: 'team' })]]),
    templates: [offered('people://{address}', { uriTemplate: 'people://{address}', name: 'people' })],
    prompts: new Map(),
    instructions: undefined,
    away: new Map([['gone', { reason: 'http_status', status: 500, message: 'It answered with the status 500.' }]]),
  } as unknown as Offer;
  const exchange = {
    admission: { snapshot: { mcp: { settings: { search_over_tools: 10, max_result_kb: 64 } } } },
    signal: leave.signal,
    headers: { 'x-tenant': tenant },
    policies: {
      isGuarded,
      begin: ({ arguments: { uri, ...others }, meta }) => {
        begun += 1;
        return Promise.resolve({
          arguments: typeof uri === 'string' ? { uri: uri.replace(/\w+@[\w.]+/, '[EMAIL_1]') } : others,
          meta,
        });
      },
      refuse: (asked) => {
        refused.push(asked);
      },
      waive: () => {
        waived += 1;
      },
      finish: (result) => Promise.resolve(result),
      fail: (error) => {
        failures.push(error instanceof Error ? error.message : '');
      },
    } satisfies McpExchange['policies'],
  } as unknown as McpExchange;
  const create = () => Promise.resolve(createMessageServer({ exchange, version: '1.0.0', offer }));
  const handler = createMcpHandler(create, { legacy: 'stateless', maxSubscriptions: 0 });
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const request = new Request('http://multilane.invalid/mcp', { method: 'POST', headers });
  const response = await handler.fetch(request, { parsedBody: { jsonrpc: '2.0', id: 1, ...message } });
  const text = await response.text();
  await handler.close();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '');
  const messages = (events.length > 0 ? events : [text]).map((each) => JSON.parse(each) as Members);
  return { asked, begun, failures, refused, messages, waived, result: messages.at(-1)?.result as Members | undefined };
}

// docs/contract/mcp.md#policies
describe('a message under policies', () => {
  const read = (uri: string) => ask({ method: 'resources/read', params: { uri } });

  it('reads a resource by the address that the policies let pass, and names it as it was asked for', async () => {
    const { asked, result } = await read(OWN);
    expect(asked).toEqual([REPLACED]);
    expect(result?.contents).toEqual([
      { uri: OWN, text: 'a' },
      { uri: 'other:b', text: 'b' },
    ]);
  });

  it('reads a resource that the server lists by its own address', async () => {
    const { asked, result } = await read(LISTED);
    expect(asked).toEqual([LISTED]);
    expect(result?.contents).toContainEqual({ uri: LISTED, text: 'a' });
  });

  describe('costs', () => {
    const call = (asked: Asked) => ask({ method: 'tools/call', params: { name: 'f', arguments: {} } }, true, asked);

    it('its price when the server has answered', async () => {
      expect((await call({ callTool: () => Promise.resolve({ content: [] }) })).waived).toBe(0);
    });

    it('its price where the result is too large', async () => {
      const text = 'x'.repeat(70_000);
      const { messages, waived } = await call({
        callTool: () => Promise.resolve({ content: [{ type: 'text', text }] }),
      });
      expect(messages.at(-1)?.error).toMatchObject({ message: expect.stringContaining('64 KiB') });
      expect(waived).toBe(0);
    });

    it('its price where the caller has left before the server answered', async () => {
      const leave = new AbortController();
      const callTool: McpUpstream['callTool'] = () => {
        leave.abort();
        return Promise.reject(new Error('aborted'));
      };
      expect((await call({ callTool, leave })).waived).toBe(0);
    });

    it('nothing where the server answers with an error of JSON-RPC, which keeps its code and data', async () => {
      const failed = await call({
        callTool: () => Promise.reject(new ProtocolError(-32_603, 'Out of paper.', { tray: 2 })),
      });
      expect(failed.messages.at(-1)?.error).toEqual({ code: -32_603, message: 'Out of paper.', data: { tray: 2 } });
      expect([failed.waived, failed.failures]).toEqual([1, [expect.stringContaining('-32603')]]);
    });

    it('nothing, and begins nothing, where a header for the server is too long', async () => {
      const { begun, failures, messages } = await call({ tenant: 'a'.repeat(4_097) });
      expect(messages.at(-1)?.error).toMatchObject({ code: -32_602, message: expect.stringContaining('x-tenant') });
      expect([begun, failures]).toEqual([0, [expect.stringContaining('x-tenant')]]);
      expect((await call({ tenant: 'a'.repeat(4_096) })).begun).toBe(1);
    });

    it('nothing where the server could not be reached', async () => {
      const { result, waived } = await call({ callTool: () => Promise.reject(new Error('refused')) });
      expect(result).toMatchObject({ isError: true, _meta: { 'multilane/failure': { reason: 'unreachable' } } });
      expect(waived).toBe(1);
    });
  });

  it('passes on what the client says beside a call, without what is of the connection', async () => {
    const seen: unknown[] = [];
    const callTool: McpUpstream['callTool'] = (_name, _values, { meta }) => {
      seen.push(meta);
      return Promise.resolve({ content: [] });
    };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const said = { traceparent, 'example.com/tenant': 'a', progressToken: 1 };
    const own = { 'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' } };
    const params = { name: 'f', arguments: {}, _meta: { ...said, ...own } };
    await ask({ method: 'tools/call', params }, true, { callTool });
    expect(seen).toEqual([{ traceparent, 'example.com/tenant': 'a' }]);
  });

  it('wraps structured content that is a list for a client of the older era', async () => {
    const callTool: McpUpstream['callTool'] = () => Promise.resolve({ content: [], structuredContent: [1, 2] });
    const { result } = await ask({ method: 'tools/call', params: { name: 'f' } }, true, { callTool });
    expect(result).toMatchObject({ structuredContent: { result: [1, 2] }, content: [{ type: 'text', text: '[1,2]' }] });
  });

  it('notes what was rejected by its server and its name', async () => {
    const { messages, refused } = await ask({ method: 'tools/call', params: { name: 's__danger' } });
    expect(messages.at(-1)?.error).toMatchObject({ code: -32_602 });
    expect(refused).toEqual([{ server: 's', tool: 'danger' }]);
  });

  it('keeps no words of a name that can be none', async () => {
    const { refused } = await ask({ method: 'tools/call', params: { name: 's__ann@example.com said' } });
    expect(refused).toEqual([{ server: 's', tool: 'unknown' }]);
  });

  it('says why a server has no tools yet that the caller may use', async () => {
    const { messages, refused } = await ask({ method: 'tools/call', params: { name: 'gone__f' } });
    expect(messages.at(-1)?.error).toMatchObject({ code: -32_000, message: 'It answered with the status 500.' });
    expect(refused).toEqual([]);
  });

  it.each([
    [true, { progress: 1, total: 2, progressToken: 't' }],
    [false, { progress: 1, total: 2, progressToken: 't', message: 'Asking ann@example.com.' }],
  ])('passes progress on; whether guards apply, and leave out its words: %s', async (isGuarded, params) => {
    const call = { name: 'f', arguments: {}, _meta: { progressToken: 't' } };
    const { messages, result } = await ask({ method: 'tools/call', params: call }, isGuarded);
    expect(messages.find(({ method }) => method === 'notifications/progress')?.params).toEqual(params);
    expect(result?.content).toEqual([]);
  });
});
