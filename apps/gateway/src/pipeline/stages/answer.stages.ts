import { tenantOf } from '@multilane/auth';
import type { Usage } from '@multilane/contracts';
import { computeCost } from '@multilane/policy';
import { type Decoded, groupOf } from '@multilane/providers';
import type { LocalFacts } from '../../endpoints/descriptor.js';
import { decodeAnswers } from '../../model-calls/call-target.js';
import { collectText, estimateSeen } from '../../model-calls/count-usage.js';
import type { ModelCall } from '../../model-calls/model-call.js';
import type { CacheUse } from '../../recording/cache-use.js';
import { serviceHeaders } from '../../recording/describe-answer.js';
import { costOfHit } from '../../recording/describe-request.js';
import { answerFactsOf, type ServingPlan } from '../../recording/request-parts.js';
import type { RequestContext } from '../request-context.js';
import { readAnswerModel, StreamRelay } from '../sockets/stream-relay.js';

/** Answers what no provider is planned for: the endpoint's own answer. */
export function answerLocally(context: RequestContext): void | Promise<void> {
  const { asked, planned } = context;
  if (planned.plan !== undefined) return;
  const answer = asked.endpoint.answerLocally?.(asked.validated, localFacts(context));
  if (answer instanceof Promise) return answer.then((ready) => sendOwn(context, ready));
  if (answer !== undefined) sendOwn(context, answer);
}

function localFacts({ asked, planned }: RequestContext): LocalFacts {
  const provider = planned.model?.target.provider;
  return {
    ...answerFactsOf(asked, planned),
    tenant: tenantOf(asked.caller),
    target: provider && { upstreamModel: provider.upstreamModel, group: groupOf(provider) },
  };
}

function sendOwn(context: RequestContext, answer: object): void {
  const { asked, ended, planned, sink } = context;
  if (ended.answered) return;
  ended.answered = true;
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  sink.sendWhole(serviceHeaders(context), JSON.stringify(answer), planned.model?.target.timeouts.idle_ms);
}

/** Answers the client: a stream chunk by chunk as it arrives, anything else whole. */
export function deliverResponse(context: RequestContext): void | Promise<void> {
  const { streamedAnswer } = context.tried;
  if (streamedAnswer) return new StreamRelay(context, streamedAnswer).run();
  return deliverWhole(context);
}

function deliverWhole(context: RequestContext): void | Promise<void> {
  const { ended, planned, services, tried } = context;
  const { cache, guard, serving } = planned;
  const { response, usage, bytes } = readAnswer(tried, cache);
  tried.usage = usage;
  if (services.tracer !== undefined) ended.answerModel = readAnswerModel(response);
  if (!usage && !cache?.hit) collectText(response, ended.completionParts);
  const guarded = guard === undefined ? response : guard.guardAnswer(serving.format.texts, response);
  if (guarded instanceof Promise) return guarded.then((ready) => sendAnswer(context, ready, undefined));
  return sendAnswer(context, guarded, guarded === response ? bytes : undefined);
}

/** @param bytes the provider's own, where they say what the answer says. */
function sendAnswer(
  context: RequestContext,
  response: object,
  bytes: Buffer | string | undefined,
): void | Promise<void> {
  const { planned } = context;
  if (wantsEstimate(planned.serving, response))
    return addEstimatedUsage(context, response).then((completed) => send(context, completed, undefined));
  send(context, response, bytes);
}

function send(context: RequestContext, response: object, bytes: Buffer | string | undefined): void {
  const { asked, ended, planned, sink, tried } = context;
  const { endpoint, validated } = asked;
  const { cache, serving } = planned;
  const { bridge, model } = serving;
  // The client may have left while the answer was looked at.
  if (ended.answered) return;
  const answer = bridge
    ? bridge.fromChat(response as Parameters<typeof bridge.fromChat>[0], validated, answerFactsOf(asked, planned))
    : (endpoint.finish?.(response, validated) ?? response);
  const asItCame = answer === response ? bytes : undefined;
  ended.costUsd = cache?.hit ? costOfHit(model) : computeCost(tried.usage, model.price.current);
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  ended.answered = true;
  const body = asItCame ?? JSON.stringify(answer);
  sink.sendWhole(serviceHeaders(context), body, planned.model?.target.timeouts.idle_ms);
}

export interface ReadAnswer extends Pick<Decoded<object>, 'response' | 'usage'> {
  /** Bytes of `response`, if the provider sent exactly these. */
  readonly bytes: Buffer | undefined;
}

/** Reads the provider's answer in the format of the plan's endpoint, or a cached one: an answer of the cache has no usage. */
export function readAnswer(call: ModelCall, cache: CacheUse | undefined): ReadAnswer {
  const cached = cache?.response;
  if (cached) return { response: cached, usage: undefined, bytes: cache?.hit?.body };
  const { response, usage, verbatim } = call.decoded ?? decodeAnswers(call);
  const bytes = verbatim ? call.wholeAnswers[0]?.body : undefined;
  cache?.takeWhole(response, bytes);
  return { response, usage, bytes };
}

/** The groups whose answers are translated (docs/contract/usage.md#translated-usage). */
const TRANSLATED: ReadonlySet<string> = new Set(['N', 'G', 'C', 'B']);

/** True if an answer without usage gets an estimate. Answers of group R stay as they came. */
function wantsEstimate({ adapter, format }: ServingPlan, answer: object): boolean {
  if (!format.reportsUsage || (answer as { usage?: unknown }).usage !== undefined) return false;
  return TRANSLATED.has(groupOf(adapter));
}

/** The answer with its usage, counted with the model's tokenizer as the record of the request counts it. */
async function addEstimatedUsage({ asked, ended, planned, services }: RequestContext, answer: object): Promise<object> {
  const { prompt_tokens, total_tokens }: Usage = await estimateSeen(planned.serving, ended, asked.caller, services);
  return { ...answer, usage: { prompt_tokens, total_tokens } };
}
