import type { FastifyRequest } from 'fastify';

/** The `state` with which an identity provider sends a browser back; empty if it has none. */
export function readState({ url }: Pick<FastifyRequest, 'url'>): string {
  return URL.parse(url, 'https://here.invalid')?.searchParams.get('state') ?? '';
}

/** The address that the browser came back to, as the identity provider knows it: that of the request is one behind a proxy. */
export function callbackOf(
  { redirectUri }: { readonly redirectUri: string },
  { url }: Pick<FastifyRequest, 'url'>,
): URL {
  const callback = new URL(redirectUri);
  callback.search = new URL(url, redirectUri).search;
  return callback;
}
