import type { Hit } from '../store/chunk-store.js';

/** The hits of one search, best first. */
export interface RankedList {
  readonly kind: 'vector' | 'lexical';
  /** The embedding model of a vector search. */
  readonly model?: string | undefined;
  /** Weight of the list, relative to others. Default: 1. */
  readonly weight?: number | undefined;
  readonly hits: readonly Hit[];
}

/** Place of a chunk in a list. */
interface Place {
  readonly kind: 'vector' | 'lexical';
  readonly model?: string | undefined;
  /** From 1 up. */
  readonly rank: number;
  readonly score: number;
  readonly weight: number;
}

export interface FusedHit {
  readonly hit: Hit;
  readonly score: number;
  readonly places: readonly Place[];
  /** Undefined if there was one list: nothing was fused. */
  readonly fused?: { readonly rank: number; readonly score: number } | undefined;
}

/** The constant of reciprocal rank fusion: the greater, the less the first ranks count. */
const K = 60;

/**
 * Fuses lists by rank: each adds weight / (60 + rank) to a chunk's score, which is then divided by the highest possible one. A
 * single list stays as it is, with its own scores. Lists of different embedding models have different chunks, so that a
 * chunk is in one of them at most.
 */
export function fuseRanks(lists: readonly RankedList[]): readonly FusedHit[] {
  const placed = new Map<string, { hit: Hit; places: Place[] }>();
  for (const { hits, kind, model, weight = 1 } of lists) {
    for (const [at, hit] of hits.entries()) {
      const key = `${hit.kbId}/${hit.documentId}/${hit.index}`;
      const known = placed.get(key) ?? { hit, places: [] };
      known.places.push({ kind, model, rank: at + 1, score: hit.score, weight });
      placed.set(key, known);
    }
  }
  const all = [...placed.values()];
  if (lists.length === 1) return all.map(({ hit, places }) => ({ hit, places, score: hit.score }));
  const weightOf = (kind: RankedList['kind']): number =>
    Math.max(0, ...lists.filter((list) => list.kind === kind).map(({ weight = 1 }) => weight));
  const best = (weightOf('vector') + weightOf('lexical')) / (K + 1);
  return all
    .map(({ hit, places }) => ({
      hit,
      places,
      score: places.reduce((sum, { rank, weight }) => sum + weight / (K + rank), 0) / best,
    }))
    .sort((a, b) => b.score - a.score || compareIds(a.hit, b.hit))
    .map((fused, at) => ({ ...fused, fused: { rank: at + 1, score: fused.score } }));
}

/** Equal scores are common; the order must not depend on which list came first. */
function compareIds(a: Hit, b: Hit): number {
  const [one, other] = [a, b].map(({ documentId, kbId }) => `${kbId}/${documentId}`) as [string, string];
  return one === other ? a.index - b.index : one < other ? -1 : 1;
}
