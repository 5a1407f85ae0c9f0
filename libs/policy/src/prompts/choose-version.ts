import { drawOf, seedOf } from '../routing/rendezvous.js';
import type { CompiledPrompt, CompiledVersion } from './compile-prompt.js';

/**
 * Finds the version that a number or label stands for. A session gets the same version of a split label as long as its weights stay; a
 * request without one gets a version by chance.
 *
 * @param session text that names the session or the person; undefined if there is none
 */
export function chooseVersion(
  { labels, name, versions }: CompiledPrompt,
  reference: number | string,
  session: string | undefined,
): CompiledVersion | undefined {
  if (typeof reference === 'number') return versions.get(reference);
  const shares = labels.get(reference);
  const [first] = shares ?? [];
  if (shares === undefined || first === undefined) return undefined;
  if (shares.length === 1) return versions.get(first.version);
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const draw = session === undefined ? Math.random() : drawOf(seedOf(session), seedOf(`${name}@${reference}`));
  let rest = draw * total;
  const chosen = shares.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  return versions.get((chosen ?? first).version);
}
