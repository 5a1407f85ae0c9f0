import { type AnyRequest, type FormRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type Ceilings, canHoldSessions, type RequestCosts } from '@multilane/policy';
import { groupOf } from '@multilane/providers';
import type { AuditDetails, LimitRecord, RoutingRecord } from '@multilane/telemetry';
import type { RouteRun } from '../model-calls/route-run.js';
import type { PlannedRequest, RecordedRequest, UsedPrompt } from './request-parts.js';

/** The response header that explains how an answer came about; a request header of the same name asks for it. */
export const EXPLAIN_HEADER = 'x-service-explain';

/** Longer explanations are cut down to what served: proxies reject long heads. */
const LONGEST_HEADER = 4_000;

/** Number of knowledge bases that are named; the rest is left out. */
const MOST_NAMED = 20;

/**
 * The X-Service-* headers of an answer (docs/contract/requests.md#response-headers and
 * docs/contract/requests.md#adjusted-requests): what served it, in how many attempts, from the cache or not, at what
 * cost, and without which of the request's parameters. None where no provider did.
 */
export function serviceHeaders(request: RecordedRequest): Record<string, string> {
  const { asked, ended, planned, tried } = request;
  const { cache, plan } = planned;
  if (plan === undefined) return {};
  const headers: Record<string, string> = {
    'x-service-provider': asHeaderValue(planned.servedBy(plan)),
    'x-service-model': asHeaderValue(cache?.hit?.model ?? plan.model.logicalName),
    'x-service-attempts': String(tried.attempts),
  };
  if (asked.prompt !== undefined) headers['x-service-prompt'] = `${asked.prompt.name}@${asked.prompt.version}`;
  if (cache?.isWaiting === false) headers['x-service-cache'] = cache.outcome;
  if (cache?.semanticHit !== undefined) {
    headers['x-service-cache-similarity'] = cache.semanticHit.similarity.toFixed(3);
    headers['x-service-cache-request'] = asHeaderValue(cache.semanticHit.requestId);
  }
  if (planned.queuedMs !== undefined) headers['x-service-queue-ms'] = String(Math.round(planned.queuedMs));
  if (ended.costUsd !== undefined) headers['x-service-cost'] = formatCost(ended.costUsd);
  const adjusted = nameAdjusted(asked.request, planned, tried.sentWithout);
  if (adjusted !== undefined) headers['x-service-adjusted'] = adjusted.join(', ');
  if (asked.isExplained) headers[EXPLAIN_HEADER] = explainRequest(request);
  return headers;
}

/** A name may hold any character, a header only some; the others are percent-encoded. */
function asHeaderValue(name: string): string {
  return /^[\x21-\x7e]*$/.test(name) ? name : encodeURI(name);
}

