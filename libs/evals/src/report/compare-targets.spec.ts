import { describe, expect, it } from '@jest/globals';
import { compareTargets, type KeyedTally } from './compare-targets.js';

const [ID, OTHER, FLOW] = ['a', 'b', 'c'].map((digit) => `01930000-0000-7000-8000-00000000000${digit}`);
const run = (targets: object[], passed: (target: number) => boolean) => ({
  definition: { dataset_id: ID, targets, graders: [{ type: 'exact' }] },
  tallies: targets.flatMap((_target, target) =>
    Array.from({ length: 12 }, (_, position): KeyedTally => {
      const isPassed = passed(target);
      const counts = { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, errors: 0, graderErrors: 0 };
      return { target, position, key: `c${position}`, ...counts };
    }),
  ),
});
const model = (name: string) => ({ type: 'model', model: name });

describe('compareTargets', () => {
  it('compares targets by their names, wherever they are in the suite', () => {
    const before = run([model('a'), model('b')], () => true);
    const after = run([model('b'), model('new'), model('a')], (target) => target !== 0);
    const compared = compareTargets(before, after);
    expect(compared.map(({ comparison, name }) => [name, comparison?.verdict])).toEqual([
      ['b', 'worse'],
      ['new', undefined],
      ['a', 'no_detectable_change'],
    ]);
  });

  it('compares an agent or a workflow with another version of it, where that is clear', () => {
    const agent = (version: number, agent_id = ID) => ({ type: 'agent', agent_id, version });
    const workflow = (version: number) => ({ type: 'workflow', workflow_id: FLOW, version });
    const before = run([agent(1), workflow(1), agent(1, OTHER), agent(2, OTHER)], () => true);
    const after = run([agent(2), workflow(3), agent(3, OTHER)], () => false);
    expect(compareTargets(before, after).map(({ comparison }) => comparison?.verdict)).toEqual([
      'worse',
      'worse',
      undefined,
    ]);
  });

  it('compares nothing without an earlier run', () => {
    expect(
      compareTargets(
        undefined,
        run([model('a')], () => true),
      ),
    ).toEqual([{ target: 0, name: 'a', comparison: undefined }]);
  });
});
