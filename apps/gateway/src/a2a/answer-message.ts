import { formatSSEErrorEvent, formatSSEEvent, SSE_HEADERS, StreamResponse } from '@a2a-js/sdk';
import {
  A2A_ERROR_CODE,
  A2AError,
  TaskNotFoundError,
  toJsonRpcError,
  VersionNotSupportedError,
} from '@a2a-js/sdk/errors';
import { isRecord } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { toGatewayError } from '@multilane/providers';
import type { A2aExchange, A2aPolicies } from './a2a-exchange.js';
import { METHODS } from './methods.js';
import { toA2aError } from './to-a2a-error.js';

export interface A2aReply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | AsyncIterable<Uint8Array>;
}

type MessageId = string | number | null;

/** A silent stream gets a comment so often, in milliseconds, so that nothing on the way closes it. */
const COMMENT_EVERY_MS = 15_000;
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };
/** Major and minor version; the patch does not matter. */
const VERSION = /^1\.0(\.\d{1,9})?$/;
/** Version of clients from before 1.0, which do not name theirs. */
const UNNAMED_VERSION = '0.3';

/**
 * Answers a message (docs/contract/agents.md#a2a). Errors are those of A2A and JSON-RPC, within an answer that is none of HTTP.
 */
export async function answerMessage(exchange: A2aExchange): Promise<A2aReply> {
  const { body, policies } = exchange;
  const id = readId(body);
  try {
    const { method, params } = readEnvelope(body);
    demandVersion(exchange);
    const answer = METHODS.get(method);
    if (answer === undefined) {
      throw new EnvelopeError(A2A_ERROR_CODE.METHOD_NOT_FOUND, 'There is no such method in A2A 1.0.');
    }
    const { events, result } = await answer(exchange, params);
    if (events === undefined) return reply({ jsonrpc: '2.0', id, result });
    // Errors that reject a stream come before its first event.
    const first = await events.next();
    return { headers: toHeaders(SSE_HEADERS), body: writeStream(exchange, id, events, first) };
  } catch (error) {
    return reply({ jsonrpc: '2.0', id, error: describe(error, policies) });
  }
}

function reply(message: object): A2aReply {
  return { headers: JSON_HEADERS, body: JSON.stringify(message) };
}

function toHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  // The server decides about connections.
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => name !== 'connection'));
}

async function* writeStream(
  { policies }: A2aExchange,
  id: MessageId,
  events: AsyncGenerator<StreamResponse>,
  first: IteratorResult<StreamResponse>,
): AsyncGenerator<Uint8Array> {
  try {
    let next = first;
    while (!next.done) {
      yield Buffer.from(formatSSEEvent({ jsonrpc: '2.0', id, result: StreamResponse.toJSON(next.value) }));
      const pending = events.next();
      for (;;) {
        const come = await orSilence(pending);
        if (come !== undefined) {
          next = come;
          break;
        }
        yield Buffer.from(':\n\n');
      }
    }
  } catch (error) {
    yield Buffer.from(formatSSEErrorEvent({ jsonrpc: '2.0', id, error: describe(error, policies) }));
  } finally {
    await events.return(undefined);
  }
}

/** Returns the pending value, or undefined after a time of silence. */
async function orSilence<Value>(pending: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), COMMENT_EVERY_MS);
  });
  try {
    return await Promise.race([pending, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** A fault of the JSON-RPC message itself. */
class EnvelopeError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

function readId(body: unknown): MessageId {
  const id = isRecord(body) ? body.id : undefined;
  const isId = (typeof id === 'string' && id.length <= 256) || Number.isSafeInteger(id);
  return isId ? (id as string | number) : null;
}

function readEnvelope(body: unknown): { readonly method: string; readonly params: unknown } {
  const fault = (words: string): EnvelopeError => new EnvelopeError(A2A_ERROR_CODE.INVALID_REQUEST, words);
  if (!isRecord(body)) throw fault('Send one JSON-RPC request as an object.');
  if (body.jsonrpc !== '2.0') throw fault('`jsonrpc` must be "2.0".');
  if (readId(body) === null) throw fault('`id` must be an integer, or a text of at most 256 characters.');
  const { method, params = {} } = body;
  if (typeof method !== 'string' || method === '') throw fault('`method` must be the name of a method.');
  if (!isRecord(params)) throw new EnvelopeError(A2A_ERROR_CODE.INVALID_PARAMS, '`params` must be an object.');
  return { method, params };
}

function demandVersion({ headers }: A2aExchange): void {
  const asked = headers['a2a-version'];
  const version = typeof asked === 'string' && asked !== '' ? asked : UNNAMED_VERSION;
  if (VERSION.test(version)) return;
  throw new VersionNotSupportedError('Agents speak A2A 1.0. Send the header `A2A-Version: 1.0`.');
}

/** The error object of JSON-RPC. A rejected message is recorded as a refusal of the gateway. */
function describe(error: unknown, policies: A2aPolicies): object {
  if (error instanceof EnvelopeError) {
    policies.fail(new GatewayError('invalid_value', { message: error.message }));
    return { code: error.code, message: error.message };
  }
  if (error instanceof A2AError) {
    policies.fail(new GatewayError(error instanceof TaskNotFoundError ? 'not_found' : 'invalid_value'));
    return toJsonRpcError(error);
  }
  policies.fail(error);
  return toA2aError(toGatewayError(error));
}
