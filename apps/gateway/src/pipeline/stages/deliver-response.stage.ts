import { ProviderFailure } from '@multilane/providers';
import { ChatStreamDelivery } from '../../http/chat-stream-delivery.js';
import { sendWhole } from '../../http/send-whole.js';
import { computeCost } from '../compute-cost.js';
import type { RequestContext } from '../request-context.js';
import { decodeFacts } from './call-upstream.stage.js';

/** Answers the client: a stream chunk by chunk as it arrives, anything else whole. */
export function deliverResponse(context: RequestContext): void | Promise<void> {
  if (context.streamedAnswer) return new ChatStreamDelivery(context, context.streamedAnswer).run();
  deliverWhole(context);
}

function deliverWhole(context: RequestContext): void {
  const { codec, model } = context.serving;
  const body = context.wholeAnswer?.body ?? EMPTY;
  const decoded = codec.decode([parseAnswer(body)], decodeFacts(context));
  context.usage = decoded.usage;
  for (const choice of decoded.response.choices) {
    if (typeof choice.message?.content === 'string') context.completionParts.push(choice.message.content);
    for (const call of choice.message?.tool_calls ?? []) context.completionParts.push(call.function?.arguments ?? '');
  }
  context.costUsd = computeCost(decoded.usage, model.prices);
  context.timeToFirstByteMs = performance.now() - context.startedAt;
  context.answered = true;
  sendWhole(context, decoded.verbatim ? body : Buffer.from(JSON.stringify(decoded.response)));
}

const EMPTY = Buffer.alloc(0);

function parseAnswer(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProviderFailure('provider_error', { detail: `the answer is not JSON (${body.length} bytes)` });
  }
}
