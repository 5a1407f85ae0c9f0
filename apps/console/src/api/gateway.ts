import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiFailure, basePath, failUnreachable } from './client.js';

export interface GatewayRequest {
  /** The workspace of a call with the session; a key has its own. */
  readonly workspaceId?: string;
  /** Plaintext of an API key, to call as a program does, without the session. */
  readonly key?: string;
  readonly method?: string;
  /** An object is sent as JSON, a form as it is. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The address of the API that programs use, without a slash at its end. */
export function gatewayUrl(): string {
  return `${location.origin}${basePath()}/v1`;
}

/**
 * The address of a socket of the gateway. A browser sends the session's cookie and its origin along, which is all that the gateway
 * asks of a person (docs/contract/realtime.md#policies).
 *
 * @param path below `/v1`, such as `/realtime`
 */
export function socketUrl(path: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(`${gatewayUrl()}${path}`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/**
 * Asks the gateway as the signed-in person, in a workspace, or with a key. The session works on the console's own origin only, so a proxy
 * must lead `/v1` to the gateway (docs/deploying.md).
 *
 * @param path below `/v1`, such as `/chat/completions`
 * @throws ApiFailure for every answer that is no success; AbortError if `signal` says so
 */
export async function askGateway(path: string, request: GatewayRequest): Promise<Response> {
  const { body, headers, key, method, signal, workspaceId } = request;
  const url = new URL(`${gatewayUrl()}${path}`);
  if (workspaceId !== undefined) url.searchParams.set('workspace_id', workspaceId);
  const isForm = body instanceof FormData;
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    signal,
    credentials: key === undefined ? 'same-origin' : 'omit',
  }).catch(failUnreachable);
  if (!response.ok) throw await readFailure(response);
  return response;
}

async function readFailure(response: Response): Promise<ApiFailure> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { error } = ((await response.json().catch(() => ({}))) ?? {}) as { error?: Readonly<Record<string, string>> };
  const { code = 'gateway_unreachable', message = response.statusText, param } = error ?? {};
  return new ApiFailure({ status: response.status, code, message, param: param ?? undefined, requestId });
}

/**
 * The JSON of each event of a stream until `[DONE]`; of an answer that is no stream, the answer.
 */
export async function* readEvents(response: Response): AsyncGenerator<unknown> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream') || response.body === null) {
    yield await response.json();
    return;
  }
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    if (next.value.data !== '[DONE]') yield JSON.parse(next.value.data);
  }
}
