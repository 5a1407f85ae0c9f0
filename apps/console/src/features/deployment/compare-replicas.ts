import type { Replica } from './queries.js';

export interface Comparison {
  /** Versions that run, the most frequent first. */
  readonly versions: readonly string[];
  /** Hashes of the configurations in effect, the most frequent first. */
  readonly configurations: readonly string[];
}

/** Compares the builds and configurations of replicas. Services without a configuration of models report no hash. */
export function compareReplicas(replicas: readonly Replica[]): Comparison {
  return {
    versions: byFrequency(replicas.map(({ version }) => version)),
    configurations: byFrequency(replicas.flatMap(({ config_hash: hash }) => (hash === null ? [] : [hash]))),
  };
}

function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}
