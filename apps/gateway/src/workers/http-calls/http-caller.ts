import { EgressRefusal } from '@multilane/egress';
import type { UpstreamSecrets } from '@multilane/persistence';
import { fillSecretText, maskSecrets, type SecretText, secretsIn } from '@multilane/workflows';
import type { NetworkFetch } from '../network-fetch.js';
import { readJsonBounded } from './read-json-bounded.js';

/** The workspace whose secrets a call may use. */
export interface SecretPlace {
  readonly organizationId: string;
  readonly workspaceId: string;
}

/** A call to an address that people named. */
export interface HttpCall {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Holds no secret: addresses are in logs of others. */
  readonly url: string;
  /** Read from what the author of a step or tool wrote, and never from a run's data (`readSecretText`). */
  readonly headers: Readonly<Record<string, SecretText>>;
  /** Sent as JSON. Undefined: no body. */
  readonly body?: unknown;
  /** For the whole call. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpCallAnswer {
  readonly status: number;
  /** Headers about the content, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text. Values of secrets in it are replaced. */
  readonly body: unknown;
  readonly durationMs: number;
}

export type HttpCallProblem =
  | 'address_refused'
  | 'header_invalid'
  | 'response_too_large'
  | 'secret_missing'
  | 'timeout'
  | 'unreachable';

/** A call without an answer. The message may be shown to the author: it has no secret, and nothing of what an address resolves to. */
export class HttpCallFailure extends Error {
  override readonly name = 'HttpCallFailure';

  constructor(
    readonly code: HttpCallProblem,
    message: string,
  ) {
    super(message);
  }

  /** True if the same call may succeed later. */
  get isTemporary(): boolean {
    return this.code === 'timeout' || this.code === 'unreachable';
  }
}

/** Answers are read up to here. Bytes. */
const LARGEST_ANSWER = 1024 * 1024;
const SHOWN_HEADERS = ['content-type', 'etag', 'link', 'location', 'retry-after', 'x-request-id'] as const;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/**
 * Calls addresses that people named (docs/contract/egress.md): only public addresses and those that the operator allows; redirects are
 * answers, and are not followed. Headers take secrets by reference.
 */
export class HttpCaller {
  constructor(
    private readonly network: NetworkFetch,
    private readonly secrets: Pick<UpstreamSecrets, 'findWorkspaceSecrets'>,
  ) {}

  /** Rejects with an `HttpCallFailure`, with the signal's reason, or where the database is away. */
  async call(place: SecretPlace, call: HttpCall): Promise<HttpCallAnswer> {
    const startedAt = performance.now();
    const names = secretsIn(Object.values(call.headers));
    const values = await this.secrets.findWorkspaceSecrets(place, names);
    const headers = fillHeaders(call.headers, values);
    const mask = maskSecrets(values.values());
    const limit = AbortSignal.timeout(call.timeoutMs);
    const signal = call.signal === undefined ? limit : AbortSignal.any([limit, call.signal]);
    try {
      const response = await this.send(call, headers, signal);
      const text = mask(await readText(response.body));
      const shown = SHOWN_HEADERS.flatMap((name) => {
        const value = response.headers.get(name);
        return value === null ? [] : [[name, mask(value.slice(0, 2_048))] as const];
      });
      const isJson = /[/+]json\b/i.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        headers: Object.fromEntries(shown),
        body: isJson ? (readJsonBounded(text)?.value ?? text) : text,
        durationMs: Math.round(performance.now() - startedAt),
      };
    } catch (error) {
      call.signal?.throwIfAborted();
      throw describeFailure(error, limit, call.timeoutMs);
    }
  }

  private send({ body, method, url }: HttpCall, headers: Record<string, string>, signal: AbortSignal) {
    const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
    return this.network.current.fetchGuarded(url, {
      method,
      headers: {
        accept: 'application/json, text/plain;q=0.9, */*;q=0.1',
        'user-agent': 'Multilane-Workflows/1',
        // A connection of an earlier call may be closed by the server at any time, and the call would fail.
        connection: 'close',
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal,
      ...(hasBody && { body: JSON.stringify(body) }),
    });
  }
}

function fillHeaders(headers: HttpCall['headers'], values: ReadonlyMap<string, string>): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, text] of Object.entries(headers)) {
    const value = fillSecretText(text, values);
    if (value === undefined) {
      const missing = secretsIn([text]).filter((secret) => !values.has(secret));
      throw new HttpCallFailure('secret_missing', `The workspace has no secret ${missing.join(', ')}.`);
    }
    if (!HEADER_VALUE.test(value) || value.length > 16_384) {
      throw new HttpCallFailure('header_invalid', `The value of the header ${name} cannot be sent.`);
    }
    filled[name.toLowerCase()] = value;
  }
  return filled;
}

async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > LARGEST_ANSWER) {
      throw new HttpCallFailure('response_too_large', `The response is larger than ${LARGEST_ANSWER} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Without the address, whose path and query may hold what nobody else should read. */
function describeFailure(error: unknown, limit: AbortSignal, timeoutMs: number): HttpCallFailure {
  if (error instanceof HttpCallFailure) return error;
  if (limit.aborted) {
    return new HttpCallFailure('timeout', `The server did not respond within ${timeoutMs / 1000} s.`);
  }
  if (error instanceof EgressRefusal) return new HttpCallFailure('address_refused', `Refused: ${error.message}.`);
  const cause = error instanceof TypeError ? error.cause : error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  const shown = typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? ` (${code})` : '';
  return new HttpCallFailure('unreachable', `The server could not be reached${shown}.`);
}
