import { describe, expect, it } from '@jest/globals';
import { findUploadProblem, readLineProblems, toVersion } from './upload-values.js';

const EMPTY = { jsonl: '', id: '', input: '', expected: '', tool_calls: '' };

describe('an upload of cases', () => {
  it('names members only where they are others', () => {
    expect(toVersion({ ...EMPTY, jsonl: '{}' })).toEqual({ jsonl: '{}' });
    expect(toVersion({ ...EMPTY, jsonl: '{}', input: ' question ', tool_calls: 'calls' })).toEqual({
      jsonl: '{}',
      fields: { input: 'question', tool_calls: 'calls' },
    });
  });

  it.each([
    ['\n ', 'required.jsonl'],
    ['x'.repeat(4_000_001), 'required.shorter'],
    ['{}', undefined],
  ])('has its problems found before it is sent', (jsonl, problem) => {
    expect(findUploadProblem({ ...EMPTY, jsonl })).toBe(problem);
  });

  it('shows the problems that the service lists, and nothing of other details', () => {
    const problems = [
      { line: 2, field: 'input', message: 'The input must be a text.' },
      { line: 3, field: null, message: 'The line is not JSON.' },
    ];
    expect(readLineProblems({ problems: [...problems, { line: 'x' }, null] })).toEqual(problems);
    for (const other of [undefined, null, [], { problems: 'none' }]) expect(readLineProblems(other)).toEqual([]);
  });
});
