import type { MessageBlock, MessageTurn } from '@multilane/contracts';
import type { Losses } from '../losses.js';

/**
 * Turns of the role `system` amid a messages conversation as text of the user, for models that refuse the role: "role 'system' is not
 * supported on this model". They stay where they stood, so that what was cached before them still is. Returns the same turns when there
 * are none; declared as a loss of `messages`.
 */
export function placeSystem(turns: MessageTurn[], losses: Losses): MessageTurn[] {
  if (!turns.some(({ role }) => role === 'system')) return turns;
  losses.lose('messages');
  const placed: MessageTurn[] = [];
  for (const turn of turns) {
    const last = placed.at(-1);
    if (turn.role !== 'system') placed.push(turn);
    // One turn with the results before it, in which the loop of calls goes on.
    else if (last?.role === 'user')
      placed[placed.length - 1] = { ...last, content: [...toBlocks(last), ...toBlocks(turn)] };
    else placed.push({ ...turn, role: 'user' });
  }
  return placed;
}

function toBlocks({ content }: MessageTurn): MessageBlock[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}
