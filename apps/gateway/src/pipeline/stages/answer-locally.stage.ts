import { PROVIDER_KINDS } from '@multilane/contracts';
import type { LocalFacts } from '../../endpoints/descriptor.js';
import { answerFactsOf } from '../../recording/request-parts.js';
import { serviceHeaders } from '../../recording/service-headers.js';
import type { RequestContext } from '../request-context.js';

/** Answers what no provider is planned for: the surface's own answer. */
export function answerLocally(context: RequestContext): void | Promise<void> {
  const { asked, planned } = context;
  if (planned.plan !== undefined) return;
  const answer = asked.surface.answerLocally?.(asked.validated, localFacts(context));
  if (answer instanceof Promise) return answer.then((ready) => send(context, ready));
  if (answer !== undefined) send(context, answer);
}

function localFacts({ asked, planned }: RequestContext): LocalFacts {
  const provider = planned.model?.target.provider;
  return {
    ...answerFactsOf(asked, planned),
    target: provider && { upstreamModel: provider.upstreamModel, group: PROVIDER_KINDS[provider.kind] },
  };
}

function send(context: RequestContext, answer: object): void {
  const { asked, ended, planned, sink } = context;
  if (ended.answered) return;
  ended.answered = true;
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  sink.sendWhole(serviceHeaders(context), JSON.stringify(answer), planned.model?.target.timeouts.idle_ms);
}
