import type { AnswerBody } from '../../services/answer-sink.js';
import type { RequestContext } from '../request-context.js';

/** A reader may take nothing for so long, in milliseconds. */
export const SILENCE_MS = 60_000;

/** Sends what a protocol of its own answers: MCP, or A2A. Does nothing if the client has left. */
export async function sendReply(
  { asked, ended, sink }: RequestContext,
  reply: Omit<AnswerBody, 'onBegin'>,
): Promise<void> {
  if (ended.answered) return;
  const onBegin = (): void => {
    ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  };
  await sink.sendBody({ ...reply, onBegin }, SILENCE_MS);
  ended.answered = true;
}
