import { PROVIDER_KINDS, type Usage } from '@multilane/contracts';
import type { GatewayError } from '@multilane/errors';
import { type BudgetHold, computeCost } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import type { AuditRecord, BudgetCharge } from '@multilane/telemetry';
import { estimateUsage } from '@multilane/tokens';
import type { GatewayServices } from '../gateway-services.js';
import { toGatewayError } from '../http/to-gateway-error.js';
import { addUsage } from '../model-calls/add-usage.js';
import { maskFailure } from '../model-calls/mask-quotes.js';
import { countGivenTokens, readPrompt } from '../model-calls/read-prompt.js';
import type { RequestContext, ServingPlan } from '../pipeline/request-context.js';
import type { CacheUse } from './cache-use.js';
import { CLIENT_CLOSED_REQUEST, describeArrival, describeRequest } from './describe-request.js';
import type { Arrival } from './exchange.js';
import { traceRequest } from './trace-request.js';
import { useCompatibleStatus } from './use-compatible-status.js';

/**
 * Records what became of a request, in the metrics and in the audit log. Called exactly once for each request that
 * entered a pipeline, whatever its end; where the provider reported no usage, the record waits for the estimate, and only
 * then there is a promise.
 */
export function settleRequest(context: RequestContext): void | Promise<void> {
  // What ends a request whose client has left is no error: nobody was told one.
  const error =
    context.failure === undefined || context.cancelled
      ? undefined
      : useCompatibleStatus(toGatewayError(context.failure), context.snapshot);
  context.route?.end(context.failure, performance.now());
  // Ceilings of requests and of tokens are asked one after the other, and are one decision.
  if (context.limits?.wasAdmitted) context.services.metrics.recordAllowed('rate_limit');
  const record = describeRequest(context, error);
  if (error) logFailure(context, error);
  if (context.plan?.dropped !== undefined) countDropped(context.plan, context.services);
  if (context.cache && record.outcome === 'success') keepAnswer(context, context.cache);
  if (context.usage === undefined ? mayHaveUsedTokens(context) : isPartial(context)) {
    return estimateAndFinish(context, record);
  }
  writeUsage(record, context, 'reported');
  context.limits?.settle(context.usage?.total_tokens ?? 0, performance.now());
  finishRequest(context, record);
}

function countDropped({ adapter, dropped = [] }: ServingPlan, { metrics }: RequestContext['services']): void {
  for (const parameter of dropped) metrics.recordDroppedParameter(adapter.kind, parameter);
}

function keepAnswer({ sentWithout, serving }: RequestContext, cache: CacheUse): void {
  const { adapter, endpoint, model } = serving;
  cache.keep({ endpoint, kind: adapter.kind, model: model.logicalName, adjusted: sentWithout });
}

/**
 * A call that the provider refused or never took used nothing, and one that only counts tokens uses none; one that the
 * client left may have been worked on.
 */
function mayHaveUsedTokens({ answerBegan, attempts, cancelled, plan }: RequestContext): boolean {
  return plan?.endpoint !== 'countTokens' && (answerBegan || (cancelled && attempts > 0));
}

/** Of a stream that did not come to its end, the usage is what was reported until then: some providers do at its start. */
function isPartial({ streamEnded, streamedAnswer }: RequestContext): boolean {
  return streamedAnswer !== undefined && !streamEnded;
}

/** Records the copy of a request that another model was sent; it is nobody's answer, and no limit or budget counts it. */
export function recordShadow(context: RequestContext, requestId: string): void {
  const { failure, services } = context;
  const record = describeRequest(context, failure === undefined ? undefined : toGatewayError(failure));
  record.request_id = `shadow-${context.idSeed}`;
  record.status = failure instanceof ProviderFailure ? (failure.status ?? null) : 200;
  record.details = { shadow_of: requestId };
  writeUsage(record, context, 'reported');
  services.audit.write(record);
}

/** Records a refusal of a request that never entered a pipeline: no credential, no such route, an unreadable body. */
export function recordRefusal(services: GatewayServices, arrival: Arrival, error: GatewayError): void {
  recordEnd(services, arrival, {
    status: error.status,
    error_code: error.code,
    outcome: error.status >= 500 ? 'failed' : 'refused',
  });
}

/** Records a client that left before its request was whole. */
export function recordDeparture(services: GatewayServices, arrival: Arrival): void {
  recordEnd(services, arrival, { status: CLIENT_CLOSED_REQUEST, outcome: 'cancelled' });
}

function recordEnd(services: GatewayServices, arrival: Arrival, end: Partial<AuditRecord>): void {
  const { admission, endpoint, path } = arrival;
  const record: AuditRecord = {
    ...describeArrival(arrival, 0),
    // A path that no route has is the caller's own words: it goes to the audit log only, and cut short.
    endpoint: endpoint ?? path.slice(0, 200),
    ...end,
  };
  countRequest(services, { ...record, endpoint: endpoint ?? 'unknown' });
  if (admission) services.audit.write(record);
}

/** Counts and records a request that a route answered by itself, without a pipeline. */
export function recordAnswer(services: GatewayServices, arrival: Arrival): void {
  finish(services, describeArrival(arrival, 0));
}

const NOTHING_LOST: NonNullable<RequestContext['lostUsage']> = [];

