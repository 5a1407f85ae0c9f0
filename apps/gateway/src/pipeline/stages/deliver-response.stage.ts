import { computeCost } from '@multilane/policy';
import { sendWhole } from '../../http/send-whole.js';
import { StreamDelivery } from '../../http/stream-delivery.js';
import { collectText } from '../collect-text.js';
import type { RequestContext } from '../request-context.js';
import { decodeFacts } from './call-upstream.stage.js';

/** Answers the client: a stream chunk by chunk as it arrives, anything else whole. */
export function deliverResponse(context: RequestContext): void | Promise<void> {
  if (context.streamedAnswer) return new StreamDelivery(context, context.streamedAnswer).run();
  deliverWhole(context);
}

function deliverWhole(context: RequestContext): void {
  const { bridge, codec, model } = context.serving;
  const { surface, validated, wholeAnswers } = context;
  const { response, usage, verbatim } = codec.decode(
    wholeAnswers.map((each) => each.parse(codec)),
    decodeFacts(context),
  );
  context.usage = usage;
  if (!usage) collectText(response, context.completionParts);
  const answer = bridge
    ? bridge.fromChat(response as Parameters<typeof bridge.fromChat>[0], validated, context.answerFacts)
    : (surface.finish?.(response, validated) ?? response);
  const asItCame = verbatim && answer === response ? wholeAnswers[0]?.body : undefined;
  context.costUsd = computeCost(usage, model.price.current);
  context.timeToFirstByteMs = performance.now() - context.startedAt;
  context.answered = true;
  sendWhole(context, asItCame ?? JSON.stringify(answer));
}
