import { describe, expect, it } from '@jest/globals';
import type { MessageTurn } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { placeSystem } from './place-system.js';

const turn = (role: MessageTurn['role'], content: MessageTurn['content']): MessageTurn => ({ role, content });
const text = (words: string) => ({ type: 'text', text: words });
const RESULT = { type: 'tool_result', tool_use_id: 'a', content: 'r' };

function place(turns: MessageTurn[]) {
  const lost: string[] = [];
  return { turns: placeSystem(deepFreeze(turns), { lose: (name) => lost.push(name) }), lost };
}

describe('a system turn amid a messages conversation', () => {
  it('is text at the end of the turn of the user before it, declared', () => {
    const marked = { ...text('late'), cache_control: { type: 'ephemeral' } };
    expect(place([turn('user', [RESULT]), turn('system', [marked]), turn('assistant', 'a')])).toEqual({
      turns: [turn('user', [RESULT, marked]), turn('assistant', 'a')],
      lost: ['messages'],
    });
    expect(place([turn('user', 'q'), turn('system', 'one'), turn('system', 'two')]).turns).toEqual([
      turn('user', [text('q'), text('one'), text('two')]),
    ]);
  });

  it('is a turn of the user where none stands before it', () => {
    const { turns } = place([turn('system', 's'), turn('user', 'q'), turn('assistant', 'a'), turn('system', 't')]);
    expect(turns).toEqual([turn('user', 's'), turn('user', 'q'), turn('assistant', 'a'), turn('user', 't')]);
  });

  it('leaves a conversation without one as it is', () => {
    const turns = [turn('user', 'q'), turn('assistant', 'a')];
    const lose = (name: string) => {
      throw new Error(`lost ${name}`);
    };
    expect(placeSystem(turns, { lose })).toBe(turns);
  });
});
