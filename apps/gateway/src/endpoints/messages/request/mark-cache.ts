import type { ProviderGroup } from '@multilane/contracts';

/** The groups whose providers take the mark of a cached stretch over the chat format: Bedrock's cache points. */
export function takesCacheMarks(group: ProviderGroup): boolean {
  return group === 'B';
}

/** The mark of a block or a tool as the chat format's clients write it; none if the provider takes none. */
export function markCache(
  { cache_control: mark }: Readonly<Record<string, unknown>>,
  group: ProviderGroup,
): { cache_control?: unknown } {
  return takesCacheMarks(group) && typeof mark === 'object' && mark !== null ? { cache_control: mark } : {};
}
