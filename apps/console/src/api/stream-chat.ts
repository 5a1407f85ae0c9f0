import { ApiFailure } from './client.js';
import { askGateway, readEvents } from './gateway.js';
import { type Piece, readChunk } from './read-chunk.js';

interface ChatRun {
  readonly workspaceId: string;
  /** A chat completion, streamed or not. */
  readonly body: object;
  /** Conversation that the request belongs to: records have it as their session. */
  readonly sessionId?: string;
  readonly signal: AbortSignal;
  readonly onHead: (head: { readonly requestId?: string; readonly costUsd?: number }) => void;
  readonly onPiece: (piece: Piece) => void;
}

/**
 * Asks a model and reports what comes back, until the answer is complete.
 *
 * @throws ApiFailure, also for a failure that a stream reports; AbortError if `signal` says so
 */
export async function streamChat(run: ChatRun): Promise<void> {
  const { body, onHead, onPiece, sessionId, signal, workspaceId } = run;
  const headers: Record<string, string> = sessionId === undefined ? {} : { 'x-session-id': sessionId };
  const response = await askGateway('/chat/completions', { workspaceId, body, headers, signal });
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const cost = response.headers.get('x-service-cost');
  onHead({ requestId, costUsd: cost === null ? undefined : Number(cost) });
  for await (const chunk of readEvents(response)) {
    const piece = readChunk(chunk);
    if ('message' in piece) throw new ApiFailure({ status: response.status, param: undefined, requestId, ...piece });
    onPiece(piece);
  }
}
