/** Wish of a request: to use the cache, not to be answered from it, or to have nothing to do with it. */
export type CacheWish = 'use' | 'renew' | 'bypass';

/**
 * Reads the `Cache-Control` of a request (RFC 9111 section 5.2.1): `no-store` bypasses the cache; `no-cache` has the
 * provider asked and keeps the new answer instead of the old one. Other directives are for the caches on the way.
 */
export function readCacheControl(header: string | undefined): CacheWish {
  if (header === undefined) return 'use';
  let wish: CacheWish = 'use';
  for (const part of header.toLowerCase().split(',')) {
    const directive = part.trim();
    if (directive === 'no-store') return 'bypass';
    if (directive === 'no-cache') wish = 'renew';
  }
  return wish;
}
