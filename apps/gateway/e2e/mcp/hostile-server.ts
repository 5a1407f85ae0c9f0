import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A message that the server was sent. */
export interface AskedMessage {
  readonly id?: number;
  readonly method?: string;
}

/** Answers one message as a server should not. */
export type Hostility = (response: ServerResponse, message: AskedMessage) => void;

const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  serverInfo: { name: 'hostile', version: '1' },
};
export const TOOL = { name: 't', description: 'A tool.', inputSchema: { type: 'object' } };
const HELD = { ttlMs: 0, cacheScope: 'private' };

/** A server that behaves but for one method, and only while it is told not to. */
export interface HostileServer {
  readonly url: string;
  /** Requests to other paths: a client that followed a redirect. */
  readonly strayed: readonly string[];
  /** Answers a method so from now on; resolves when it has been asked once more and its answer was taken or given up. */
  turn(method: string, hostility: Hostility): Promise<void>;
  /** Behaves again. */
  behave(): void;
  close(): void;
}

/** Starts an MCP server of the newer era on a free port of 127.0.0.1. */
export async function startHostileServer(): Promise<HostileServer> {
  let turned: { readonly method: string; readonly hostility: Hostility; readonly done: () => void } | undefined;
  const strayed: string[] = [];
  const server = createServer({ maxHeaderSize: 64 * 1024 }, async (incoming, response) => {
    response.on('error', () => response.destroy());
    if (incoming.url !== '/mcp') {
      strayed.push(incoming.url ?? '');
      response.writeHead(404).end();
      return;
    }
    const message = JSON.parse((await text(incoming)) || '{}') as AskedMessage;
    if (turned?.method === message.method && turned !== undefined) {
      response.once('close', turned.done);
      turned.hostility(response, message);
      return;
    }
    answer(response, message);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    strayed,
    turn: (method, hostility) =>
      new Promise((resolve) => {
        turned = { method, hostility, done: resolve };
      }),
    behave: () => {
      turned = undefined;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(response: ServerResponse, { id, method }: AskedMessage): void {
  const results: Readonly<Record<string, object>> = {
    'server/discover': DISCOVERED,
    'tools/list': { resultType: 'complete', tools: [TOOL], ...HELD },
    'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
  };
  const result = results[method ?? ''];
  const body = result ? { result } : { error: { code: -32_601, message: 'no' } };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, ...body }));
}
