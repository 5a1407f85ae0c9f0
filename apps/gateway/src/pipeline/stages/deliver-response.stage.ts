import { computeCost } from '@multilane/policy';
import { sendWhole } from '../../delivery/send-whole.js';
import { StreamDelivery } from '../../delivery/stream-delivery.js';
import { collectText } from '../../model-calls/collect-text.js';
import { costOfHit } from '../../recording/cost-of-hit.js';
import { tellEstimate, wantsEstimate } from '../estimate-usage-told.js';
import { readAnswer } from '../read-answer.js';
import { readAnswerModel } from '../read-answer-model.js';
import type { RequestContext } from '../request-context.js';

/** Answers the client: a stream chunk by chunk as it arrives, anything else whole. */
export function deliverResponse(context: RequestContext): void | Promise<void> {
  if (context.streamedAnswer) return new StreamDelivery(context, context.streamedAnswer).run();
  return deliverWhole(context);
}

function deliverWhole(context: RequestContext): void | Promise<void> {
  const { cache, guard, serving } = context;
  const { response, usage, bytes } = readAnswer(context);
  context.usage = usage;
  if (context.services.tracer !== undefined) context.answerModel = readAnswerModel(response);
  if (!usage && !cache?.hit) collectText(response, context.completionParts);
  const guarded = guard === undefined ? response : guard.guardAnswer(serving.endpoint, response);
  if (guarded instanceof Promise) return guarded.then((ready) => sendAnswer(context, ready, undefined));
  return sendAnswer(context, guarded, guarded === response ? bytes : undefined);
}

/** @param bytes the provider's own, where they say what the answer says. */
function sendAnswer(
  context: RequestContext,
  response: object,
  bytes: Buffer | string | undefined,
): void | Promise<void> {
  if (wantsEstimate(context, response))
    return tellEstimate(context, response).then((told) => send(context, told, undefined));
  send(context, response, bytes);
}

function send(context: RequestContext, response: object, bytes: Buffer | string | undefined): void {
  const { bridge, model } = context.serving;
  const { cache, surface, usage, validated } = context;
  // The client may have left while the answer was looked at.
  if (context.answered) return;
  const answer = bridge
    ? bridge.fromChat(response as Parameters<typeof bridge.fromChat>[0], validated, context.answerFacts)
    : (surface.finish?.(response, validated) ?? response);
  const asItCame = answer === response ? bytes : undefined;
  context.costUsd = cache?.hit ? costOfHit(model) : computeCost(usage, model.price.current);
  context.timeToFirstByteMs = performance.now() - context.startedAt;
  context.answered = true;
  sendWhole(context, asItCame ?? JSON.stringify(answer));
}
