import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** Behaviours of a server. */
export type McpMood = 'well' | 'hangs' | 'refuses' | 'lies';

export interface MoodyMcpServer {
  readonly url: string;
  setMood(mood: McpMood): void;
  close(): void;
}

interface Asked {
  readonly id?: number;
  readonly method?: string;
}

const RESULTS: Readonly<Record<string, object>> = {
  'server/discover': {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: 'chaos', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'private' },
  'tools/call': { content: [{ type: 'text', text: 'done' }] },
};

const JSON_TYPE = { 'content-type': 'application/json' };
const HUGE_LIST = `[${Array.from({ length: 10_000 }, (_, at) => `{"name":"t${at}","inputSchema":{"type":"object"}}`).join(',')}]`;
const result = (id: number | undefined, members: string): string =>
  `{"jsonrpc":"2.0","id":${id ?? null},"result":{"resultType":"complete",${members}}}`;

/** Answers of a server that lies, one after the other. */
const LIES: readonly ((response: ServerResponse, asked: Asked) => void)[] = [
  (response) => response.writeHead(200, JSON_TYPE).end('{"jsonrpc":"2.0","id":1,"resu'),
  (response, { id = 0 }) => response.writeHead(200, JSON_TYPE).end(result(id + 1_000, '"content":[]')),
  (response, { id }) => response.writeHead(200, JSON_TYPE).end(result(id, '"content":NaN,"tools":NaN')),
  (response, { id }) =>
    response.writeHead(200, JSON_TYPE).end(result(id, `"tools":${HUGE_LIST},"content":${HUGE_LIST}`)),
  (response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: nothing\n\n'),
  (response) => response.writeHead(202).end(),
];

/** An MCP server with one tool, on a free port of 127.0.0.1. It is well until it is told otherwise. */
export async function startMoodyMcpServer(): Promise<MoodyMcpServer> {
  let mood: McpMood = 'well';
  let lies = 0;
  const server = createServer(async (incoming, response) => {
    const asked = JSON.parse((await text(incoming)) || '{}') as Asked;
    if (mood === 'hangs') return;
    if (mood === 'refuses') {
      response.writeHead(401, JSON_TYPE).end('{"error":"invalid_token"}');
      return;
    }
    const lie = mood === 'lies' ? LIES[lies % LIES.length] : undefined;
    if (lie !== undefined) {
      lies += 1;
      lie(response, asked);
      return;
    }
    const known = RESULTS[asked.method ?? ''];
    const body = known ? { result: { resultType: 'complete', ...known } } : { error: { code: -32_601, message: 'no' } };
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id: asked.id ?? null, ...body }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    setMood: (next) => {
      mood = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
