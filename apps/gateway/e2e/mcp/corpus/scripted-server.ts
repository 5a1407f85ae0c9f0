import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Versions of the protocol: with a handshake, and without one. */
export type Era = '2025-11-25' | '2026-07-28';

export type Members = Readonly<Record<string, unknown>>;

/** A JSON-RPC message. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Members;
  readonly result?: Members;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Messages of a server to a request, in this order. The id of the request is added to the response. */
export type Reply = (asked: Message) => readonly Message[];

/** A server by what it says to each method. Methods that it does not name are rejected. */
export interface Script {
  readonly era: Era;
  readonly replies: Readonly<Record<string, Reply>>;
}

/** Servers that say what a test says, each at a path of its own. */
export interface ScriptedServers {
  readonly server: Server;
  urlOf(name: string): string;
  /** Messages to a server, in this order. */
  askedOf(name: string): readonly Message[];
}

/** Starts servers on a free port of 127.0.0.1. Close the server when the test is over. */
export async function startScriptedServers(scripts: ReadonlyMap<string, Script>): Promise<ScriptedServers> {
  const asked = new Map<string, Message[]>();
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((text) => {
      const name = (incoming.url ?? '').slice(1);
      const script = scripts.get(name);
      if (script === undefined || incoming.method !== 'POST') {
        response.writeHead(script === undefined ? 404 : 405).end();
        return;
      }
      const message = JSON.parse(text) as Message;
      asked.set(name, [...(asked.get(name) ?? []), message]);
      answer(script, message, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    askedOf: (name) => asked.get(name) ?? [],
  };
}

function answer({ era, replies }: Script, message: Message, response: ServerResponse): void {
  if (message.method === undefined || message.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const reply = replies[message.method];
  if (reply === undefined) {
    const error = { code: -32_601, message: 'Method not found' };
    // The newer era says it in the status too. A server of the older one does not know what asks for the newer.
    const status = era === '2026-07-28' ? 404 : message.method === 'server/discover' ? 400 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const said of reply(message)) response.write(toEvent(said, message.id));
  response.end();
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

/** With a comment before it, as servers keep streams open with. */
function toEvent(said: Message, id: Message['id']): string {
  const isResponse = said.result !== undefined || said.error !== undefined;
  const whole = { jsonrpc: '2.0', ...said, ...(isResponse && { id }) };
  return `: still here\n\nevent: message\ndata: ${JSON.stringify(whole)}\n\n`;
}
