import { describe, expect, test } from '@jest/globals';
import type { MessageTurn } from '@multilane/contracts';
import { MISSING_RESULT } from './repair-history.js';
import { repairTurns } from './repair-turns.js';

const hi: MessageTurn = { role: 'user', content: 'Hi' };
const use = (...calls: readonly (readonly [id: string, name?: string])[]): MessageTurn => ({
  role: 'assistant',
  content: calls.map(([id, name = 'f']) => ({ type: 'tool_use', id, name, input: {} })),
});
const results = (...ids: string[]): MessageTurn => ({
  role: 'user',
  content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'r' })),
});

function repair(turns: MessageTurn[], repairs = false) {
  const lost: string[] = [];
  const before = structuredClone(turns);
  const repaired = repairTurns(turns, repairs, { lose: (name) => void lost.push(name) });
  expect(turns).toEqual(before);
  return { repaired, lost };
}

describe('repairTurns', () => {
  test.each<[string, MessageTurn[]]>([
    ['texts', [hi, { role: 'assistant', content: 'Hello' }, hi]],
    ['answered calls', [hi, use(['toolu_x3a_1'], ['b', 'n'.repeat(128)]), results('b', 'toolu_x3a_1')]],
    ['results in the second of two turns', [hi, use(['a']), hi, results('a')]],
    ['calls at the end', [hi, use(['a'])]],
    [
      'tools of the provider',
      [hi, { role: 'assistant', content: [{ type: 'server_tool_use', id: 'a:b', name: 'web_search' }] }, hi],
    ],
  ])('returns the same turns for %s', (_name, turns) => {
    const { repaired, lost } = repair(turns);
    expect(repaired).toBe(turns);
    expect(lost).toEqual([]);
  });

  test.each<[string, MessageTurn[], MessageTurn[]]>([
    [
      'ids outside the alphabet',
      [hi, use(['functions.f:0']), results('functions.f:0')],
      [hi, use(['functions_x2e_f_x3a_0']), results('functions_x2e_f_x3a_0')],
    ],
    [
      'names outside the alphabet',
      [hi, use(['a', '$READ file']), results('a')],
      [hi, use(['a', '_READ_file']), results('a')],
    ],
    [
      'ids that come again',
      [hi, use(['a']), results('a'), use(['a']), results('a')],
      [hi, use(['a']), results('a'), use(['a_2']), results('a_2')],
    ],
    [
      'ids that come twice in one turn, whose results are in their order',
      [hi, use(['a'], ['a']), results('a', 'a')],
      [hi, use(['a'], ['a_2']), results('a', 'a_2')],
    ],
  ])('writes anew %s, in the call and in its result', (_name, turns, expected) => {
    const { repaired, lost } = repair(turns);
    expect(repaired).toEqual(expected);
    expect(lost).toEqual([]);
  });

  test.each<[string, MessageTurn['content'], MessageTurn['content']]>([
    ['a text', 'Sure: \n', 'Sure:'],
    ['a block', [{ type: 'text', text: 'Sure: ' }], [{ type: 'text', text: 'Sure:' }]],
    [
      'a blank block',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: ' ' },
      ],
      [{ type: 'text', text: 'a' }],
    ],
  ])('takes white space from the end of an answer that is continued: %s', (_name, content, trimmed) => {
    const { repaired, lost } = repair([hi, { role: 'assistant', content }]);
    expect(repaired).toEqual([hi, { role: 'assistant', content: trimmed }]);
    expect(lost).toEqual(['messages']);
  });

  test('rejects a call without its result, with the path', () => {
    const turns = [hi, use(['a'], ['b']), results('a')];
    expect(() => repair(turns)).toThrow(expect.objectContaining({ param: 'messages[1].content[1]' }));
    expect(() => repair([hi, use(['a']), hi])).toThrow(expect.objectContaining({ param: 'messages[1].content[0]' }));
  });

  test('answers a call without its result with a placeholder where the operator has it repaired', () => {
    const { repaired, lost } = repair([hi, use(['a']), hi], true);
    expect(repaired[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: MISSING_RESULT },
        { type: 'text', text: 'Hi' },
      ],
    });
    expect(lost).toEqual(['messages']);
  });
});
