import { isRecord } from '@multilane/contracts';

/**
 * The mark that ends a cached stretch of the prompt (platform.claude.com/docs/en/build-with-claude/prompt-caching).
 * Clients set it on content parts and tools of the chat format too; it goes along as it came.
 */
export function readCacheControl(marked: Readonly<Record<string, unknown>>): { cache_control?: unknown } {
  return isRecord(marked.cache_control) ? { cache_control: marked.cache_control } : {};
}
