import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** One request as it reached the fake upstream. */
export interface RecordedRequest {
  method: string;
  /** Path and query as sent. */
  url: string;
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /** The body as JSON; undefined when it is not. */
  body: unknown;
  rawBody: Buffer;
  /** True if the caller went away before the reply (or its own body) had ended. */
  aborted: boolean;
  /** Reason why strict mode rejected it; undefined when it did not. */
  refusal: string | undefined;
  /** Milliseconds of `performance.now`. */
  times: { received: number; answered?: number; closed?: number };
}

/** Reads a request to the end of its body, or to where the caller broke it off. */
export async function recordRequest(incoming: IncomingMessage): Promise<RecordedRequest> {
  const received = performance.now();
  const chunks: Buffer[] = [];
  let aborted = false;
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    aborted = true;
  }
  const rawBody = Buffer.concat(chunks);
  const url = incoming.url ?? '/';
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  return {
    method: incoming.method ?? '',
    url,
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: parseJson(rawBody.toString('utf8')),
    rawBody,
    aborted,
    refusal: undefined,
    times: { received },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
