import { KnowledgeStoreUnavailable } from '../chunk-store.js';

export interface QdrantOptions {
  /** Address of the server, such as `http://qdrant:6333`. */
  readonly url: string;
  readonly apiKey?: string | undefined;
  /** Default: the global one. */
  readonly fetch?: typeof fetch | undefined;
  /** Time limit of a request in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

/** Bytes of an answer at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Calls Qdrant's REST API. */
export class QdrantClient {
  constructor(private readonly options: QdrantOptions) {}

  /**
   * The `result` of a call; undefined where the collection does not exist.
   *
   * @param path Behind the address, beginning with `/`.
   * @throws KnowledgeStoreUnavailable
   */
  async call<Result>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Result | undefined> {
    const { apiKey, fetch: send = fetch, timeoutMs = 10_000, url } = this.options;
    const limit = AbortSignal.timeout(timeoutMs);
    let status: number;
    let text: string;
    try {
      const response = await send(`${url.replace(/\/+$/, '')}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { 'api-key': apiKey }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        redirect: 'error',
      });
      status = response.status;
      text = await readText(response);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof KnowledgeStoreUnavailable) throw error;
      const reason = limit.aborted ? `did not answer within ${timeoutMs / 1_000} seconds` : 'cannot be reached';
      throw new KnowledgeStoreUnavailable(`Qdrant ${reason}. Check knowledge.qdrant.url and the server.`, {
        cause: error,
      });
    }
    if (status === 404) return undefined;
    if (status === 401 || status === 403) {
      throw new KnowledgeStoreUnavailable('Qdrant refused the API key. Check knowledge.qdrant.api_key.');
    }
    if (status >= 400) throw new KnowledgeStoreUnavailable(`Qdrant answered ${status}. Its log says why.`);
    return readResult<Result>(text);
  }
}

function readResult<Result>(text: string): Result {
  try {
    return (JSON.parse(text) as { result: Result }).result;
  } catch (error) {
    throw new KnowledgeStoreUnavailable('Qdrant answered no JSON. Check knowledge.qdrant.url.', { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new KnowledgeStoreUnavailable('Qdrant answered more than 64 MB. Ask for fewer results.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
