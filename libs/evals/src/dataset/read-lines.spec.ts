import { describe, expect, it } from '@jest/globals';
import { EVAL_BOUNDS } from '../bounds.js';
import { FIELD_NAMES, readLines } from './read-lines.js';

const lines = (text: string, names = FIELD_NAMES) => [...readLines(text, names)];

describe('readLines', () => {
  it('reads cases with their keys, and skips empty lines', () => {
    const text = `\uFEFF{"id":"a","input":"1+1?","expected":2}\r\n\n{"input":[{"role":"user","content":"x"}],"expected_tool_calls":[{"name":"f"}]}`;
    expect(lines(text)).toEqual([
      { line: 1, case: { key: 'a', input: '1+1?', expected: 2 } },
      {
        line: 3,
        case: {
          key: '3',
          input: [{ role: 'user', content: 'x' }],
          toolCalls: [{ name: 'f', arguments: {} }],
        },
      },
    ]);
  });

  it('reads datasets with other names of fields', () => {
    const names = { ...FIELD_NAMES, input: 'question', expected: 'answer' };
    expect(lines('{"id":7,"question":"q","answer":"a"}', names)).toEqual([
      { line: 1, case: { key: '7', input: 'q', expected: 'a' } },
    ]);
  });

  it.each([
    ['what is no JSON', '{', null],
    ['what is no object', '[]', null],
    ['a line that is too long', `{"input":"${'x'.repeat(EVAL_BOUNDS.line)}"}`, null],
    ['JSON that is nested too deeply', `{"input":"x","expected":${'['.repeat(40)}${']'.repeat(40)}}`, null],
    ['a line without input', '{"id":"a"}', 'input'],
    ['an empty input', '{"input":" "}', 'input'],
    ['a message without a role', '{"input":[{"content":"x"}]}', 'input'],
    ['a message of an unknown role', '{"input":[{"role":"root","content":"x"}]}', 'input'],
    ['an id that is no text', '{"id":{},"input":"x"}', 'id'],
    ['an id with a line break', '{"id":"a\\nb","input":"x"}', 'id'],
    ['tool calls without names', '{"input":"x","expected_tool_calls":[{}]}', 'tool_calls'],
  ])('names the line and the field of %s', (_name, line, field) => {
    const [, found] = lines(`{"input":"fine"}\n${line}`);
    expect(found).toMatchObject({ line: 2, problem: { line: 2, field } });
  });

  it('names the line that has the same id, and quotes nothing', () => {
    const found = lines('{"id":"secret","input":"a"}\n{"id":"secret","input":"b"}')[1];
    expect(found).toMatchObject({ problem: { field: 'id', message: 'The id is also that of line 1.' } });
  });
});
