import type { UpstreamAddress } from '../adapter.js';

/** The address under a base URL; a query of the base URL is kept. Throws a `TypeError` for what is not a URL. */
export function joinAddress(baseUrl: string, path: string): UpstreamAddress {
  const url = new URL(baseUrl);
  return { origin: url.origin, path: `${url.pathname.replace(/\/+$/, '')}${path}${url.search}` };
}
