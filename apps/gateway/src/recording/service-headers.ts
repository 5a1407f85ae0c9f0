import { describeLimits, describeRouting, nameAdjusted } from './describe-details.js';
import type { RecordedRequest } from './request-parts.js';

/** The header that tells an answer's caller how it came about; the same name asks for it. */
export const EXPLAIN_HEADER = 'x-service-explain';

/** Longer explanations are cut down to what served: proxies refuse long heads. */
const LONGEST_HEADER = 4_000;

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
    'x-service-provider': planned.servedBy(plan),
    'x-service-model': asHeaderValue(cache?.hit?.model ?? plan.model.logicalName),
    'x-service-attempts': String(tried.attempts),
  };
  if (cache !== undefined) headers['x-service-cache'] = cache.outcome;
  if (ended.costUsd !== undefined) headers['x-service-cost'] = formatCost(ended.costUsd);
  const adjusted = nameAdjusted(asked.request, planned, tried.sentWithout);
  if (adjusted !== undefined) headers['x-service-adjusted'] = adjusted.join(', ');
  if (asked.isExplained) headers[EXPLAIN_HEADER] = explainRequest(request);
  return headers;
}

/** A model's name may hold any character, a header only some; the others are percent-encoded. */
function asHeaderValue(name: string): string {
  return /^[\x21-\x7e]*$/.test(name) ? name : encodeURI(name);
}

/** Why a request went where it went, as far as it is known when its answer begins: JSON in printable ASCII. */
export function explainRequest({ asked, ended, planned, tried }: RecordedRequest): string {
  const { limits, model, plan, route } = planned;
  const { costUsd, timeToFirstByteMs } = ended;
  const served = {
    request_id: asked.requestId,
    model: model?.logicalName ?? null,
    provider: plan?.adapter.kind ?? null,
    upstream_model: plan?.target.provider.upstreamModel ?? null,
    attempts: tried.attempts,
    ...(timeToFirstByteMs === undefined ? {} : { first_byte_ms: Math.round(timeToFirstByteMs) }),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
  };
  const whole = toAscii({
    ...served,
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
