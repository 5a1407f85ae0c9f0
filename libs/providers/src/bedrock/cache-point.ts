import { isRecord } from '@multilane/contracts';
import type { CachePoint } from './converse-request.js';

/**
 * The provider's mark after what `cache_control` marks, for clients set that on content parts and tools of the chat
 * format too (docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CachePointBlock.html). None if none is set.
 */
export function encodeCachePoint({ cache_control: mark }: Readonly<Record<string, unknown>>): CachePoint[] {
  if (!isRecord(mark)) return [];
  return [{ cachePoint: { type: 'default', ...(typeof mark.ttl === 'string' ? { ttl: mark.ttl } : {}) } }];
}
