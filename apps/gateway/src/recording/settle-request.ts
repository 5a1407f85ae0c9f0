import type { BudgetCharge, MediaUsage, Usage } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import { type BudgetHold, computeCost, type ModelPrice } from '@multilane/policy';
import { ProviderFailure, toGatewayError } from '@multilane/providers';
import { type AuditRecord, formatTime, type RoutingAttempt } from '@multilane/telemetry';
import { noteTarget } from '../model-calls/cool-downs/cool-downs.js';
import { addUsage, estimateSeen } from '../model-calls/count-usage.js';
import { describeFailure, logLeftOut } from '../model-calls/describe-failure.js';
import type { ModelCall } from '../model-calls/model-call.js';
import type { ServedModel } from '../snapshot/snapshot.js';
import type { CacheUse } from './cache-use.js';
import { countOvertaken, countSecond } from './count-overtaken.js';
import {
  CLIENT_CLOSED_REQUEST,
  describeRequest,
  describeServing,
  outcomeOf,
  summarizeRequest,
} from './describe-request.js';
import { addLost, explainInRecord } from './explain-cost.js';
import type { RecordingServices } from './recording-services.js';
import type { RecordedRequest, RequestEnding, RequestSummary, Settlement, ToolCall } from './request-parts.js';
import { countCalls, traceRequest } from './trace-request.js';
import { useCompatibleStatus } from './use-compatible-status.js';

/**
 * Records what became of a request, in the metrics and in the audit log. Called exactly once for each request that
 * entered a pipeline, whatever its end; where the provider reported no usage, or the price is being looked up, the record waits
 * for that, and only then there is a promise.
 */
export function settleRequest(request: RecordedRequest): void | Promise<void> {
  const { asked, ended, planned, services, tried } = request;
  // A request whose client has left ends without an error: none was sent.
  const error =
    ended.failure === undefined || tried.cancelled
      ? undefined
      : useCompatibleStatus(toGatewayError(ended.failure), asked.snapshot);
  const now = performance.now();
  const leftOut = planned.route?.end(ended.failure, now);
  if (leftOut !== undefined) {
    logLeftOut(services.logger, asked.requestId, leftOut);
    noteTarget(services.coolDowns, leftOut, ended.failure, now);
  }
  // Limits of requests and of tokens are asked one after the other, and are one decision.
  if (planned.limits?.wasAdmitted) services.metrics.recordAllowed('rate_limit');
  const record = describeRequest(request, error);
  const settlement = asked.job?.settlement;
  if (settlement !== undefined) stampRecord(record, settlement);
  if (error) logFailure(request, error);
  if (ended.departure !== undefined) services.metrics.recordClientLeft(ended.departure);
  if (planned.plan?.dropped !== undefined) countDropped(request, planned.plan.dropped);
  if (planned.cache) {
    if (record.outcome === 'success') keepAnswer(request, planned.cache);
    planned.cache.end();
  }
  // A request charged before the model's price is known would be free.
  const known = tried.attempts === 0 ? undefined : planned.model?.price.whenKnown?.();
  return known === undefined ? chargeRequest(request, record) : known.then(() => chargeRequest(request, record));
}

/** Writes what the request used and cost, and charges it. */
function chargeRequest(request: RecordedRequest, record: AuditRecord): void | Promise<void> {
  const { asked, ended, planned, services, tried } = request;
  const settlement = asked.job?.settlement;
  if (isUnsure(request) || tried.overtaken !== undefined) return estimateAndFinish(request, record);
  learnAnswer(request);
  if (tried.quotaUses !== undefined) tried.settleQuota(tried.usage?.total_tokens ?? 0);
  const secondTokens = planned.hedge === undefined ? 0 : countSecond(request);
  writeUsage(record, tried, planned.model, 'reported', settlement);
  if (ended.media !== undefined || ended.mediaPriceVersion !== undefined) {
    writeMedia(record, ended);
    countMedia(services, record);
  }
  if (ended.toolCall !== undefined) writeToolCall(record, services, ended.toolCall);
  planned.limits?.settle(tried.usage?.total_tokens ?? 0, performance.now(), secondTokens);
  planned.hedge?.settle(secondTokens);
  finishRequest(request, record);
}

/** True if the usage of the answer is not known, or not all of it. */
function isUnsure(request: RecordedRequest): boolean {
  return request.tried.usage === undefined ? mayHaveUsedTokens(request) : isPartial(request);
}

/** Tells the target of a route how long its answer was; the usage is that of this answer alone. */
function learnAnswer({ ended, planned, tried }: RecordedRequest): void {
  if (ended.failure !== undefined || tried.usage === undefined || tried.attempts === 0) return;
  planned.route?.learnAnswer(tried.usage.completion_tokens);
}

