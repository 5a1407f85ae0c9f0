import type { MessageBlock, MessageTurn } from '@multilane/contracts';
import type { Losses } from '../losses.js';

/**
 * Turns of the role `system` amid a messages conversation as text of the user, for models that reject the role: "role 'system' is not
 * supported on this model". They stay where they stood, so that what was cached before them still is. Returns the same turns when there
 * are none; declared as a loss of `messages`.
 */
export function placeSystem(turns: MessageTurn[], losses: Losses): MessageTurn[] {
  if (!turns.some(({ role }) => role === 'system')) return turns;
  losses.lose('messages');
  const placed: MessageTurn[] = [];
  /** Turn that the last one was joined to, if it was: there may be thousands of turns, and each is copied once. */
  let joined: MessageBlock[] | undefined;
  for (const turn of turns) {
    const last = placed.at(-1);
    if (turn.role !== 'system' || last?.role !== 'user') {
      joined = undefined;
      placed.push(turn.role === 'system' ? { ...turn, role: 'user' } : turn);
      continue;
    }
    // One turn with the results before it, in which the loop of calls goes on.
    if (joined === undefined) {
      joined = [...toBlocks(last)];
      placed[placed.length - 1] = { ...last, content: joined };
    }
    for (const block of toBlocks(turn)) joined.push(block);
  }
  return placed;
}

function toBlocks({ content }: MessageTurn): MessageBlock[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}
