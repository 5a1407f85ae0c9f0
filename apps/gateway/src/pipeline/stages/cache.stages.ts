import {
  type AnswerCache,
  AnswersWithoutRemoved,
  type CachePolicies,
  type CachePolicyCaller,
  type CacheSubject,
  makeCacheKey,
  type PlacedPolicies,
  readCacheControl,
  type SemanticRules,
  type StoredAnswer,
} from '@multilane/policy';
import { CacheUse } from '../../recording/cache-use.js';
import type { AskedRequest, IncomingRequest, PlannedRequest, ServingPlan } from '../../recording/request-parts.js';
import { organizationOf, teamOf } from '../../snapshot/find-policy.js';
import type { CacheRules, ServedModel } from '../../snapshot/snapshot.js';
import { ReplayedStream } from '../../upstream/replayed-stream.js';
import type { RequestContext } from '../request-context.js';
import { deliverResponse } from './answer.stages.js';
import { watchSilence } from './keep-client-waiting.js';
import { useSimilar } from './use-similar.js';

/**
 * Answers from the cache if it can, and caches the answer otherwise, where a policy or a routing config
 * asks for it (docs/contract/cache.md#opt-in). A hit ends the pipeline here: no token limit counts it and no provider is
 * asked.
 */
export function lookupCache(context: RequestContext): void | Promise<void> {
  if (context.asked.snapshot.cache === undefined) return;
  const ttlSeconds = findCacheTtl(context);
  if (ttlSeconds === undefined) return;
  const use = useCache(context, ttlSeconds);
  if (use === undefined) return;
  context.planned.cache = use;
  const isRead = readCacheControl(context.asked.header('cache-control')) === 'use';
  const found = isRead ? use.find() : undefined;
  if (found instanceof Promise) return found.then((answer) => answerOrSearch(context, use, answer, isRead));
  return answerOrSearch(context, use, found, isRead);
}

/** A question that asks the same in other words may have an answer. */
function answerOrSearch(
  context: RequestContext,
  use: CacheUse,
  answer: StoredAnswer | undefined,
  isRead: boolean,
): void | Promise<void> {
  const similar = answer === undefined && isRead && !context.ended.answered ? use.similar?.find() : undefined;
  if (similar === undefined) return answerOrShare(context, use, answer, isRead);
  return similar.then((found) => answerOrShare(context, use, found, isRead));
}

/** An identical request that runs at this moment may have the answer in a while. */
function answerOrShare(
  context: RequestContext,
  use: CacheUse,
  answer: StoredAnswer | undefined,
  isRead: boolean,
): void | Promise<void> {
  // The client may have left while the cache was asked. Nobody would end what such a request leads.
  if (context.ended.answered) return;
  const shared = answer === undefined && isRead ? use.join() : undefined;
  return shared === undefined
    ? answerWith(context, use, answer)
    : waitForAnswer(context, shared).then((ofAnother) => answerWith(context, use, ofAnother));
}

/** Waits for the answer of another request. Rejects at once when the client leaves: its slots are for others. */
function waitForAnswer(
  context: RequestContext,
  shared: Promise<StoredAnswer | undefined>,
): Promise<StoredAnswer | undefined> {
  const { asked, tried } = context;
  if (asked.streamed) watchSilence(context);
  return new Promise((resolve, reject) => {
    tried.abortable = { abort: reject };
    void shared.then((answer) => {
      tried.abortable = undefined;
      resolve(answer);
    });
  });
}

function useCache(context: RequestContext, ttlSeconds: number): CacheUse | undefined {
  const { asked, planned } = context;
  const { caller, headers, idSeed, snapshot, streamed } = asked;
  const { serving } = planned;
  const { metrics } = context.services;
  const answers = answersFor(context);
  const organization = organizationOf(snapshot, caller);
  if (answers === undefined || organization === undefined) return undefined;
  const team = teamOf(snapshot, caller);
  const owner = organization.id ?? organization.name;
  const subject: CacheSubject = {
    owner: { organization: owner, workspace: caller.workspaceId, team: team?.teamId ?? team?.teamName },
    streamed,
    ...describeModels(planned),
    ...describeRequest(serving, headers),
  };
  const created = Math.floor(Date.now() / 1000);
  const flights = isShared(context) ? context.services.flights : undefined;
  return new CacheUse(answers, metrics, {
    owner,
    key: makeCacheKey(subject),
    ttlSeconds,
    endpoint: serving.endpoint,
    idSeed,
    created,
    flights,
    requestId: asked.requestId,
    similar:
      snapshot.cache?.semantic &&
      useSimilar(context, findSemantic(asked, planned, snapshot.cache.semantic), subject, answers),
  });
}

