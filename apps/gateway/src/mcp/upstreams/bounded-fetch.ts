import { readFileSync } from 'node:fs';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { GatewayConfig } from '@multilane/config';
import { createGuardedFetch, createTrustedFetch, parseAllowedNetworks } from '@multilane/egress';
import { StructureCounter } from './structure-counter.js';

/** An answer of more bytes is cut off: it is parsed in one turn of the event loop. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Brackets and commas of an answer: each part of a result is checked for some microseconds. */
const MOST_STRUCTURE = 30_000;

/** An answer was cut off. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** A way to servers, with what has to be closed in the end. */
export interface BoundedFetch {
  readonly fetch: FetchLike;
  close(): Promise<void>;
}

/**
 * The way to a server: under guard where people named its address (docs/contract/egress.md#addresses). Redirects are not followed, and
 * an answer has a bound.
 */
export function createBoundedFetch(
  { allow_private: allowed, ca_file: caFile, no_proxy: noProxy, proxy }: GatewayConfig['network'],
  trusted: boolean,
  mostStructure = MOST_STRUCTURE,
): BoundedFetch {
  const way = { proxy, noProxy, ca: caFile && readFileSync(caFile, 'utf8') };
  if (trusted) {
    const send = createTrustedFetch(way);
    const fetch: FetchLike = async (url, init) =>
      boundBody(await send(String(url), { ...init, redirect: 'manual' }), mostStructure);
    return { fetch, close: () => Promise.resolve() };
  }
  const guarded = createGuardedFetch({ ...way, allowed: parseAllowedNetworks(allowed) });
  const fetch: FetchLike = async (url, init = {}) => {
    const { body, headers, method, signal } = init;
    const answer = await guarded.fetchGuarded(String(url), {
      ...(method !== undefined && { method }),
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { body: String(body) }),
      ...(signal && { signal }),
    });
    return boundBody(answer as unknown as Response, mostStructure);
  };
  return { fetch, close: () => guarded.close() };
}

/** The same answer, whose body fails where it becomes too long. It leads nowhere: the library follows redirects by itself. */
function boundBody(response: Response, mostStructure: number): Response {
  const { body, headers, status, statusText } = response;
  if (status < 200) return response;
  const kept = [...headers].filter(([name]) => name !== 'location');
  if (body === null) return new Response(null, { status, statusText, headers: kept });
  let size = 0;
  const structure = new StructureCounter(mostStructure);
  const bounded = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        size += piece.length;
        if (size > MOST_BYTES || !structure.take(piece)) controller.error(new AnswerTooLong());
        else controller.enqueue(piece);
      },
    }),
  );
  return new Response(bounded, { status, statusText, headers: kept });
}