/** The record is the same one, however often the line is settled. */
function stampRecord(record: AuditRecord, { recordedAt, recordId }: Settlement): void {
  record.time = formatTime(recordedAt);
  record.id = recordId;
}

function countDropped({ planned, services }: RecordedRequest, dropped: readonly string[]): void {
  const { adapter, target } = planned.serving;
  for (const parameter of dropped) {
    services.metrics.recordDroppedParameter(target.providerName, adapter.kind, parameter);
  }
}

function keepAnswer({ planned, tried }: RecordedRequest, cache: CacheUse): void {
  const { adapter, endpoint, model, target } = planned.serving;
  const { logicalName } = model;
  const adjusted = tried.sentWithout;
  cache.keep({ endpoint, kind: adapter.kind, provider: target.providerName, model: logicalName, adjusted });
}

/**
 * A call that the provider rejected or never took used nothing, and one that only counts tokens uses none; one that the
 * client left may have been worked on.
 */
function mayHaveUsedTokens({ planned: { plan }, tried }: RecordedRequest): boolean {
  return plan?.format.billing === 'tokens' && (tried.answerBegan || (tried.cancelled && tried.attempts > 0));
}

/** True for a stream that did not come to its end: its usage is what was reported until then, by some providers at its start. */
function isPartial({ ended, tried }: RecordedRequest): boolean {
  return tried.streamedAnswer !== undefined && !ended.streamEnded;
}

/** A call that is nobody's answer: the copy of a request that another model was sent. */
export interface ShadowRecord {
  readonly call: ModelCall;
  /** The request that was copied. */
  readonly of: RequestSummary;
  readonly streamed: boolean;
  readonly failure: unknown;
}

/** Records the copy of a request; no limit or budget counts it. */
export function recordShadow(services: RecordingServices, { call, failure, of, streamed }: ShadowRecord): void {
  const { facts, plan } = call;
  const error = failure === undefined ? undefined : toGatewayError(failure);
  const record = summarizeRequest(of, performance.now() - facts.startedAt);
  record.kind = 'call';
  record.request_id = `shadow-${facts.idSeed}`;
  record.status = failure instanceof ProviderFailure ? (failure.status ?? null) : 200;
  record.outcome = outcomeOf(failure, error);
  record.error_code = error?.code ?? null;
  record.model = facts.request?.model ?? null;
  record.streamed = streamed;
  record.attempts = call.attempts;
  record.details = { shadow_of: of.requestId };
  record.logical_name = plan.model.logicalName;
  describeServing(record, plan);
  writeUsage(record, call, plan.model, 'reported');
  services.audit.write(record);
}

/** Records a refusal of a request that never entered a pipeline: no credential, no such route, an unreadable body. */
export function recordRefusal(services: RecordingServices, arrival: RequestSummary, error: GatewayError): void {
  recordEnd(services, arrival, {
    status: error.status,
    error_code: error.code,
    outcome: error.status >= 500 ? 'failed' : 'refused',
  });
}

/** Records a client that left before its request was whole. */
export function recordDeparture(services: RecordingServices, arrival: RequestSummary): void {
  recordEnd(services, arrival, { status: CLIENT_CLOSED_REQUEST, outcome: 'cancelled' });
}

function recordEnd(services: RecordingServices, arrival: RequestSummary, end: Partial<AuditRecord>): void {
  const { admission, endpoint, path } = arrival;
  const record: AuditRecord = {
    ...summarizeRequest(arrival, 0),
    // A path that no route has is the caller's own words: it goes to the audit log only, and cut short.
    endpoint: endpoint ?? path.slice(0, 200),
    ...end,
  };
  countRequest(services, { ...record, endpoint: endpoint ?? 'unknown' });
  if (admission) services.audit.write(record);
}

/** Counts and records a request that a route answered by itself, without a pipeline. */
export function recordAnswer(services: RecordingServices, arrival: RequestSummary): void {
  finish(services, summarizeRequest(arrival, 0));
}

/** Counts and records that somebody has fetched an image by its address, in the log of the organization that had it made. */
export function recordImageFetch(
  services: RecordingServices,
  arrival: RequestSummary,
  { bytes, organizationId }: { readonly bytes: number; readonly organizationId: string },
): void {
  const record = summarizeRequest(arrival, 0);
  record.organization_id = organizationId;
  record.details = { download_bytes: bytes };
  finish(services, record);
}

/** Counts and records a job whose request was never run, because whoever made it may not any more. */
export function recordLapsedJob(
  services: RecordingServices,
  arrival: RequestSummary,
  { credentialId, model, organizationId }: LapsedJob,
  error: GatewayError,
): void {
  const record = summarizeRequest(arrival, 0);
  record.kind = 'call';
  record.status = error.status;
  record.outcome = 'refused';
  record.error_code = error.code;
  record.organization_id = organizationId;
  record.credential_id = credentialId;
  record.model = model;
  record.details = { job_id: arrival.requestId };
  finish(services, record);
}

