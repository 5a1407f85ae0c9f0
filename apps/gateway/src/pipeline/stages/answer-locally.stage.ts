import { PROVIDER_KINDS } from '@multilane/contracts';
import { sendWhole } from '../../delivery/send-whole.js';
import type { LocalFacts } from '../../endpoints/surface.js';
import type { RequestContext } from '../request-context.js';

/** Answers what no provider is planned for: the surface's own answer. */
export function answerLocally(context: RequestContext): void | Promise<void> {
  if (context.plan !== undefined) return;
  const answer = context.surface.answerLocally?.(context.validated, localFacts(context));
  if (answer instanceof Promise) return answer.then((ready) => send(context, ready));
  if (answer !== undefined) send(context, answer);
}

function localFacts({ answerFacts, model }: RequestContext): LocalFacts {
  const provider = model?.target.provider;
  return {
    ...answerFacts,
    target: provider && { upstreamModel: provider.upstreamModel, group: PROVIDER_KINDS[provider.kind] },
  };
}

function send(context: RequestContext, answer: object): void {
  if (context.answered) return;
  context.answered = true;
  context.timeToFirstByteMs = performance.now() - context.startedAt;
  sendWhole(context, JSON.stringify(answer));
}