/** Of an answer whose text was not read, characters for each token. */
const CHARACTERS_A_TOKEN = 4;

/** A refusal is the caller's to mend and stands in the audit log; a failure is the operator's. */
function logFailure({ asked, credentials, failure, requestId, services }: RequestContext, error: GatewayError): void {
  if (failure instanceof ProviderFailure) {
    const detail = maskFailure(failure, credentials, asked);
    services.logger.warn(
      { request_id: requestId, code: failure.code, provider_status: failure.status, detail },
      'the provider failed',
    );
  } else if (error.code === 'internal_error') {
    services.logger.error({ request_id: requestId, err: failure }, 'a request failed');
  }
}

/**
 * Counts the tokens with the model's tokenizer where the provider reported none (docs/contract/usage.md#estimates), and
 * what was seen of the answer where it reported less.
 */
async function estimateAndFinish(context: RequestContext, record: AuditRecord): Promise<void> {
  const reported = context.usage;
  try {
    context.usage = atLeast(reported, await estimateSeen(context));
  } catch (error) {
    context.services.logger.error({ request_id: context.requestId, err: error }, 'the usage could not be estimated');
  }
  writeUsage(record, context, context.usage === reported ? 'reported' : 'estimated');
  if (context.usage) context.limits?.settle(context.usage.total_tokens, performance.now());
  finishRequest(context, record);
}

/** What a request used, as far as its prompt and the answer that was seen tell. */
export async function estimateSeen({ completionParts, relayedCharacters, serving }: RequestContext): Promise<Usage> {
  const { request, target } = serving;
  const usage = await estimateUsage({
    model: target.provider.upstreamModel,
    ...readPrompt(request),
    completionText: completionParts.join(''),
    group: PROVIDER_KINDS[target.provider.kind],
  });
  const completion = Math.max(usage.completion_tokens, Math.ceil(relayedCharacters / CHARACTERS_A_TOKEN));
  const prompt = usage.prompt_tokens + countGivenTokens(request);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** What was reported, with the answer of the estimate where that is longer. */
function atLeast(reported: Usage | undefined, estimated: Usage): Usage {
  if (reported === undefined) return estimated;
  const { completion_tokens: completion } = estimated;
  if (reported.completion_tokens >= completion) return reported;
  return { ...reported, completion_tokens: completion, total_tokens: reported.prompt_tokens + completion };
}

/**
 * What the request used and cost, with what its failed attempts did: each at the price of the model that was called.
 */
function writeUsage(record: AuditRecord, context: RequestContext, source: 'reported' | 'estimated'): void {
  const price = context.model?.price.current;
  let cost = computeCost(context.usage, price);
  let version = cost === undefined ? undefined : price?.version;
  for (const lost of context.lostUsage ?? NOTHING_LOST) {
    const paid = lost.model.price.current;
    const costOfLost = computeCost(lost.usage, paid);
    context.usage = addUsage(context.usage, lost.usage);
    if (costOfLost === undefined) continue;
    cost = (cost ?? 0) + costOfLost;
    version ??= paid?.version;
  }
  const { usage } = context;
  if (usage === undefined) return;
  record.cost_usd = cost ?? null;
  record.price_version = version ?? null;
  record.prompt_tokens = usage.prompt_tokens;
  record.completion_tokens = usage.completion_tokens;
  record.total_tokens = usage.total_tokens;
  record.cached_tokens = usage.prompt_tokens_details?.cached_tokens ?? null;
  record.reasoning_tokens = usage.completion_tokens_details?.reasoning_tokens ?? null;
  record.usage_source = source;
}

/** Charges the budgets: what was used, and what was reserved where something was used that nobody could count. */
function finishRequest(context: RequestContext, record: AuditRecord): void {
  if (context.budgets) record.charges = chargesOf(context, context.budgets, record.cost_usd);
  const { services } = context;
  finish(services, record);
  if (context.payload !== undefined) services.payloads?.record(context.payload, record);
  if (services.tracer !== undefined) traceRequest(services.tracer, context, record);
}

function chargesOf(context: RequestContext, budgets: BudgetHold, costUsd: number | null): readonly BudgetCharge[] {
  // An answer that was not fetched for this request, such as one of the cache, costs nothing.
  if (context.attempts === 0) return budgets.settle(0, 0);
  if (context.usage) return budgets.settle(costUsd ?? 0, context.usage.total_tokens);
  return mayHaveUsedTokens(context) ? budgets.settle(undefined, undefined) : budgets.settle(0, 0);
}

function finish(services: GatewayServices, record: AuditRecord): void {
  countRequest(services, record);
  services.audit.write(record);
}

function countRequest({ metrics }: GatewayServices, record: AuditRecord): void {
  metrics.recordRequest({
    endpoint: record.endpoint,
    status: record.status ?? CLIENT_CLOSED_REQUEST,
    provider: record.provider ?? undefined,
    model: record.logical_name ?? undefined,
    streamed: record.streamed,
    durationMs: record.duration_ms,
    timeToFirstByteMs: record.time_to_first_byte_ms ?? undefined,
    usageSource: record.usage_source,
    promptTokens: record.prompt_tokens ?? 0,
    completionTokens: record.completion_tokens ?? 0,
    cachedTokens: record.cached_tokens ?? 0,
    reasoningTokens: record.reasoning_tokens ?? 0,
  });
}
