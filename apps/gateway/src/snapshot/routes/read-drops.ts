import type { ModelEntry } from '@multilane/config';

type UnsupportedParameters = ModelEntry['unsupported_parameters'];

/** Parameters that are dropped from requests, with those of `also`; undefined if there are none. */
export function readDrops(
  settings: UnsupportedParameters | null,
  also?: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  const drop: readonly string[] = settings?.drop ?? [];
  if (drop.length === 0) return also;
  const drops = new Set([...drop, ...(also ?? [])]);
  // Alternatives are asked for beside probabilities alone.
  if (drops.has('logprobs')) drops.add('top_logprobs');
  return drops;
}
