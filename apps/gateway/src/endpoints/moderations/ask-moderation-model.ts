import type { ModerationsResponse } from '@multilane/contracts';
import type { GuardedExchange } from '../../guarding/guarded-exchange.js';
import { callModel } from '../../model-calls/call-model.js';

/** A request waits for its moderation this long, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * The scores of each text by a moderation model of the caller's workspace or of the catalog. Rejects if there is no such
 * model, where its provider has no moderation endpoint, and if it fails. Counted as a call to the provider, and charged to
 * nobody.
 */
export async function askModerationModel(
  { asked: { caller, idSeed, requestId, snapshot }, services }: GuardedExchange,
  name: string,
  texts: readonly string[],
): Promise<Readonly<Record<string, number>>[]> {
  const { response } = await callModel({
    services,
    caller,
    snapshot,
    endpoint: 'moderations',
    request: { model: name, input: [...texts] },
    source: 'workspace-then-catalog',
    requestId,
    idSeed,
    totalMs: LIMIT_MS,
  });
  return (response as ModerationsResponse).results.map(({ category_scores: scores }) => scores);
}
