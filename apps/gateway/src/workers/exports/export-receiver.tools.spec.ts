import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** A request that a receiver got, with its body decompressed. */
export interface Received {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body as text. */
  readonly text: string;
}

export type Behaviour = (received: Received, response: ServerResponse, request: IncomingMessage) => void;

/** A receiver of batches on the loopback interface, which does what it is told. */
export interface Receiver {
  readonly url: string;
  /** Everything that was received, in its order. */
  readonly received: readonly Received[];
  /** Sets what it does from now on. */
  behave(next: Behaviour): void;
  close(): Promise<void>;
}

export const accept: Behaviour = (_received, response) => {
  response.writeHead(200).end('{}');
};

export const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}, text = ''): Behaviour =>
  (_received, response) => {
    response.writeHead(status, headers).end(text);
  };

/** Takes the batch, and breaks the connection off before an answer. */
export const cut: Behaviour = (_received, _response, request) => {
  request.socket.destroy();
};

/** Never answers. */
export const stall: Behaviour = () => undefined;

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let behaviour = accept;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const isCompressed = request.headers['content-encoding'] === 'gzip';
      const bytes = isCompressed ? gunzipSync(body) : body;
      const headers = request.headers as Record<string, string>;
      const got = { url: request.url ?? '', headers, body: bytes, text: bytes.toString() };
      received.push(got);
      behaviour(got, response, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Records that were received, each batch once: `webhook-id` names it. */
export function recordsOf(batches: readonly Received[]): { readonly id: string; readonly payload?: unknown }[] {
  const texts = new Map(batches.map(({ headers, text }) => [headers['webhook-id'], text]));
  const lines = [...texts.values()].flatMap((text) => text.trimEnd().split('\n'));
  return lines.map((line) => JSON.parse(line) as { id: string });
}

/** Ids of the records that were received, each batch once. */
export function idsOf(batches: readonly Received[]): string[] {
  return recordsOf(batches).map(({ id }) => id);
}
