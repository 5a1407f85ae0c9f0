import { computeCost } from '@multilane/policy';
import { collectText } from '../../model-calls/count-usage.js';
import { costOfHit } from '../../recording/describe-request.js';
import { answerFactsOf } from '../../recording/request-parts.js';
import { serviceHeaders } from '../../recording/service-headers.js';
import { tellEstimate, wantsEstimate } from '../estimate-usage-told.js';
import { readAnswer, readAnswerModel } from '../read-answer.js';
import type { RequestContext } from '../request-context.js';
import { StreamRelay } from '../stream-relay.js';

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
  const { ended, planned } = context;
  if (wantsEstimate(planned.serving, response))
    return tellEstimate(planned.serving, ended, response).then((told) => send(context, told, undefined));
  send(context, response, bytes);
}

function send(context: RequestContext, response: object, bytes: Buffer | string | undefined): void {
  const { asked, ended, planned, sink, tried } = context;
  const { surface, validated } = asked;
  const { cache, serving } = planned;
  const { bridge, model } = serving;
  // The client may have left while the answer was looked at.
  if (ended.answered) return;
  const answer = bridge
    ? bridge.fromChat(response as Parameters<typeof bridge.fromChat>[0], validated, answerFactsOf(asked, planned))
    : (surface.finish?.(response, validated) ?? response);
  const asItCame = answer === response ? bytes : undefined;
  ended.costUsd = cache?.hit ? costOfHit(model) : computeCost(tried.usage, model.price.current);
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  ended.answered = true;
  const body = asItCame ?? JSON.stringify(answer);
  sink.sendWhole(serviceHeaders(context), body, planned.model?.target.timeouts.idle_ms);
}
