import type { Losses } from '../shared/losses.js';

/**
 * Takes out of a body what its provider refuses and no answer depends on. Members are set to undefined, which
 * JSON.stringify leaves out.
 */
export function omitMembers(body: Record<string, unknown>, names: readonly string[], losses: Losses): void {
  for (const name of names) {
    if (body[name] !== undefined && body[name] !== null) losses.lose(name);
    body[name] = undefined;
  }
}
