import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type McpServerFactory,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';

/** Options of an MCP server in a test. */
export interface McpServerOptions {
  readonly name?: string;
  readonly tools?: readonly Tool[];
  readonly instructions?: string;
  /** Default: an echo of the arguments. */
  readonly call?: (name: string, values: Readonly<Record<string, unknown>>) => CallToolResult | Promise<CallToolResult>;
  /** The eras of the protocol that it speaks. Default: both. */
  readonly era?: 'both' | 'modern' | 'legacy';
  /** Answers a request in place of the server, such as one without a token. */
  readonly guard?: (incoming: IncomingMessage) => GuardAnswer | undefined;
  /** Makes each message's server, instead of tools and `call`. */
  readonly factory?: McpServerFactory;
}

/** Answer of a guard. */
export interface GuardAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

interface McpServerRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly method?: string; readonly [member: string]: unknown };
}

/** A running MCP server, which notes what it is asked. */
export interface FakeMcpServer {
  readonly url: string;
  readonly requests: readonly McpServerRequest[];
  /** May be replaced while it runs. */
  tools: readonly Tool[];
  /** A status to answer everything with; undefined: it works. */
  failure: number | undefined;
  /** It accepts requests and never answers them. */
  hangs: boolean;
  close(): Promise<void>;
}

/** A tool without arguments. */
export function plainTool(name: string, description = `The tool ${name}.`): Tool {
  return { name, description, inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
}

/** Starts an MCP server on a free port of 127.0.0.1. Close it when the test is over. */
export async function startMcpServer(options: McpServerOptions = {}): Promise<FakeMcpServer> {
  const requests: McpServerRequest[] = [];
  const { call = echo, era = 'both', instructions, name = 'fake' } = options;
  const makeServer: McpServerFactory = () => {
    const server = new Server(
      { name, version: '1.0.0' },
      { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [...fake.tools] }));
    server.setRequestHandler('tools/call', ({ params }) => call(params.name, params.arguments ?? {}));
    return server;
  };
  const factory = options.factory ?? makeServer;
  const handler = createMcpHandler(factory, { legacy: era === 'modern' ? 'reject' : 'stateless' });
  const legacy = legacyStatelessFallback(factory);
  const answer = async (request: Request, parsedBody: unknown): Promise<Response> => {
    if (era !== 'legacy') return handler.fetch(request, { parsedBody });
    const isOld = await isLegacyRequest(request, parsedBody);
    return isOld ? legacy(request, { parsedBody }) : new Response('unknown', { status: 400 });
  };
  const server = createServer((incoming, response) => {
    if (fake.hangs) return;
    const guarded = options.guard?.(incoming);
    if (guarded !== undefined) {
      const { body, headers, status } = guarded;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      incoming.resume();
      response.end(body && JSON.stringify(body));
      return;
    }
    void serve(incoming, response, async (request, body) => {
      requests.push({ headers: incoming.headers, body });
      return fake.failure === undefined ? answer(request, body) : new Response('no', { status: fake.failure });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fake: FakeMcpServer = {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    tools: options.tools ?? [plainTool('echo')],
    failure: undefined,
    hangs: false,
    close: async () => {
      await handler.close();
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}

function echo(name: string, values: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: `${name} ${JSON.stringify(values)}` }] };
}

type Answer = (request: Request, body: McpServerRequest['body']) => Promise<Response>;

async function serve(incoming: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const { headers, method = 'GET', url } = incoming;
  if (method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const body = JSON.parse(Buffer.concat(pieces).toString()) as McpServerRequest['body'];
  const request = new Request(`http://127.0.0.1${url}`, { method, headers: headers as Record<string, string> });
  const answered = await answer(request, body);
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  for await (const piece of answered.body ?? []) response.write(piece);
  response.end();
}
