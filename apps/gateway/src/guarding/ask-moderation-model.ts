import type { ModerationsResponse } from '@multilane/contracts';
import { type ProviderAdapter, ProviderFailure, type UpstreamDraft } from '@multilane/providers';
import { resolveName } from '../snapshot/access/resolve-name.js';
import type { Target } from '../snapshot/snapshot.js';
import { applyCredential } from '../upstream/credentials/apply-credential.js';
import { WholeAnswer } from '../upstream/whole-answer.js';
import type { GuardedExchange } from './guarded-exchange.js';

/** A request waits for its moderation this long, in milliseconds. */
const LIMIT_MS = 10_000;

/**
 * The scores of each text by a moderation model of the caller's workspace or of the catalog. Rejects where there is no such
 * model, where its provider has no moderation endpoint, and where it fails. Counted as a call to the provider, and charged to
 * nobody.
 */
export async function askModerationModel(
  { caller, idSeed, services, snapshot }: GuardedExchange,
  name: string,
  texts: readonly string[],
): Promise<Readonly<Record<string, number>>[]> {
  const model = resolveName(snapshot, caller, name, 'workspace-then-catalog');
  const target = model?.route === undefined ? model?.target : undefined;
  const { adapter, provider } = target ?? {};
  const codec = adapter?.endpoints.moderations;
  if (!target || !adapter || !provider || !codec) throw new Error('there is no such moderation model');
  const answer = new WholeAnswer(adapter, {
    attemptEnded: (failure, durationMs) => {
      const outcome =
        failure === undefined ? 'success' : failure instanceof ProviderFailure ? failure.code : 'cancelled';
      services.metrics.recordUpstream({ provider: adapter.kind, outcome, durationMs });
    },
  });
  const [body = ''] = codec.encode({ model: name, input: [...texts] }, provider);
  answer.start(target.transport, authorize(target, adapter, body), LIMIT_MS);
  await answer.finished;
  const facts = { kind: adapter.kind, idSeed, created: Math.floor(Date.now() / 1000), includeUsage: false };
  const { response } = codec.decode([answer.parse(codec)], facts);
  return (response as ModerationsResponse).results.map(({ category_scores: scores }) => scores);
}

async function authorize(target: Target, adapter: ProviderAdapter, body: string): Promise<UpstreamDraft> {
  const headers = { ...target.provider.headers, 'content-type': 'application/json', accept: 'application/json' };
  const draft = { address: target.addressesOf('moderations').whole, headers, body };
  return applyCredential(adapter, draft, await target.credentials.current(), Date.now());
}
