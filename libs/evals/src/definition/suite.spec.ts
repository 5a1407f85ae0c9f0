import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { readSuite } from './suite.js';

const ID = '01930000-0000-7000-8000-00000000000a';
const SUITE = { dataset_id: ID, targets: [{ type: 'model', model: 'm' }], graders: [{ type: 'exact' }] };

const paramOf = (value: unknown): unknown => {
  try {
    readSuite(value);
  } catch (error) {
    return error instanceof GatewayError ? error.param : error;
  }
  return 'accepted';
};

describe('readSuite', () => {
  it('fills in defaults', () => {
    expect(readSuite(SUITE)).toEqual({
      dataset_id: ID,
      dataset_version: null,
      repeats: 1,
      targets: [{ type: 'model', model: 'm', parameters: {} }],
      graders: [{ type: 'exact', ignore_case: false, ignore_punctuation: false }],
    });
  });

  it.each<[string, object, string]>([
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an unknown target', { targets: [{ type: 'person' }] }, 'targets[0].type'],
    ['a workflow without an id', { targets: [{ type: 'workflow' }] }, 'targets[0].workflow_id'],
    [
      'a path with a filter in the output of a workflow',
      { targets: [{ type: 'workflow', workflow_id: ID, output_path: '$[?@.a]' }] },
      'targets[0].output_path',
    ],
    [
      'the same workflow twice',
      {
        targets: [
          { type: 'workflow', workflow_id: ID },
          { type: 'workflow', workflow_id: ID, input: 'json' },
        ],
      },
      'targets[1].name',
    ],
    ['no targets', { targets: [] }, 'targets'],
    ['an agent that is no id', { targets: [{ type: 'agent', agent_id: 'a' }] }, 'targets[0].agent_id'],
    [
      'the messages among parameters',
      { targets: [{ type: 'model', model: 'm', parameters: { messages: [] } }] },
      'targets[0].parameters',
    ],
    ['the same model twice', { targets: [SUITE.targets[0], SUITE.targets[0]] }, 'targets[1].name'],
    ['the same grader twice', { graders: [{ type: 'exact' }, { type: 'exact' }] }, 'graders[1].name'],
    ['an unknown grader', { graders: [{ type: 'magic' }] }, 'graders[0].type'],
    ['a pattern with a backreference', { graders: [{ type: 'regex', pattern: '(a)\\1' }] }, 'graders[0].pattern'],
    ['a pattern that is too large', { graders: [{ type: 'regex', pattern: '(a{30}){30}' }] }, 'graders[0].pattern'],
    ['a path with a filter', { graders: [{ type: 'json_path', path: '$[?@.a]' }] }, 'graders[0].path'],
    [
      'more texts than edits are counted to',
      { graders: [{ type: 'similarity', method: 'edit', value: Array(120).fill('x'.repeat(2_000)) }] },
      'graders[0].value',
    ],
    [
      'a text that is too long for edits',
      { graders: [{ type: 'similarity', method: 'edit', value: 'x'.repeat(2_001) }] },
      'graders[0].value',
    ],
    ['an object to be like', { graders: [{ type: 'similarity', value: { a: 1 } }] }, 'graders[0].value'],
    ['embeddings without a model', { graders: [{ type: 'similarity', method: 'embedding' }] }, 'graders[0].model'],
    ['a model without embeddings', { graders: [{ type: 'similarity', model: 'm' }] }, 'graders[0].model'],
    [
      'a swap with nothing to swap',
      { graders: [{ type: 'judge', model: 'm', rubric: 'r', swap: true }] },
      'graders[0].swap',
    ],
    ['too many votes', { graders: [{ type: 'judge', model: 'm', rubric: 'r', votes: 10 }] }, 'graders[0].votes'],
    ['too many repeats', { repeats: 21 }, 'repeats'],
  ])('rejects %s and names the field', (_name, changes, param) => {
    expect(paramOf({ ...SUITE, ...changes })).toBe(param);
  });
});
