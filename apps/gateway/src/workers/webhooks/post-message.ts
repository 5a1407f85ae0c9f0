import { EgressRefusal } from '@multilane/egress';
import type { NetworkFetch } from '../network-fetch.js';

/** Message to a receiver, by POST. */
export interface MessageToPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True for an address of the operator, which may be anywhere. */
  readonly isTrusted?: boolean;
}

export interface PostOutcome {
  readonly responseStatus: number | null;
  /** Null if the receiver accepted the message. */
  readonly failure: string | null;
  /** Seconds until it wants to be asked again. */
  readonly askedSeconds?: number;
}

/** Time limit of a message, in milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Posts a message, and follows no redirect. Never rejects.
 *
 * @param noun of the receiver, in the words of a failure
 */
export async function postMessage(
  network: NetworkFetch,
  { body, headers, isTrusted, url }: MessageToPost,
  noun: string,
): Promise<PostOutcome> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = isTrusted
      ? await network.trusted(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      : await network.current.fetchGuarded(url, { method: 'POST', headers, body, signal });
    await response.body?.cancel();
    const asked = Number(response.headers.get('retry-after'));
    const isAccepted = response.status >= 200 && response.status < 300;
    return {
      responseStatus: response.status,
      failure: isAccepted ? null : `The ${noun} answered ${response.status}.`,
      ...(asked > 0 && { askedSeconds: asked }),
    };
  } catch (error) {
    return { responseStatus: null, failure: describeUnreachable(error, signal, noun, `${TIMEOUT_MS / 1000} s`) };
  }
}

/**
 * Says why there was no answer, without the address, whose path and query may hold secrets.
 *
 * @param limit time limit in words
 */
export function describeUnreachable(error: unknown, signal: AbortSignal, noun: string, limit: string): string {
  if (signal.aborted) return `The ${noun} did not answer within ${limit}.`;
  if (error instanceof EgressRefusal) return `Refused: ${error.message}.`;
  const cause = error instanceof TypeError ? error.cause : error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return `The ${noun} could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`;
}
