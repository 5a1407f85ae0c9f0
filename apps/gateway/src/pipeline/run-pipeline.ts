import { ClientGone } from '@multilane/http';
import { toGatewayError } from '../http/to-gateway-error.js';
import { settleRequest } from '../recording/settle-request.js';
import { useCompatibleStatus } from '../recording/use-compatible-status.js';
import { inClientTerms } from './in-client-terms.js';
import type { RequestContext } from './request-context.js';

/** One step of a pipeline. It refuses by throwing, and returns a promise only when it has to wait. */
export type Stage = (context: RequestContext) => void | Promise<void>;

/**
 * Runs the stages in order until one has answered, and settles once whatever happened: an answer, a refusal, a failure
 * or a client that left. A refusal is thrown on to whoever answers it.
 */
export async function runPipeline(stages: readonly Stage[], context: RequestContext): Promise<void> {
  const { metrics, underWay } = context.services;
  const stopWatching = watchClient(context);
  metrics.startRequest(context.surface.name);
  underWay.begin();
  try {
    for (const stage of stages) {
      const pending = stage(context);
      if (pending !== undefined) await pending;
      if (context.answered) break;
    }
  } catch (error) {
    context.failure = error;
    // Of a stream that nobody will read, nothing more is wanted.
    context.streamedAnswer?.abort(error as Error);
    if (!context.cancelled) throw useCompatibleStatus(toGatewayError(inClientTerms(context, error)), context.snapshot);
  } finally {
    stopWatching();
    metrics.endRequest(context.surface.name);
    const settling = settleRequest(context);
    if (settling === undefined) underWay.end();
    else void settling.finally(() => underWay.end());
  }
}

function watchClient(context: RequestContext): () => void {
  const response = context.exchange.response;
  const onClose = (): void => {
    if (response.writableFinished) return;
    context.cancelled = true;
    context.answered = true;
    context.abortable?.abort(new ClientGone());
  };
  response.on('close', onClose);
  return () => response.off('close', onClose);
}
