import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** Shorter answers fit into one packet as they are. */
const LEAST_BYTES = 1400;
/** Larger ones would keep a thread busy: exports and files, which are streams anyway. */
const MOST_BYTES = 4_000_000;
/** Takes a third of the time of the best level, and is a tenth larger. */
const LEVEL = 4;

/**
 * Compresses answers in JSON to pages of this origin. To no other caller: whoever can make a browser ask from elsewhere could learn a
 * secret from the length of an answer.
 */
export function compressAnswers(instance: FastifyInstance): void {
  instance.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < LEAST_BYTES || payload.length > MOST_BYTES) return payload;
    if (!isJson(reply.getHeader('content-type')) || reply.hasHeader('content-encoding')) return payload;
    if (!isOfOwnPage(request)) return payload;
    reply.header('content-encoding', 'gzip');
    reply.header('vary', 'accept-encoding, sec-fetch-site');
    reply.removeHeader('content-length');
    return compress(payload, { level: LEVEL });
  });
}

function isJson(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('application/json');
}

/** True if the browser says that a page of this origin asks, and takes the encoding. */
function isOfOwnPage({ headers, method }: FastifyRequest): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-site'] === 'same-origin' &&
    /\bgzip\b/.test(String(headers['accept-encoding']))
  );
}
