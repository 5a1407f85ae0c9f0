import { streamChat } from '../../api/stream-chat.js';
import type { LaneAction } from './lanes.js';

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
  let requestId: string | undefined;
  dispatch({ type: 'begin', lane });
  try {
    await streamChat({
      workspaceId,
      body,
      signal,
      onHead: (head) => {
        requestId = head.requestId;
        dispatch({ type: 'head', lane, ...head });
      },
      onPiece: (piece) => dispatch({ type: 'piece', lane, piece, atMs: elapsed() }),
    });
    dispatch({ type: 'end', lane, state: 'done', atMs: elapsed() });
  } catch (failure) {
    if (signal.aborted) dispatch({ type: 'end', lane, state: 'stopped', atMs: elapsed() });
    else dispatch({ type: 'fail', lane, failure, atMs: elapsed() });
  }
  return requestId;
}
