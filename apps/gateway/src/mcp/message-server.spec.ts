import { setImmediate } from 'node:timers/promises';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { McpExchange } from '../mcp-service.js';
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
}

/** Answers one message, under policies that replace the address of a person. */
async function ask(message: Members, isGuarded = true, { callTool, leave = new AbortController() }: Asked = {}) {
  const asked: string[] = [];
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
  const server = { name: 's', toolPricesUsd: new Map(), priceUsd: 0, timeout_ms: 1_000 };
  const offered = (name: string, item: object) => ({ item, name, server, state: { upstream } });
  const offer = {
    tools: new Map([['f', offered('f', { name: 'f', inputSchema: { type: 'object' } })]]),
    resources: new Map([[LISTED, offered(LISTED, { uri: LISTED, name: 'team' })]]),
    templates: [offered('people://{address}', { uriTemplate: 'people://{address}', name: 'people' })],
    prompts: new Map(),
    instructions: undefined,
  } as unknown as Offer;
  const exchange = {
    admission: { snapshot: { mcp: { settings: { search_over_tools: 10, max_result_kb: 64 } } } },
    signal: leave.signal,
    policies: {
      isGuarded,
      begin: ({ arguments: { uri, ...others } }) =>
        Promise.resolve(typeof uri === 'string' ? { uri: uri.replace(/\w+@[\w.]+/, '[EMAIL_1]') } : others),
      waive: () => {
        waived += 1;
      },
      finish: (result) => Promise.resolve(result),
      fail: () => undefined,
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
  return { asked, messages, waived, result: messages.at(-1)?.result as Members | undefined };
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

    it('nothing where the server could not be reached', async () => {
      const { result, waived } = await call({ callTool: () => Promise.reject(new Error('refused')) });
      expect(result?.isError).toBe(true);
      expect(waived).toBe(1);
    });
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
