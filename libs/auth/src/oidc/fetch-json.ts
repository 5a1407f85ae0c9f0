import { parseBoundedJson } from '@multilane/contracts';
/** Gets a JSON document, or rejects. The server is trusted no further than its size and time allow. */
export type FetchJson = (url: string) => Promise<unknown>;

/** Part of `fetch` that is needed, whichever library's it is. */
export type Fetch = (
  url: string,
  init: { readonly headers: Record<string, string>; readonly redirect: 'error'; readonly signal: AbortSignal },
) => Promise<FetchedResponse>;

export interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

export interface FetchJsonOptions {
  /** The platform's own by default; one with a proxy or certificates of its own where the network asks for them. */
  readonly fetch?: Fetch;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Fetches JSON within bounds of size and time, over HTTP or HTTPS, and follows no redirect. */
export function createFetchJson({
  fetch = globalThis.fetch,
  timeoutMs = 5000,
  maxBytes = 1 << 20,
}: FetchJsonOptions = {}): FetchJson {
  return async (url) => {
    if (!/^https?:\/\//i.test(url)) throw new Error('only http and https addresses are fetched');
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`${url} answered ${response.status}`);
    }
    return parseBoundedJson(await readText(response, url, maxBytes));
  };
}

async function readText({ body }: FetchedResponse, url: string, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the body.
  for await (const part of body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error(`${url} answered more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
