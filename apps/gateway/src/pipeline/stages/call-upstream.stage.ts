import { callTarget, decodeAnswers } from '../../model-calls/call-target.js';
import { runAttempts } from '../../model-calls/run-attempts.js';
import type { RequestContext } from '../request-context.js';
import { sendShadow } from '../shadow-call.js';

/** Sends the request to the provider, and waits until its answer is whole, or has begun where it is streamed. */
export function callUpstream(context: RequestContext): Promise<void> {
  const { route } = context;
  if (route === undefined) return callTarget(context);
  sendShadow(context, route.route.shadow);
  return runAttempts(context, route, callAndRead);
}

/** An answer that cannot be read is a failure that another attempt may follow. */
async function callAndRead(context: RequestContext): Promise<void> {
  await callTarget(context);
  if (!context.streamed) context.decoded = decodeAnswers(context);
}
