/** Far more than any request needs, and far less than what makes serialising it again overflow the stack. */
export const MAXIMUM_DEPTH = 256;

/** Whether a parsed JSON value has more levels of objects and lists than these. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (isDeeperThan(value[index], levels - 1)) return true;
    return false;
  }
  const members = value as Record<string, unknown>;
  for (const name in members) if (isDeeperThan(members[name], levels - 1)) return true;
  return false;
}
