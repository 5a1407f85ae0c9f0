import type { Pool } from 'undici';

/** A request to a gateway. */
export interface Call {
  /** Sent as X-Request-Id. */
  readonly id: string;
  readonly key: string;
  readonly path: string;
  readonly body: string | Buffer;
  /** Default: JSON. */
  readonly contentType?: string | undefined;
  /** True if the connection is closed after the first piece of the answer. */
  readonly leaves: boolean;
  /** End of a whole stream; `[DONE]` by default. */
  readonly streamEnd?: RegExp | undefined;
}

/** Outcome of a request, as its caller saw it. */
export interface CallOutcome {
  /**
   * The HTTP status and, of a refusal, its code; `left` where the caller left, `broken` where the connection ended, and
   * `no connection` if there was none.
   */
  readonly outcome: string;
  /** True if the whole answer arrived. */
  readonly isComplete: boolean;
}

const CHAT_END = /data: \[DONE\]\n\n$/;
const LIMIT_MS = 30_000;

/** Sends it, reads the answer to its end, and says how it ended. Never rejects. */
export async function sendCall(pool: Pool, call: Call): Promise<CallOutcome> {
  const { id, key, path, body, contentType = 'application/json', leaves, streamEnd = CHAT_END } = call;
  try {
    const answer = await pool.request({
      method: 'POST',
      path,
      headers: { authorization: `Bearer ${key}`, 'content-type': contentType, 'x-request-id': id },
      body,
      headersTimeout: LIMIT_MS,
      bodyTimeout: LIMIT_MS,
    });
    if (answer.statusCode !== 200) return { outcome: await nameRefusal(answer), isComplete: false };
    if (leaves) return await leave(answer.body);
    const text = await answer.body.text();
    const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
    const isComplete = !isStream || streamEnd.test(text);
    return { outcome: isComplete ? '200' : '200, then an error event', isComplete };
  } catch (error) {
    const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';
    return { outcome: isRefused ? 'no connection' : 'broken', isComplete: false };
  }
}

async function nameRefusal({ statusCode, body }: Awaited<ReturnType<Pool['request']>>): Promise<string> {
  const envelope = (await body.json()) as { error?: { code?: string } };
  return `${statusCode} ${envelope.error?.code ?? ''}`.trim();
}

/** Reads the first piece and closes the connection. */
async function leave(body: Awaited<ReturnType<Pool['request']>>['body']): Promise<CallOutcome> {
  // Closing it is what is wanted, so its error is none.
  body.on('error', () => undefined);
  for await (const _piece of body) break;
  body.destroy();
  return { outcome: 'left', isComplete: false };
}
