import { describe, expect, test } from '@jest/globals';
import { isUnthoughtLoop } from './find-unthought-loop.js';
import type { ContentBlock, Turn } from './messages-request.js';

const ASKS: Turn = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
const ANSWERS: Turn = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'r' }] };
const call: ContentBlock = { type: 'tool_use', id: 't', name: 'f', input: {} };
const thought: ContentBlock = { type: 'thinking', thinking: 'Hm', signature: 's' };
const hidden: ContentBlock = { type: 'redacted_thinking', data: 'd' };
const says = (...content: ContentBlock[]): Turn => ({ role: 'assistant', content });

describe('isUnthoughtLoop', () => {
  test.each<[boolean, string, Turn[]]>([
    [false, 'a question', [ASKS]],
    [false, 'a question after an answer', [ASKS, says({ type: 'text', text: 'x' }), ASKS]],
    [false, 'a question after a loop', [ASKS, says(call), ANSWERS, says({ type: 'text', text: 'x' }), ASKS]],
    [true, 'a result of a call without thinking', [ASKS, says(call), ANSWERS]],
    [
      true,
      'the same after another question',
      [ASKS, says(thought, call), ANSWERS, says(call), ASKS, says(call), ANSWERS],
    ],
    [true, 'text before the call', [ASKS, says({ type: 'text', text: 'x' }, call), ANSWERS]],
    [false, 'a result of a call with thinking', [ASKS, says(thought, call), ANSWERS]],
    [false, 'a result of a call with hidden thinking', [ASKS, says(hidden, call), ANSWERS]],
    [
      false,
      'a later call of a loop that began with thinking',
      [ASKS, says(thought, call), ANSWERS, says(call), ANSWERS],
    ],
    [true, 'thinking that came later alone', [ASKS, says(call), ANSWERS, says(thought, call), ANSWERS]],
  ])('%s for %s', (expected, _name, turns) => {
    expect(isUnthoughtLoop(turns)).toBe(expected);
  });
});
