import type { IncomingHttpHeaders } from 'node:http';
import {
  type AnswerCache,
  type CacheSubject,
  makeCacheKey,
  readCacheControl,
  type StoredAnswer,
} from '@multilane/policy';
import type { Endpoint } from '@multilane/providers';
import { organizationOf, teamOf } from '../../snapshot/find-policy.js';
import type { CacheRules } from '../../snapshot/snapshot.js';
import { ReplayedStream } from '../../upstream/replayed-stream.js';
import { CacheUse } from '../cache-use.js';
import type { RequestContext, ServingPlan } from '../request-context.js';
import { deliverResponse } from './deliver-response.stage.js';

/** Whose answers may be kept: what text, embedding and rerank models say. */
const KEPT: ReadonlySet<Endpoint> = new Set<Endpoint>(['chat', 'completions', 'messages', 'embeddings', 'rerank']);

/**
 * Answers from the cache what was answered before, and has the answer kept otherwise, where a policy or a routing config
 * wants it (decisions section 7). A hit ends the pipeline here: no token ceiling counts it and no provider is asked.
 */
export function lookupCache(context: RequestContext): void | Promise<void> {
  const rules = context.snapshot.cache;
  if (rules === undefined) return;
  const { plan, services } = context;
  if (services.answers === undefined || plan === undefined || !KEPT.has(plan.endpoint)) return;
  const use = useCache(context, plan, services.answers, rules);
  if (use === undefined) return;
  const wish = readCacheControl(context.exchange.headers['cache-control']);
  if (wish === 'bypass') return;
  context.cache = use;
  const found = wish === 'use' ? use.find() : undefined;
  if (found instanceof Promise) return found.then((answer) => answerWith(context, use, answer));
  return answerWith(context, use, found);
}

function useCache(
  context: RequestContext,
  plan: ServingPlan,
  answers: AnswerCache,
  rules: CacheRules,
): CacheUse | undefined {
  const { caller, idSeed, services, snapshot } = context;
  const organization = organizationOf(snapshot, caller);
  const team = teamOf(snapshot, caller);
  const { workspaceId } = caller;
  // Whoever belongs to no team and to no workspace has nobody to share answers with.
  if (organization === undefined || (team === undefined && workspaceId === undefined)) return undefined;
  const from = { organizationId: organization.id, workspaceId, teamName: team?.teamName };
  const ttlSeconds = rules.policies.findTtl(from, plan.model.names);
  if (ttlSeconds === undefined) return undefined;
  const owner = organization.id ?? organization.name;
  const key = makeCacheKey({
    owner: { organization: owner, workspace: workspaceId, team: team?.teamId ?? team?.teamName },
    ...describeSubject(plan, context.exchange.headers),
    streamed: context.streamed,
  });
  const created = Math.floor(Date.now() / 1000);
  return new CacheUse(answers, services.metrics, {
    owner,
    key,
    ttlSeconds,
    endpoint: plan.endpoint,
    idSeed,
    created,
  });
}

function describeSubject(
  { codec, endpoint, model, request, target }: ServingPlan,
  headers: IncomingHttpHeaders,
): Omit<CacheSubject, 'owner' | 'streamed'> {
  const { apiVersion, baseUrl, kind, thinking, upstreamModel } = target.provider;
  return {
    endpoint,
    model: model.logicalName,
    target: [model.source, kind, baseUrl, apiVersion, upstreamModel, thinking],
    headers: (codec.forwardedHeaders ?? NONE).map((name) => headers[name]?.toString()),
    request,
  };
}

function answerWith(context: RequestContext, use: CacheUse, answer: StoredAnswer | undefined): void | Promise<void> {
  // The client may have left while the cache was asked.
  if (context.answered) return;
  use.found(answer);
  if (use.hit === undefined) return;
  if (use.events) context.streamedAnswer = new ReplayedStream(use.events);
  return deliverResponse(context);
}

const NONE: readonly string[] = [];