export interface LapsedJob {
  readonly organizationId: string | null;
  /** Null where it is not known: what identifies it is gone. */
  readonly credentialId: string | null;
  readonly model: string | null;
}

const NOTHING_LOST: NonNullable<ModelCall['lostUsage']> = [];

/** A refusal is for the caller to fix and is in the audit log; a failure is for the operator. */
function logFailure({ asked, ended: { failure }, services, tried }: RecordedRequest, error: GatewayError): void {
  const { requestId } = asked;
  if (failure instanceof ProviderFailure) {
    if (failure.heldBack === undefined) services.logger.warn(describeFailure(tried, failure), 'the provider failed');
  } else if (error.code === 'internal_error') {
    services.logger.error({ request_id: requestId, err: failure }, 'a request failed');
  }
}

/**
 * Counts the tokens with the model's tokenizer where the provider reported none (docs/contract/usage.md#estimates), and
 * what was seen of the answer where it reported less.
 */
async function estimateAndFinish(request: RecordedRequest, record: AuditRecord): Promise<void> {
  const { asked, ended, planned, services, tried } = request;
  const reported = tried.usage;
  const isHedged = tried.overtaken !== undefined;
  try {
    if (isUnsure(request)) {
      tried.usage = atLeast(reported, await estimateSeen(planned.serving, ended, asked.caller, services));
    }
    if (tried.usage !== undefined) tried.settleQuota(tried.usage.total_tokens);
    if (isHedged) await countOvertaken(request);
  } catch (error) {
    services.logger.error({ request_id: asked.requestId, err: error }, 'the usage could not be estimated');
  }
  const source = tried.usage === reported && !isHedged ? 'reported' : 'estimated';
  learnAnswer(request);
  const secondTokens = planned.hedge === undefined ? 0 : countSecond(request);
  writeUsage(record, tried, planned.model, source, asked.job?.settlement);
  if (tried.usage) planned.limits?.settle(tried.usage.total_tokens, performance.now(), secondTokens);
  planned.hedge?.settle(secondTokens);
  finishRequest(request, record);
}

/** Returns the reported usage, with the estimated completion if that is longer. */
function atLeast(reported: Usage | undefined, estimated: Usage): Usage {
  if (reported === undefined) return estimated;
  const { completion_tokens: completion } = estimated;
  if (reported.completion_tokens >= completion) return reported;
  return { ...reported, completion_tokens: completion, total_tokens: reported.prompt_tokens + completion };
}

/**
 * Writes the usage and cost of the request, with those of its failed attempts: each at the price of the model that was called. Where a
 * provider's own batch answered before, however long ago, that is the price of then.
 */
export function writeUsage(
  record: AuditRecord,
  call: Pick<ModelCall, 'lostUsage' | 'usage'>,
  model: ServedModel | undefined,
  source: 'reported' | 'estimated',
  settlement?: Pick<Settlement, 'priceShare' | 'recordedAt'>,
): void {
  const priceShare = settlement?.priceShare ?? 1;
  const price = settlement === undefined ? model?.price.current : priceAt(model, settlement.recordedAt);
  let cost = computeCost(call.usage, price, priceShare);
  explainInRecord(record, call, price, priceShare);
  let version = cost === undefined ? undefined : price?.version;
  for (const lost of call.lostUsage ?? NOTHING_LOST) {
    const paid = lost.model.price.current;
    const costOfLost = computeCost(lost.usage, paid);
    call.usage = addUsage(call.usage, lost.usage);
    if (lost.overtaken !== undefined) noteUse(lost.overtaken.trace, lost.usage, costOfLost);
    if (costOfLost === undefined) continue;
    cost = (cost ?? 0) + costOfLost;
    addLost(record, costOfLost, lost.overtaken === undefined ? 'failed_attempts' : 'hedge');
    version ??= paid?.version;
  }
  const { usage } = call;
  if (usage === undefined) return;
  record.cost_usd = cost ?? null;
  record.price_version = version ?? null;
  writeTokens(record, usage, source);
}

function noteUse(attempt: RoutingAttempt, { total_tokens }: Usage, usd: number | undefined): void {
  attempt.total_tokens = total_tokens;
  if (usd !== undefined) attempt.cost_usd = usd;
}

function priceAt(model: ServedModel | undefined, moment: number): ModelPrice | undefined {
  return model?.price.at === undefined ? model?.price.current : model.price.at(moment);
}

