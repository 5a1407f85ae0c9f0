import { serviceHeaders } from '../../recording/describe-answer.js';
import type { RequestContext } from '../request-context.js';

/** Answers with what an exchange brought: whole, or byte by byte as it comes. */
export async function deliverExchange(context: RequestContext): Promise<void> {
  const { asked, ended, planned, sink, tried } = context;
  const { exchangeAnswer: answer } = tried;
  // The client may have left while the provider worked.
  if (answer === undefined || ended.answered) return;
  const { body, contentType, headers, isStream = false, status = 200 } = answer;
  ended.media = answer.usage();
  try {
    await sink.sendBody(
      {
        status,
        headers: {
          ...serviceHeaders(context),
          ...(isStream && { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }),
          ...headers,
          'content-type': contentType,
        },
        body,
        onBegin: () => {
          ended.timeToFirstByteMs = performance.now() - asked.startedAt;
        },
      },
      planned.serving.target.timeouts.idle_ms,
    );
  } finally {
    ended.media = answer.usage();
  }
  ended.answered = true;
}
