import { describe, expect, jest, test } from '@jest/globals';
import { CallIds } from '../../shared/call-ids.js';
import { ToolCallStream } from './normalise-tool-call-stream.js';

type Fragment = Record<string, unknown>;
const start = (index: number, id: string, name: string, given = '') => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: given },
});
const more = (index: number, given: string) => ({ index, function: { arguments: given } });

const CASES: readonly [name: string, given: Fragment[], normalised: Fragment[]][] = [
  [
    'a name said again',
    [start(0, 'a', 'f'), { index: 0, function: { name: 'f', arguments: '{}' } }],
    [start(0, 'a', 'f'), more(0, '{}')],
  ],
  ['an id said again', [start(0, 'a', 'f'), { id: 'a', ...more(0, '{}') }], [start(0, 'a', 'f'), more(0, '{}')]],
  ['an empty id later', [start(0, 'a', 'f'), { id: '', ...more(0, '{}') }], [start(0, 'a', 'f'), more(0, '{}')]],
  ['a null id later', [start(0, 'a', 'f'), { id: null, ...more(0, '{}') }], [start(0, 'a', 'f'), more(0, '{}')]],
  [
    'no id at all',
    [{ index: 0, type: 'function', function: { name: 'f' } }],
    [{ ...start(0, 'call_s_0', 'f'), function: { name: 'f' } }],
  ],
  ['no type', [{ index: 0, id: 'a', function: { name: 'f', arguments: '' } }], [start(0, 'a', 'f')]],
  [
    'parallel calls on one index, told apart by id',
    [start(0, 'a', 'f', '{}'), start(0, 'b', 'f'), more(0, '{}')],
    [start(0, 'a', 'f', '{}'), start(1, 'b', 'f'), more(1, '{}')],
  ],
  [
    'parallel calls on one index without ids, told apart by name',
    [start(0, '', 'f', '{'), start(0, '', 'g', '{}')],
    [start(0, 'call_s_0', 'f', '{'), start(1, 'call_s_1', 'g', '{}')],
  ],
  [
    'the same function called twice on one index without ids',
    [start(0, '', 'f', '{}'), start(0, '', 'f', '{}')],
    [start(0, 'call_s_0', 'f', '{}'), start(1, 'call_s_1', 'f', '{}')],
  ],
  [
    'no index, told apart by id, fragments mixed',
    [
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{' } },
      { id: 'b', type: 'function', function: { name: 'f', arguments: '{' } },
      { id: 'a', function: { arguments: '}' } },
      { id: 'b', function: { arguments: '}' } },
    ],
    [start(0, 'a', 'f', '{'), start(1, 'b', 'f', '{'), more(0, '}'), more(1, '}')],
  ],
  [
    'no index and no id, told apart by name',
    [
      { function: { name: 'f', arguments: '{' } },
      { function: { arguments: '}' } },
      { function: { name: 'g', arguments: '{}' } },
    ],
    [start(0, 'call_s_0', 'f', '{'), more(0, '}'), start(1, 'call_s_1', 'g', '{}')],
  ],
  ['indexes that start at one', [start(1, 'a', 'f'), more(1, '{}')], [start(0, 'a', 'f'), more(0, '{}')]],
  [
    'arguments as an object',
    [{ ...start(0, 'a', 'f'), function: { name: 'f', arguments: { b: 1 } } }],
    [start(0, 'a', 'f', '{"b":1}')],
  ],
  ['arguments null', [{ ...start(0, 'a', 'f'), function: { name: 'f', arguments: null } }], [start(0, 'a', 'f')]],
  [
    'an id that comes late: the one announced stays',
    [
      { index: 0, type: 'function', function: { name: 'f', arguments: '' } },
      { id: 'late', ...more(0, '{}') },
    ],
    [start(0, 'call_s_0', 'f'), more(0, '{}')],
  ],
];

describe('ToolCallStream', () => {
  test.each(CASES)('corrects %s', (_name, given, normalised) => {
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    const fragments = structuredClone(given);
    const changed = fragments.map((fragment) => calls.take([fragment]));
    expect(fragments).toEqual(normalised);
    expect(changed).toContain(true);
  });

  test('leaves what has the reference shape alone', () => {
    const given = [start(0, 'a', 'f'), more(0, '{'), start(1, 'b', 'g'), more(1, '{}'), more(0, '}')];
    const fragments = structuredClone(given);
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    expect(fragments.map((fragment) => calls.take([fragment]))).toEqual(given.map(() => false));
    expect(fragments).toEqual(given);
    expect(calls.close(false)).toEqual([]);
  });

  test('adds nothing of functions to a call of a custom tool', () => {
    const given = [
      { index: 0, id: 'a', type: 'custom', custom: { name: 'shell', input: '' } },
      { index: 0, custom: { input: 'ls' } },
    ];
    const fragments = structuredClone(given);
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    expect(fragments.map((fragment) => calls.take([fragment]))).toEqual([false, false]);
    expect(fragments).toEqual(given);
    expect(calls.close(false)).toEqual([]);
    const untyped: Fragment = { index: 1, id: 'b', custom: { name: 'shell', input: 'ls' } };
    calls.take([untyped]);
    expect(untyped.type).toBe('custom');
  });

  test('closes calls that got no arguments with an empty object, once', () => {
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    calls.take([start(0, 'a', 'f'), start(1, 'b', 'g', '{}')]);
    expect(calls.close(false)).toEqual([more(0, '{}')]);
    expect(calls.close(false)).toEqual([]);
  });

  test('gives the last call of an answer that was cut short no arguments, since the model has not made it', () => {
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    calls.take([start(0, 'a', 'f'), start(1, 'b', 'g')]);
    expect(calls.close(true)).toEqual([more(0, '{}')]);
  });

  test('announces a call when its name is known, with the arguments that came before', () => {
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    const early = [{ index: 0, id: 'a', type: 'function', function: { arguments: '{"b":' } }, start(1, 'c', 'g', '{}')];
    const late = [{ index: 0, function: { name: 'f', arguments: '1}' } }];
    expect([calls.take(early), calls.hasCalls, calls.take(late)]).toEqual([true, true, true]);
    expect([...early, ...late]).toEqual([start(0, 'c', 'g', '{}'), start(1, 'a', 'f', '{"b":1}')]);
    expect(calls.close(false)).toEqual([]);
  });

  test.each([
    ['an id', { index: 0, id: 'a', function: { arguments: '' } }],
    ['arguments', { index: 0, function: { name: '', arguments: '{}' } }],
  ])('fails for a call with %s that never gets a name', (_name, fragment) => {
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    const fragments = [fragment];
    calls.take(fragments);
    expect([fragments, calls.hasCalls]).toEqual([[], false]);
    expect(() => calls.close(false)).toThrow(expect.objectContaining({ code: 'provider_error' }));
  });

  test('leaves out a fragment that is no call at all', () => {
    const calls = new ToolCallStream('call_s', new CallIds(undefined));
    calls.take([{ index: 0, id: '', type: 'function', function: { name: '', arguments: '' } }]);
    expect([calls.hasCalls, calls.close(false)]).toEqual([false, []]);
  });

  test('gives calls whose provider repeats an id one each, in the answer and against the history', () => {
    const messages = [{ role: 'assistant', tool_calls: [{ id: 'grep:3' }] }];
    const calls = new ToolCallStream('call_s', new CallIds({ messages }));
    const fragments = [start(0, 'grep:3', 'f', '{}'), start(1, 'grep:3', 'f'), more(1, '{}')];
    calls.take(fragments);
    expect(fragments).toEqual([start(0, 'grep:3_2', 'f', '{}'), start(1, 'grep:3_3', 'f'), more(1, '{}')]);
  });
});

test.each([
  ['that end as objects do', '{}'],
  ['that end as nothing does', ','],
])('arguments with a name at each of a thousand fragments %s are not parsed again each time', (_name, piece) => {
  const stream = new ToolCallStream('call_s', new CallIds(undefined));
  const parse = jest.spyOn(JSON, 'parse');
  stream.take([start(0, '', 'f', `[${'1,'.repeat(500_000)}`)]);
  for (let count = 0; count < 1_000; count++) {
    const fragment: Fragment = { index: 0, function: { name: 'f', arguments: piece } };
    stream.take([fragment]);
    expect(fragment.index).toBe(0);
  }
  const parsed = parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  parse.mockRestore();
  expect(parsed).toBeLessThan(8 * 1024 * 1024);
});

test('thousands of calls without indexes are distinguished by their ids, the first of a name again later', () => {
  const stream = new ToolCallStream('call_s', new CallIds(undefined));
  for (let count = 0; count < 3_000; count++)
    stream.take([{ id: `id-${count}`, function: { name: 'f', arguments: '{' } }]);
  const fragment: Fragment = { id: 'id-7', function: { arguments: '}' } };
  stream.take([fragment]);
  expect(fragment.index).toBe(7);
});
