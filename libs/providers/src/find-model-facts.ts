import type { ProviderKind } from '@multilane/contracts';
import type { ModelFacts, OwnModelRow } from './model-facts.js';
import { MODEL_ROWS } from './model-rows.js';

/** A model that nothing is known of: it behaves as its kind does. */
const UNKNOWN: ModelFacts = Object.freeze({});

/**
 * Finds the known facts of a model of a kind: the first row that matches it. An operator's own rows are merged over the
 * table's. Worked out once for a target of a snapshot, never for a request.
 */
export function findModelFacts(
  kind: ProviderKind,
  upstreamModel: string,
  ownRows: readonly OwnModelRow[] = [],
): ModelFacts {
  const known = factsOf(MODEL_ROWS[kind] ?? [], upstreamModel) ?? UNKNOWN;
  const own = factsOf(ownRows, upstreamModel);
  return own === undefined ? known : { ...known, ...own };
}

function factsOf(rows: readonly OwnModelRow[], model: string): ModelFacts | undefined {
  const row = rows.find(({ models }) => models.test(model));
  if (row === undefined) return undefined;
  const { models, ...facts } = row;
  return facts;
}
