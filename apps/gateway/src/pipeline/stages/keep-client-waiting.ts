import { serviceHeaders } from '../../recording/describe-answer.js';
import type { StreamSource } from '../../services/answer-sink.js';
import type { RequestContext } from '../request-context.js';

/**
 * A client that has waited this long for the first event of its stream, in milliseconds, gets the headers and a sign of life
 * (docs/contract/streaming.md#silence). Proxies and clients close connections on which nothing comes for a minute.
 */
const LONGEST_SILENCE_MS = 10_000;

/**
 * Has the client's stream opened if no provider has begun to answer in time. The timer takes the place of one that each streamed
 * call had; the relay of the answer, or the end of the request, clears it. A wait for the answer of another request may have set it.
 */
export function watchSilence(context: RequestContext): void {
  context.silence ??= setTimeout(openEarly, LONGEST_SILENCE_MS, context);
}

/**
 * Sends the headers that are known now, and a sign of life. The rest is said in the stream: the answer of this target or of another one,
 * which may still be tried since nothing of an answer was sent, or the failure.
 */
function openEarly(context: RequestContext): void {
  const { asked, ended, planned, sink } = context;
  if (ended.answered || planned.plan === undefined || sink.status !== undefined) return;
  context.isOpenedEarly = true;
  sink.openStream(
    serviceHeaders(context),
    NO_SOURCE,
    planned.serving.target.timeouts.idle_ms,
    asked.endpoint.signOfLife,
  );
  sink.keepAlive();
}

/** Signs of life come from no source that could wait. */
const NO_SOURCE: StreamSource = { pause: () => undefined, resume: () => undefined };
