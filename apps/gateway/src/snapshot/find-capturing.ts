import type { SnapshotRows } from '@multilane/persistence';

/**
 * Finds the workspaces whose payloads are captured for a time, with the milliseconds since the epoch at which that ends; undefined for none.
 */
export function findCapturing(
  rows: readonly Pick<SnapshotRows['workspaces'][number], 'id' | 'payloadsCapturedUntil'>[],
  now = Date.now(),
): ReadonlyMap<string, number> | undefined {
  const capturing = new Map<string, number>();
  for (const { id, payloadsCapturedUntil } of rows) {
    const until = payloadsCapturedUntil?.getTime() ?? 0;
    if (until > now) capturing.set(id, until);
  }
  return capturing.size === 0 ? undefined : capturing;
}
