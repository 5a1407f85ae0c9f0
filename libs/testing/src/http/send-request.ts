import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';

/** One HTTP call of a test. */
export interface HttpCall {
  url: string;
  /** GET without a body, POST with one. */
  method?: string;
  headers?: OutgoingHttpHeaders;
  /** Text and bytes go as they are; anything else is sent as JSON, with that content type unless `headers` has one. */
  body?: string | Buffer | object;
  /** Milliseconds until the whole call is given up. */
  timeoutMs?: number;
}

/**
 * Sends a call over a connection of its own and settles with the head of the answer, whatever its status.
 * Nothing is followed, decompressed or retried, so that a test sees what is on the wire.
 */
export function sendRequest(call: HttpCall): Promise<{ request: ClientRequest; response: IncomingMessage }> {
  const { body, headers } = encodeBody(call);
  return new Promise((resolve, reject) => {
    const outgoing = request(call.url, {
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      agent: false,
      signal: AbortSignal.timeout(call.timeoutMs ?? 10_000),
    });
    outgoing.once('response', (response) => resolve({ request: outgoing, response }));
    // Stays on: a server that answers early and closes breaks the rest of the upload after its answer has come.
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The body of a call as it is sent, and the headers with its content type. */
export function encodeBody(call: Omit<HttpCall, 'url'>): {
  body: string | Buffer | undefined;
  headers: OutgoingHttpHeaders;
} {
  const { body, headers = {} } = call;
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return { body, headers };
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return { body: JSON.stringify(body), headers: named ? headers : { 'content-type': 'application/json', ...headers } };
}
