import { ApiFailure } from '../../api/client.js';
import { askGateway, readEvents } from '../../api/gateway.js';
import type { LaneAction } from './lanes.js';
import { readChunk } from './read-chunk.js';

interface LaneRun {
  readonly lane: number;
  readonly workspaceId: string;
  readonly body: object;
  readonly signal: AbortSignal;
  readonly dispatch: (action: LaneAction) => void;
}

/**
 * Asks one model and reports what comes back, until the answer is complete, stopped or failed. Never rejects.
 *
 * @returns the id of the request, if it got as far as the gateway
 */
export async function runLane({ body, dispatch, lane, signal, workspaceId }: LaneRun): Promise<string | undefined> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  dispatch({ type: 'begin', lane });
  try {
    const response = await askGateway('/chat/completions', { workspaceId, body, signal });
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const cost = response.headers.get('x-service-cost');
    dispatch({ type: 'head', lane, requestId, costUsd: cost === null ? undefined : Number(cost) });
    for await (const chunk of readEvents(response)) {
      const piece = readChunk(chunk);
      if ('message' in piece) {
        const failure = new ApiFailure({ status: response.status, param: undefined, requestId, ...piece });
        dispatch({ type: 'fail', lane, failure, atMs: elapsed() });
        return requestId;
      }
      dispatch({ type: 'piece', lane, piece, atMs: elapsed() });
    }
    dispatch({ type: 'end', lane, state: 'done', atMs: elapsed() });
    return requestId;
  } catch (failure) {
    if (signal.aborted) dispatch({ type: 'end', lane, state: 'stopped', atMs: elapsed() });
    else dispatch({ type: 'fail', lane, failure, atMs: elapsed() });
    return undefined;
  }
}
