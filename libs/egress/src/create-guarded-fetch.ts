import type { Dispatcher, RequestInit, Response } from 'undici';
import { checkUserUrl } from './check-user-url.js';
import { EgressRefusal } from './egress-refusal.js';
import { createGuardedAgent, type GuardedNetwork, loadUndici } from './guarded-network.js';

export interface GuardedRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /**
   * Number of redirects of a GET or HEAD that are followed, each checked again. Default 0: a redirect is the answer.
   */
  readonly maxRedirects?: number;
}

export interface GuardedFetch {
  /**
   * Fetches what a person named. Rejects with an `EgressRefusal` where that is not allowed or redirects too often; the
   * size of the answer is for the caller to bound. A redirect to another origin takes no headers of the caller's along
   * but `accept` and `user-agent`.
   */
  fetchGuarded(url: string, request?: GuardedRequest): Promise<Response>;
  /** Lets running requests finish, then closes the connections. */
  close(): Promise<void>;
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Make one and keep it: it holds the connections. */
export function createGuardedFetch(network: GuardedNetwork): GuardedFetch {
  const dispatcher = createGuardedAgent(network);
  return {
    fetchGuarded: (url, request = {}) => follow(url, request, network, dispatcher),
    close: () => dispatcher.close(),
  };
}

async function follow(
  start: string,
  { method = 'GET', headers = {}, body, signal, maxRedirects = 0 }: GuardedRequest,
  network: GuardedNetwork,
  dispatcher: Dispatcher,
): Promise<Response> {
  const init: RequestInit = { method, body, signal, dispatcher, redirect: 'manual' };
  const mayFollow = maxRedirects > 0 && (method === 'GET' || method === 'HEAD');
  let url = checked(start, network);
  let sent = withoutHost(headers);
  for (let followed = 0; ; followed += 1) {
    const response = await send(url, { ...init, headers: sent });
    const location = response.headers.get('location');
    if (!mayFollow || !REDIRECTS.has(response.status) || location === null) return response;
    await response.body?.cancel();
    if (followed === maxRedirects) {
      throw new EgressRefusal('ERR_TOO_MANY_REDIRECTS', `the address redirects more than ${maxRedirects} times`);
    }
    const next = checked(resolveLocation(location, url), network);
    if (next.origin !== url.origin) sent = onlyHarmless(sent);
    url = next;
  }
}

async function send(url: URL, init: RequestInit): Promise<Response> {
  try {
    return await loadUndici().fetch(url, init);
  } catch (error) {
    // fetch hides every failure of the network behind one TypeError.
    const cause = error instanceof TypeError ? error.cause : undefined;
    throw cause instanceof EgressRefusal ? cause : error;
  }
}

function checked(text: string, { allowed }: GuardedNetwork): URL {
  const problem = checkUserUrl(text, allowed);
  if (problem !== undefined) throw new EgressRefusal('ERR_FORBIDDEN_URL', `the address ${problem}`);
  return new URL(text);
}

function resolveLocation(location: string, base: URL): string {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(location);
  // An absolute one is judged as it came, before a parser mends it.
  return isAbsolute || !URL.canParse(location, base.href) ? location : new URL(location, base).href;
}

const withoutHost = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'));

const onlyHarmless = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(accept|user-agent)$/i.test(name)));
