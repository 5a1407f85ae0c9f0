import { describe, expect, test } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import { deepFreeze } from '@multilane/testing';
import { fitCallIds } from './fit-call-ids.js';

const user: ChatMessage = { role: 'user', content: 'Hi' };
const calling = (...ids: string[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
});
const result = (id: string): ChatMessage => ({ role: 'tool', tool_call_id: id, content: 'r' });

function follow(messages: ChatMessage[]) {
  const given = deepFreeze(messages);
  return { given, followed: fitCallIds(given, { exactly: 9 }) };
}

describe('ids of calls of exactly nine letters and digits', () => {
  test('gives the same array back where nothing has to change', () => {
    const { given, followed } = follow([
      user,
      calling('D681PevKs', 'aaaaaaaa1'),
      result('D681PevKs'),
      result('aaaaaaaa1'),
      { role: 'assistant', content: 'Done.' },
      user,
    ]);
    expect(followed).toBe(given);
  });

  test('gives calls and their results the same new id, and leaves fitting ids alone', () => {
    const { followed } = follow([user, calling('call_1', 'aaaaaaaa1'), result('aaaaaaaa1'), result('call_1')]);
    const [, call, second, first] = followed;
    const [renamed, kept] = call?.tool_calls ?? [];
    expect(renamed?.id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect([first?.tool_call_id, kept?.id, second?.tool_call_id]).toEqual([renamed?.id, 'aaaaaaaa1', 'aaaaaaaa1']);
    expect(followed[1]).toEqual(calling(renamed?.id ?? '', 'aaaaaaaa1'));
  });
});