/** Explains the routing of a request as far as it is known when its answer begins: JSON in printable ASCII. */
export function explainRequest({ asked, ended, planned, tried }: RecordedRequest): string {
  const { limits, model, plan, route } = planned;
  const { costUsd, timeToFirstByteMs } = ended;
  const served = {
    request_id: asked.requestId,
    model: model?.logicalName ?? null,
    provider: plan?.target.providerName ?? null,
    provider_kind: plan?.adapter.kind ?? null,
    upstream_model: plan?.target.provider.upstreamModel ?? null,
    attempts: tried.attempts,
    ...(planned.queuedMs === undefined ? {} : { queued_ms: Math.round(planned.queuedMs) }),
    ...(timeToFirstByteMs === undefined ? {} : { first_byte_ms: Math.round(timeToFirstByteMs) }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
  };
  const semantic = describeSemanticHit(planned);
  const whole = toAscii({
    ...served,
    ...(semantic && { cache: semantic }),
    routing: route ? describeRouting(route) : null,
    limits: limits ? describeLimits(limits.ceilings) : [],
  });
  return whole.length > LONGEST_HEADER ? toAscii(served) : whole;
}

function toAscii(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const DIGITS = 10;
const UNIT = 10 ** DIGITS;

/** A cost as the header carries it: a plain decimal of ten places at most, never in exponent form. */
export function formatCost(usd: number): string {
  const text = String(Math.round(usd * UNIT) / UNIT);
  return text.includes('e') ? usd.toFixed(DIGITS).replace(/\.?0+$/, '') : text;
}

/** Details of a request's audit record beyond its outcome; null if there are none. */
export function describeDetails(request: RecordedRequest): AuditDetails | null {
  const { asked, planned, tried } = request;
  const { cache, guard, route } = planned;
  const limits = wantsLimits(request) ? planned.limits : undefined;
  const guardrails = guard?.records.length ? guard.records : undefined;
  // Adjusted parameters are listed only for requests that get an answer.
  const adjusted =
    tried.answerBegan || cache?.hit ? nameAdjusted(asked.request, planned, tried.sentWithout) : undefined;
  const { job, kbIds, prompt } = asked;
  const { departure, toolCall } = request.ended;
  const wait = describeWaitAndHit(planned);
  const transfer = asked.endpoint.isStored ? describeTransfer(request) : undefined;
  if (
    transfer === undefined &&
    route === undefined &&
    limits === undefined &&
    guardrails === undefined &&
    adjusted === undefined &&
    job === undefined &&
    kbIds === undefined &&
    prompt === undefined &&
    departure === undefined &&
    wait === undefined &&
    toolCall === undefined
  ) {
    return null;
  }
  return {
    ...(job &&
      (job.id.startsWith('batch_')
        ? { batch_id: job.id, ...(job.settlement && { price_share: job.settlement.priceShare }) }
        : { job_id: job.id })),
    ...(kbIds && describeKbs(kbIds)),
    ...(prompt && { prompt: describePrompt(prompt) }),
    ...(toolCall && {
      mcp: { server: toolCall.server, tool: toolCall.tool, decision: tried.attempts > 0 ? 'allowed' : 'refused' },
    }),
    ...(route && { routing: describeRouting(route) }),
    ...(limits && { limits: describeLimits(limits.ceilings) }),
    ...(guardrails && { guardrails }),
    ...(adjusted && { adjusted }),
    ...(departure && { client_left: departure }),
    ...wait,
    ...transfer,
  };
}

/** Time in queues, and the question whose cached answer the request got; undefined if it had neither. */
function describeWaitAndHit(planned: PlannedRequest): AuditDetails | undefined {
  const { queuedMs } = planned;
  const cache = describeSemanticHit(planned);
  if (queuedMs === undefined && cache === undefined) return undefined;
  return { ...(queuedMs !== undefined && { queued_ms: Math.round(queuedMs) }), ...(cache && { cache }) };
}

/** The question whose cached answer the request got; undefined if it was not the semantic cache that answered. */
function describeSemanticHit({ cache }: Pick<PlannedRequest, 'cache'>): AuditDetails['cache'] {
  const hit = cache?.semanticHit;
  if (hit === undefined) return undefined;
  const similarity = Math.round(hit.similarity * 1_000) / 1_000;
  return { kind: 'semantic', similarity, request_id: hit.requestId, policy: hit.policy };
}

function describeKbs(kbIds: readonly string[]): AuditDetails {
  return kbIds.length === 1 ? { kb_id: kbIds[0] } : { kb_ids: kbIds.slice(0, MOST_NAMED) };
}

function describePrompt({ label, name, version }: UsedPrompt): NonNullable<AuditDetails['prompt']> {
  return { name, version, ...(label !== undefined && { label }) };
}

/** The bytes of the file that was uploaded, or downloaded; undefined where there was none. */
function describeTransfer({ asked, ended }: RecordedRequest): AuditDetails | undefined {
  if (ended.downloadedBytes !== undefined) return { download_bytes: ended.downloadedBytes };
  const { form } = (asked.request ?? {}) as FormRequest;
  if (form === undefined) return undefined;
  return { upload_bytes: form.files.reduce((sum, { receivedBytes = 0 }) => sum + receivedBytes, 0) };
}

/** The limits that a request had to stay under, the outermost first; their values are nobody's but the operator's. */
function describeLimits({ all }: Ceilings): LimitRecord[] {
  return all.map(({ scope, unit, windowSeconds }) => ({ scope, unit, window_seconds: windowSeconds }));
}

/** Limits are listed only on demand: most requests do not ask for them. */
function wantsLimits({ asked, ended: { failure } }: RecordedRequest): boolean {
  return asked.isExplained || (failure instanceof GatewayError && failure.status === 429);
}

/** For the audit log, and for whoever asks to have it explained. */
function describeRouting(run: RouteRun): RoutingRecord {
  const { attempts, candidates, costs, isOfSession, name, route, skipped } = run;
  const { sticky, strategy } = route.root;
  return {
    route: name,
    strategy,
    sticky: isOfSession && sticky && canHoldSessions(strategy),
    candidates: (run.hasClosed ? candidates.filter((target) => !run.isClosed(target)) : candidates).map(
      ({ model }) => model.logicalName,
    ),
    skipped: run.hasClosed ? [...skipped, ...describeClosed(run)] : skipped,
    attempts,
    ...(costs && { costs: describeCosts(run, costs) }),
  };
}

/** Expected costs that the order of the targets follows from, in that order. */
function describeCosts({ candidates }: RouteRun, costs: RequestCosts): RoutingRecord['costs'] {
  return candidates.map((target) => {
    const { answerTokens, isHealthy: healthy, usd = null } = costs.of(target);
    return { model: target.model.logicalName, usd, answer_tokens: Math.round(answerTokens), healthy };
  });
}

/** Targets for long prompts that the request did not need. */
function describeClosed(run: RouteRun): RoutingRecord['skipped'] {
  const closed = run.candidates.filter((target) => run.isClosed(target));
  return closed.map(({ model }) => ({ model: model.logicalName, why: 'for_long_prompts' }));
}

/** Names are parameters of an API, words of a configuration or keywords of a schema, of which a request may have others of its own. */
const MOST_NAMES = 32;

/**
 * The parameters of the request that its answer could not honour as they were asked for, by the client's names and in the
 * order of the alphabet (docs/contract/requests.md#adjusted-requests, `X-Service-Adjusted`); undefined if there are
 * none.
 *
 * @param lately what the body that was sent last could not keep, by the names of the plan's endpoint
 */
export function nameAdjusted(
  asked: AnyRequest | undefined,
  { cache, isDowngraded, plan }: Pick<PlannedRequest, 'cache' | 'isDowngraded' | 'plan'>,
  lately: readonly string[] | undefined,
): string[] | undefined {
  if (plan === undefined || asked === undefined) return undefined;
  const { bridge, dropped, lost } = plan;
  // A cached answer was given to a request that lost the same parameters.
  const sentWithout = cache?.hit ? cache.hit.adjusted : lately;
  if (!isDowngraded && lost === undefined && dropped === undefined && sentWithout === undefined) return undefined;
  const names = new Set(lost);
  if (isDowngraded) names.add('model');
  for (const parameter of [...(sentWithout ?? []), ...(dropped ?? [])]) {
    const [name = parameter, keyword] = parameter.split(' ', 2);
    const named = bridge?.nameParam(name, asked, groupOf(plan.adapter)) ?? name;
    const plain = named.split('[', 1)[0] ?? named;
    names.add(keyword === undefined ? plain : `${plain}.${keyword}`);
  }
  return names.size === 0 ? undefined : [...names].sort().slice(0, MOST_NAMES);
}
