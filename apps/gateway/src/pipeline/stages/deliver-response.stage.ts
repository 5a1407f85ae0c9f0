import type { ChatCompletion } from '@multilane/contracts';
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
  if (!decoded.usage) collectText(decoded.response, context.completionParts);
  context.costUsd = computeCost(decoded.usage, model.prices);
  context.timeToFirstByteMs = performance.now() - context.startedAt;
  context.answered = true;
  sendWhole(context, decoded.verbatim ? body : Buffer.from(JSON.stringify(decoded.response)));
}

const EMPTY = Buffer.alloc(0);

/** What an estimate of the usage counts. */
function collectText({ choices }: ChatCompletion, parts: string[]): void {
  for (const { message } of choices) {
    if (typeof message?.content === 'string') parts.push(message.content);
    for (const call of message?.tool_calls ?? []) parts.push(call.function?.arguments ?? '');
  }
}

function parseAnswer(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProviderFailure('provider_error', { detail: `the answer is not JSON (${body.length} bytes)` });
  }
}
