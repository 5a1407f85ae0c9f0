import { describe, expect, it } from '@jest/globals';
import type { ChatMessage } from '@multilane/contracts';
import fc from 'fast-check';
import { type HistoryRules, MISSING_OPENING, MISSING_RESULT, repairHistory } from './repair-history.js';
import { toToolName } from './tool-name.js';

const ALL: HistoryRules = {
  ...{ uniqueCallIds: true, answeredCalls: true, opening: 'user-before-assistant', trimmedEnd: true },
};
const USER: ChatMessage = { role: 'user', content: 'q' };
const calling = (...calls: readonly (readonly [id: string, name: string] | string)[]): ChatMessage => ({
  role: 'assistant',
  content: null,
  tool_calls: calls.map((call) => {
    const [id, name] = typeof call === 'string' ? [call, 'f'] : call;
    return { id, type: 'function', function: { name, arguments: '{}' } };
  }),
});
const result = (tool_call_id: string, content: ChatMessage['content'] = `result of ${tool_call_id}`): ChatMessage => ({
  ...{ role: 'tool', tool_call_id, content },
});

function repair(messages: readonly ChatMessage[], { rules = ALL, repairs = false } = {}) {
  const lost: string[] = [];
  const repaired = repairHistory(messages, rules, repairs, { lose: (name) => lost.push(name) });
  return { repaired, lost };
}

const idsOf = (messages: readonly ChatMessage[]) =>
  messages.map(({ tool_call_id: id, tool_calls: calls }) => id ?? calls?.map((call) => call.id) ?? '-');

describe('docs/contract/translation.md#histories', () => {
  it('a conversation that needs nothing comes back as it is', () => {
    const messages = [
      USER,
      calling('a', 'b'),
      result('b'),
      result('a'),
      { role: 'assistant', content: 'done' } as const,
    ];
    const { lost, repaired } = repair(messages);
    expect(repaired).toBe(messages);
    expect(lost).toEqual([]);
  });

  it.each<[string, ChatMessage[], unknown[]]>([
    [
      'of a later turn',
      [USER, calling('a'), result('a'), calling('a'), result('a'), calling('a'), result('a')],
      ['-', ['a'], 'a', ['a_2'], 'a_2', ['a_3'], 'a_3'],
    ],
    [
      'of one turn, in the order of the results',
      [USER, calling('a', 'a'), result('a'), result('a')],
      ['-', ['a', 'a_2'], 'a', 'a_2'],
    ],
    [
      'that meets an id of its own form',
      [USER, calling('a', 'a_2', 'a'), result('a'), result('a_2'), result('a')],
      ['-', ['a', 'a_2', 'a_3'], 'a', 'a_2', 'a_3'],
    ],
  ])('a repeated id %s is rewritten in the call and in its result', (_what, messages, expected) => {
    const { lost, repaired } = repair(messages);
    expect(idsOf(repaired)).toEqual(expected);
    expect(lost).toEqual([]);
  });

  it.each<[string, ChatMessage['content'], ChatMessage['content'], ChatMessage['content']]>([
    ['texts', 'one', 'two', 'one\ntwo'],
    [
      'a text and parts',
      'one',
      [{ type: 'text', text: 'two' }],
      [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    ],
    ['an empty text and parts', '', [{ type: 'text', text: 'two' }], [{ type: 'text', text: 'two' }]],
  ])('two results of one call are joined, and declared: %s', (_what, first, second, content) => {
    const { lost, repaired } = repair([USER, calling('a'), result('a', first), result('a', second)]);
    expect(repaired.slice(2)).toEqual([result('a', content)]);
    expect(lost).toContain('messages');
  });

  it('names outside the alphabet of tools are written in it', () => {
    const messages = [
      USER,
      calling(['a', '$READFILE'], ['b', 'functions read_file<|channel|>']),
      result('a'),
      result('b'),
    ];
    const { lost, repaired } = repair(messages);
    expect(repaired[1]?.tool_calls).toMatchObject([
      { function: { name: '_READFILE' } },
      { function: { name: 'functions_read_file_channel_' } },
    ]);
    expect(lost).toEqual([]);
  });

  it.each<[string, ChatMessage[], string]>([
    ['the last turn', [USER, calling('a')], 'messages[1].tool_calls[0]'],
    ['the second of two calls', [USER, calling('a', 'b'), result('a'), USER], 'messages[1].tool_calls[1]'],
  ])('a call without its result is rejected with its path: %s', (_what, messages, param) => {
    expect(() => repair(messages)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });

  it('… and gets a placeholder where the operator has histories repaired', () => {
    const { lost, repaired } = repair([USER, calling('a', 'b'), result('b'), USER], { repairs: true });
    expect(repaired.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'q'],
      ['assistant', null],
      ['tool', MISSING_RESULT],
      ['tool', 'result of b'],
      ['user', 'q'],
    ]);
    expect(lost).toContain('messages');
  });

  it('an assistant that speaks first is refused with its path, or follows a placeholder', () => {
    const messages: ChatMessage[] = [{ role: 'system', content: 's' }, { role: 'assistant', content: 'Hello' }, USER];
    expect(() => repair(messages)).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'messages[1]' }),
    );
    const { repaired } = repair(messages, { repairs: true });
    expect(repaired[1]).toEqual({ role: 'user', content: MISSING_OPENING });
    expect(repair(messages, { rules: { opening: 'user-before-calls' } }).repaired).toBe(messages);
  });

  it.each<[string, ChatMessage['content'], ChatMessage['content']]>([
    ['a text', 'So: \n', 'So:'],
    [
      'the last part',
      [
        { type: 'text', text: 'a ' },
        { type: 'text', text: 'b ' },
      ],
      [
        { type: 'text', text: 'a ' },
        { type: 'text', text: 'b' },
      ],
    ],
  ])('white space at the end of a begun answer is left out, and declared: %s', (_what, content, expected) => {
    const { lost, repaired } = repair([USER, { role: 'assistant', content }]);
    expect(repaired.at(-1)?.content).toEqual(expected);
    expect(lost).toEqual(['messages']);
  });

  it('any history of valid turns has unique ids and one result a call, in the order of its texts', () => {
    const ids = fc.array(fc.constantFrom('a', 'b', 'a_2'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(ids, { maxLength: 6 }), (turns) => {
        const messages = [USER, ...turns.flatMap((calls) => [calling(...calls), ...calls.map((id) => result(id))])];
        const { repaired } = repair(messages);
        const made = repaired.flatMap(({ tool_calls: calls }) => calls?.map(({ id }) => id) ?? []);
        const answered = repaired.flatMap(({ tool_call_id: id }) => id ?? []);
        expect(new Set(made).size).toBe(made.length);
        expect(answered).toEqual(made);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, (index: number) => string]>([
    ['of different calls', (index) => `call_${index}`],
    ['of one name', () => 'a'],
  ])('thirty thousand repeated ids take one pass: %s', (_what, idOf) => {
    const many = Array.from({ length: 30_000 }, (_each, index) => idOf(index));
    const messages = [
      USER,
      calling(...many),
      ...many.map((id) => result(id)),
      calling(...many),
      ...many.map((id) => result(id)),
    ];
    const started = performance.now();
    repair(messages);
    // A search per id would take minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('names of calls', () => {
  it.each([
    ['get_weather', 'get_weather'],
    ['a.b:c', 'a_b_c'],
    ['函数', 'tool'],
    ['', 'tool'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('%j becomes %j', (name, expected) => {
    expect(toToolName(name)).toBe(expected);
  });
});
