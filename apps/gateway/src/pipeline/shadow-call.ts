import { isNode, orderTargets } from '@multilane/policy';
import { ProviderFailure } from '@multilane/providers';
import { callTarget, decodeAnswers } from '../model-calls/call-target.js';
import { collectText } from '../model-calls/collect-text.js';
import { recordShadow } from '../recording/settle-request.js';
import type { RouteTarget, Shadow } from '../snapshot/route.js';
import type { AnswerStream } from '../upstream/streamed-answer.js';
import { switchTo } from './plan-route.js';
import { RequestContext } from './request-context.js';

/**
 * Sends a copy of some requests to another model, whose answer is only recorded. The request itself goes first and hears
 * nothing of it.
 */
export function sendShadow(context: RequestContext, shadow: Shadow | undefined): void {
  if (shadow === undefined || Math.random() * 100 >= shadow.percent) return;
  const { metrics, shadows } = context.services;
  if (shadows.isFull) {
    metrics.recordShadow('dropped');
    return;
  }
  const copy = copyRequest(context);
  shadows.add(copy);
  setImmediate(() => void callShadow(copy, context.requestId, shadow).finally(() => shadows.delete(copy)));
}

function copyRequest(context: RequestContext): RequestContext {
  const { body, caller, exchange, services, snapshot, surface } = context;
  const copy = new RequestContext(surface, exchange, { caller, snapshot }, body, services);
  copy.asked = context.asked;
  copy.guard = context.guard;
  return copy;
}

/** Never rejects. */
async function callShadow(copy: RequestContext, requestId: string, shadow: Shadow): Promise<void> {
  const { metrics } = copy.services;
  const target = chooseTarget(copy, shadow);
  if (target === undefined || !copy.surface.modelTypes.includes(target.model.type)) {
    metrics.recordShadow('unsupported');
    return;
  }
  try {
    switchTo(copy, target);
    await callTarget(copy);
    await readAnswer(copy);
    metrics.recordShadow('success');
  } catch (error) {
    copy.failure = error;
    metrics.recordShadow(error instanceof ProviderFailure ? 'failed' : 'unsupported');
  }
  // What was never sent is nothing to record.
  if (copy.attempts > 0) recordShadow(copy, requestId);
}

function chooseTarget(copy: RequestContext, { to }: Shadow): RouteTarget | undefined {
  if (!isNode(to)) return to;
  const facts = { now: performance.now(), random: Math.random, session: undefined, isStream: copy.streamed };
  return orderTargets(to, facts)[0];
}

async function readAnswer(copy: RequestContext): Promise<void> {
  if (copy.streamedAnswer) {
    await readStream(copy, copy.streamedAnswer);
    copy.usage = copy.streamedAnswer.usage();
    return;
  }
  const { response, usage } = decodeAnswers(copy);
  copy.usage = usage;
  if (!usage) collectText(response, copy.completionParts);
}

function readStream(copy: RequestContext, answer: AnswerStream): Promise<void> {
  return new Promise((resolve, reject) => {
    answer.receive({
      onChunk: (chunk) => chunk && collectText(chunk, copy.completionParts),
      onPause: () => undefined,
      onComplete: resolve,
      onFailure: reject,
    });
  });
}
