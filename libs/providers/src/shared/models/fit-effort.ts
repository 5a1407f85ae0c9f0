import type { ModelFacts } from '../../model-facts.js';

/** Every effort that a provider has a word for, the least first. */
export const KNOWN_EFFORTS: readonly string[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** Words of some providers for what another word means. */
const SAME_AS: Readonly<Record<string, string>> = { default: 'medium', ultra: 'max' };

/**
 * The effort of those that a model has which is nearest to the one that is asked for; of two that are as near the
 * greater one. A request for thinking never gets a model that does not think. Undefined if it has none, and where the
 * word is unknown.
 */
export function nearestEffort(effort: string, efforts: readonly string[]): string | undefined {
  if (efforts.includes(effort)) return effort;
  const wanted = rankOf(effort);
  if (wanted === -1) return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const each of efforts) {
    const rank = rankOf(each);
    if (rank === -1 || (each === 'none' && efforts.length > 1)) continue;
    const distance = Math.abs(rank - wanted);
    if (distance > least || (distance === least && rank < wanted)) continue;
    nearest = each;
    least = distance;
  }
  return nearest;
}

function rankOf(effort: string): number {
  return KNOWN_EFFORTS.indexOf(SAME_AS[effort] ?? effort);
}

/** The effort with which a model will answer, as far as that is known. */
export function effortOf(effort: string | null | undefined, facts: ModelFacts): string | undefined {
  if (effort === undefined || effort === null) return facts.defaultEffort;
  return facts.efforts === undefined ? effort : nearestEffort(effort, facts.efforts);
}