function writeTokens(record: AuditRecord, usage: Usage, source: 'reported' | 'estimated'): void {
  record.prompt_tokens = usage.prompt_tokens;
  record.completion_tokens = usage.completion_tokens;
  record.total_tokens = usage.total_tokens;
  record.cached_tokens = usage.prompt_tokens_details?.cached_tokens ?? null;
  record.reasoning_tokens = usage.completion_tokens_details?.reasoning_tokens ?? null;
  record.usage_source = source;
}

/** Writes the media that were used, and their cost: no tokenizer counts them, and use that a provider does not report is not known. */
export function writeMedia(
  record: AuditRecord,
  { costUsd, media = NO_MEDIA, mediaPriceVersion }: Pick<RequestEnding, 'costUsd' | 'media' | 'mediaPriceVersion'>,
  source: 'reported' | 'estimated' = 'reported',
): void {
  record.cost_usd = costUsd ?? null;
  record.price_version = mediaPriceVersion ?? null;
  if (media.images !== undefined) record.images = media.images;
  if (media.characters !== undefined) record.characters = media.characters;
  if (media.seconds !== undefined) record.audio_seconds = Math.min(media.seconds, MOST_SECONDS);
  if (media.tokens !== undefined) writeTokens(record, media.tokens, source);
}

/** A call is priced by its server, and only if the server may have worked on it. */
function writeToolCall(record: AuditRecord, { metrics }: RecordingServices, { costUsd }: ToolCall): void {
  metrics.recordToolCall(record.outcome);
  if (costUsd === undefined || costUsd === 0) return;
  record.cost_usd = costUsd;
  record.price_version = 'mcp';
}

const NO_MEDIA: MediaUsage = {};

/** Thirty years. Reported values are added up, and no sum may overflow. */
const MOST_SECONDS = 1e9;

/** Charges the budgets: what was used, and what was reserved where something was used that nobody could count. */
function finishRequest(request: RecordedRequest, record: AuditRecord): void {
  const { planned, services } = request;
  if (planned.budgets) {
    record.charges = chargesOf(request, planned.budgets, record.cost_usd);
    if (isUncounted(record, planned.budgets)) services.metrics.recordUncounted(record.logical_name ?? 'unknown');
  }
  finish(services, record);
  if (planned.payload !== undefined) services.payloads?.record(planned.payload, record);
  countCalls(request, record);
  if (services.tracer !== undefined) traceRequest(services.tracer, request, record);
}

/** True if a budget in dollars should have counted the request and could not: its model has no price. */
function isUncounted({ cost_usd: costUsd, total_tokens: tokens }: AuditRecord, { countsUsd }: BudgetHold): boolean {
  return countsUsd && costUsd === null && tokens !== null;
}

function chargesOf(request: RecordedRequest, budgets: BudgetHold, costUsd: number | null): readonly BudgetCharge[] {
  const { attempts, usage } = request.tried;
  const { toolCall } = request.ended;
  if (toolCall !== undefined) return budgets.settle(toolCall.costUsd ?? 0, 0);
  // An answer that was not fetched for this request, such as one of the cache, costs nothing.
  if (attempts === 0) return budgets.settle(0, 0);
  const { model } = request.planned;
  const { media } = request.ended;
  if (media) return budgets.settle(costUsd ?? 0, media.tokens?.total_tokens ?? 0, model, 1);
  if (usage) return budgets.settle(costUsd ?? 0, usage.total_tokens, model);
  return mayHaveUsedTokens(request) ? budgets.settle(undefined, undefined, model) : budgets.settle(0, 0);
}

export function finish(services: RecordingServices, record: AuditRecord): void {
  countRequest(services, record);
  services.audit.write(record);
}

export function countMedia({ metrics }: RecordingServices, record: AuditRecord): void {
  const { audio_seconds: audioSeconds, characters, images } = record;
  metrics.recordMedia(record.logical_name ?? 'unknown', { audioSeconds, characters, images });
}

function countRequest({ metrics }: RecordingServices, record: AuditRecord): void {
  metrics.recordRequest({
    endpoint: record.endpoint,
    kind: record.kind,
    status: record.status ?? CLIENT_CLOSED_REQUEST,
    provider: record.provider ?? undefined,
    providerKind: record.provider_kind ?? undefined,
    model: record.logical_name ?? undefined,
    streamed: record.streamed,
    durationMs: record.duration_ms,
    timeToFirstByteMs: record.time_to_first_byte_ms ?? undefined,
    usageSource: record.usage_source,
    promptTokens: record.prompt_tokens ?? 0,
    completionTokens: record.completion_tokens ?? 0,
    cachedTokens: record.cached_tokens ?? 0,
    reasoningTokens: record.reasoning_tokens ?? 0,
    costUsd: record.cost_usd ?? 0,
  });
}
