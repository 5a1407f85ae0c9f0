import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { COMPLETION } from '../../fixed-answer.js';

/** A process that cannot go on: it works on a job, and the job is not done. */
export interface Held {
  /** The kind of its job. */
  readonly kind: string;
  /** By which the process made the connection that it waits on. */
  readonly port: number;
}

/** The provider, the web and the receiver of poisoned jobs. */
export interface Trap {
  readonly url: string;
  /** From now on, requests that have the marker of a kind have no answer. */
  set(kind: string): void;
  /** Requests that wait for an answer now. */
  held(): readonly Held[];
  close(): void;
}

/** Returns the mark in the address or body of a request by a job of a kind. Readable in a vocabulary of a tokenizer, and in an address. */
export const markerOf = (kind: string): string => `poison-${kind.replaceAll(/[._]/g, '-')}-end`;

const EMBEDDING = [1, 2, 3, 4];

export async function startTrap(): Promise<Trap> {
  const set = new Map<string, string>();
  const held = new Set<Held>();
  const server = createServer(async (request, response) => {
    // A worker that is killed leaves its request.
    const body = await text(request).catch(() => '');
    const kind = [...set].find(([marker]) => `${request.url} ${body}`.includes(marker))?.[1];
    if (kind === undefined) return answer(request.url ?? '', body, response);
    const waiting: Held = { kind, port: request.socket.remotePort ?? 0 };
    held.add(waiting);
    request.socket.once('close', () => held.delete(waiting));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (kind) => void set.set(markerOf(kind), kind),
    held: () => [...held],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(path: string, body: string, response: ServerResponse): void {
  if (path.endsWith('/embeddings')) answerJson(response, embed(body));
  else if (path.endsWith('/completions')) answerJson(response, COMPLETION);
  // A page that says what its address does.
  else response.writeHead(200, { 'content-type': 'text/plain' }).end(`This page says ${path.slice(1)}.`);
}

function answerJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function embed(body: string): object {
  const { input } = JSON.parse(body) as { readonly input: string | readonly string[] };
  const data = [input].flat().map((_, index) => ({ object: 'embedding', index, embedding: EMBEDDING }));
  return { object: 'list', data, model: 'embedding', usage: { prompt_tokens: 9, total_tokens: 9 } };
}
