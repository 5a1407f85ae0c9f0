import type { UpstreamAddress } from '../adapter.js';

/**
 * The address under a base URL; a query of the base URL is preserved, before that of the path. Throws a `TypeError` for what is
 * not a URL.
 */
export function joinAddress(baseUrl: string, path: string): UpstreamAddress {
  const url = new URL(baseUrl);
  const mark = path.indexOf('?');
  const below = mark === -1 ? path : path.slice(0, mark);
  const query = mark === -1 ? '' : `${url.search === '' ? '?' : '&'}${path.slice(mark + 1)}`;
  return { origin: url.origin, path: `${url.pathname.replace(/\/+$/, '')}${below}${url.search}${query}` };
}
