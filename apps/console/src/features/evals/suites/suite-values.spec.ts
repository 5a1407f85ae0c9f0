import { describe, expect, it } from '@jest/globals';
import { newGrader } from './grader-values.js';
import {
  findSuiteProblems,
  findTargetProblem,
  newSuite,
  newTarget,
  type Suite,
  type SuiteValues,
  toSuite,
  valuesOfSuite,
} from './suite-values.js';

const STORED: Suite = {
  object: 'eval.suite',
  id: 's',
  workspace_id: 'w',
  name: 'nightly',
  description: 'Every night',
  dataset_id: 'd',
  dataset_version: 3,
  targets: [
    { type: 'model', model: 'm', parameters: { temperature: 0 } as never, system: 'Be brief.' },
    { type: 'agent', agent_id: 'a', name: 'desk', version: 2 },
    { type: 'workflow', workflow_id: 'f', version: 4, input: 'json', output_path: '$.answer' },
    { type: 'workflow', workflow_id: 'g' },
  ],
  graders: [{ type: 'contains', ignore_case: true, value: ['yes', 'y'] as never }],
  repeats: 3,
  schedule: null,
  webhook_receiver: null,
  baseline_run_id: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

/** Suite that can be created as it is. */
const READY: SuiteValues = {
  ...newSuite('d'),
  name: 'nightly',
  targets: [{ ...newTarget('model', 'one'), model: 'm' }],
};

describe('values of a suite', () => {
  it('a form that was not touched sends what is stored', () => {
    const { dataset_id, dataset_version, description, graders, name, repeats, targets } = STORED;
    const written = { dataset_id, dataset_version, description, graders, name, repeats, targets };
    expect(toSuite(valuesOfSuite(STORED))).toEqual(written);
  });

  it('the newest version is sent as null, and what is empty not at all', () => {
    expect(toSuite({ ...READY, repeats: '' })).toEqual({
      name: 'nightly',
      description: '',
      dataset_id: 'd',
      dataset_version: null,
      targets: [{ type: 'model', model: 'm' }],
      graders: [{ type: 'contains', ignore_case: false }],
    });
  });

  it.each<[string, Partial<SuiteValues>, object]>([
    ['nothing is wrong', {}, {}],
    ['there is no name', { name: ' ' }, { name: 'required.name' }],
    ['there is no dataset', { dataset_id: '' }, { dataset_id: 'required.dataset' }],
    ['there is no target', { targets: [] }, { targets: 'required.targets' }],
    ['there is no grader', { graders: [] }, { graders: 'required.graders' }],
    ['a target has no model', { targets: [newTarget('model', 'one')] }, { targets: 'required.model' }],
    ['a grader lacks a field', { graders: [newGrader('judge', 'one')] }, { graders: 'required.model' }],
    [
      'two targets have one name',
      { targets: [...READY.targets, ...READY.targets] },
      { targets: 'required.targetName' },
    ],
    [
      'two graders have one name',
      { graders: [newGrader('exact', 'one'), newGrader('exact', 'two')] },
      { graders: 'required.graderName' },
    ],
  ])('%s', (_name, change, problems) => {
    expect(findSuiteProblems({ ...READY, ...change })).toEqual(problems);
  });

  it.each([
    [{ parameters: '{' }, 'required.parameters'],
    [{ parameters: '[]' }, 'required.parameters'],
    [{ parameters: '{ "top_p": 1 }' }, undefined],
    [{ type: 'agent' as const }, 'required.agent'],
    [{ type: 'agent' as const, agent_id: 'a', model: '' }, undefined],
    [{ type: 'workflow' as const }, 'required.workflow'],
    [{ type: 'workflow' as const, workflow_id: 'f', model: '' }, undefined],
  ])('a target with %j has the problem %s', (change, problem) => {
    expect(findTargetProblem({ ...newTarget('model', 'one'), model: 'm', ...change })).toBe(problem);
  });
});