/** Cached answers that the caller may be given; undefined if nothing is cached. */
function answersFor({ asked, planned, services }: RequestContext): AnswerCache | undefined {
  const policies = asked.snapshot.cache?.removed;
  const caller = policies && policyCallerOf(asked);
  const removed = caller && policies.find(caller, namesOf(asked, planned.model));
  return removed && services.answers ? new AnswersWithoutRemoved(services.answers, removed) : services.answers;
}

/** A route's targets are those that may serve this caller and this request, in any order. */
function describeModels({ route, serving }: PlannedRequest): Pick<CacheSubject, 'model' | 'targets'> {
  if (route === undefined) return { model: serving.model.logicalName, targets: [describeTarget(serving.model)] };
  return { model: `route ${route.name}`, targets: route.candidates.map(({ model }) => describeTarget(model)).sort() };
}

/** Another model at the provider, or another address, answers something else. */
function describeTarget({ source, target }: ServedModel): string {
  const { apiVersion, baseUrl, kind, thinking, upstreamModel } = target.provider;
  return JSON.stringify([source, kind, baseUrl, apiVersion, upstreamModel, thinking]);
}

function describeRequest(
  { codec, endpoint, request }: ServingPlan,
  headers: IncomingRequest['headers'],
): Pick<CacheSubject, 'endpoint' | 'headers' | 'request'> {
  return {
    endpoint,
    headers: (codec.forwardedHeaders ?? NONE).map((name) => headers[name]?.toString()),
    request,
  };
}

function answerWith(context: RequestContext, use: CacheUse, answer: StoredAnswer | undefined): void | Promise<void> {
  // The client may have left while the other request ran.
  if (context.ended.answered) return;
  use.found(answer);
  if (use.hit === undefined) return;
  if (use.events) context.tried.streamedAnswer = new ReplayedStream(use.events);
  return deliverResponse(context);
}

/**
 * Time to cache the request's answer, in seconds; undefined if it is not cached: neither a routing config nor a policy asks for it, the
 * client forbids it, or the caller shares its cache with nobody.
 */
export function findCacheTtl({ asked, planned, services }: RequestContext): number | undefined {
  const { caller, snapshot } = asked;
  const { plan } = planned;
  const rules = snapshot.cache;
  if (rules === undefined || services.answers === undefined || plan === undefined || !plan.format.isCacheable) {
    return undefined;
  }
  if (caller.workspaceId === undefined && teamOf(snapshot, caller) === undefined) return undefined;
  const ttlSeconds = findWanted(asked, planned, rules);
  if (ttlSeconds === undefined || readCacheControl(asked.header('cache-control')) === 'bypass') return undefined;
  return ttlSeconds;
}

/** True if a policy says that identical requests of one moment share an answer; a routing config with a cache of its own does not. */
function isShared({ asked, planned }: RequestContext): boolean {
  const sharing = asked.snapshot.cache?.sharing;
  if (sharing === undefined || asked.routingConfig?.entry.cache !== undefined) return false;
  return findInPolicies(asked, planned, sharing) !== undefined;
}

/** A routing config decides for the requests that use it, whatever the policies say. */
function findWanted(
  asked: AskedRequest,
  planned: PlannedRequest,
  { policies, ttlSeconds }: CacheRules,
): number | undefined {
  const own = asked.routingConfig?.entry.cache;
  if (own !== undefined) return own.enabled ? (own.ttl_seconds ?? ttlSeconds) : undefined;
  return findInPolicies(asked, planned, policies);
}

/** A routing config with a cache of its own answers identical requests only. */
function findSemantic(
  asked: AskedRequest,
  planned: PlannedRequest,
  policies: PlacedPolicies<SemanticRules>,
): SemanticRules | undefined {
  const caller = asked.routingConfig?.entry.cache === undefined ? policyCallerOf(asked) : undefined;
  return caller && policies.find(caller, namesOf(asked, planned.model));
}

function findInPolicies(asked: AskedRequest, planned: PlannedRequest, policies: CachePolicies): number | undefined {
  const caller = policyCallerOf(asked);
  return caller && policies.findTtl(caller, namesOf(asked, planned.model));
}

function policyCallerOf({ caller, snapshot }: AskedRequest): CachePolicyCaller | undefined {
  const organization = organizationOf(snapshot, caller);
  if (organization === undefined) return undefined;
  const { workspaceId } = caller;
  return { organizationId: organization.id, workspaceId, teamName: teamOf(snapshot, caller)?.teamName };
}

/** Names by which policies may allow the model: every name of the model or virtual model that the client asked for. */
function namesOf(
  { request, routingConfig, virtualModel }: AskedRequest,
  model: PlannedRequest['model'],
): readonly string[] {
  if (virtualModel !== undefined) return virtualModel.names;
  // The first of a config's targets may be random.
  if (routingConfig?.hasTargets) return request?.model === undefined ? NONE : [request.model];
  return model?.names ?? NONE;
}

const NONE: readonly string[] = [];
