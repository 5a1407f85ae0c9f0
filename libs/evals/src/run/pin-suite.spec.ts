import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import { readSuite } from '../definition/suite.js';
import { checkReferences, countAnswers, pinSuite, type SuiteTables } from './pin-suite.js';

const [ID, OTHERS] = ['01930000-0000-7000-8000-00000000000a', '01930000-0000-7000-8000-00000000000b'];
const place = { organizationId: 'o', workspaceId: 'w' };
const tables = (dataset: object | undefined = { workspaceId: 'w', version: 3 }): SuiteTables => {
  const find = async (_organizationId: string, id: string) => ({
    workspaceId: id === ID ? 'w' : 'another',
    version: 5,
    publishedVersion: 7,
  });
  return {
    agents: { find },
    workflows: { find },
    evalDatasets: {
      find: async () => dataset as Awaited<ReturnType<SuiteTables['evalDatasets']['find']>>,
      findVersion: async (_id, version) => (version <= 3 ? { caseCount: version, characters: 10 } : undefined),
    },
  };
};
const suite = (targets: object[], more: object = {}) =>
  readSuite({ dataset_id: ID, targets, graders: [{ type: 'exact' }], ...more });
const problemOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error instanceof GatewayError ? [error.status, error.param] : error;
  }
  return 'accepted';
};

describe('a suite for a run', () => {
  it('has the version of everything that it names', async () => {
    const targets = [
      { type: 'model', model: 'm' },
      { type: 'agent', agent_id: ID },
      { type: 'workflow', workflow_id: ID, version: 2 },
    ];
    const pinned = await pinSuite(tables(), place, suite(targets));
    expect(pinned).toMatchObject({ datasetVersion: 3, caseCount: 3, characters: 10 });
    expect(pinned.definition.targets).toMatchObject([{ model: 'm' }, { version: 5 }, { version: 2 }]);
    expect(countAnswers(pinned)).toBe(9);
  });

  it('has a limit of answers', async () => {
    const { definition } = await pinSuite(tables(), place, suite([{ type: 'model', model: 'm' }], { repeats: 20 }));
    expect(() => countAnswers({ definition, caseCount: 5_001 })).toThrow('at most 100000');
  });

  it.each<[string, object[], object, unknown]>([
    ['an agent of others', [{ type: 'agent', agent_id: OTHERS }], {}, [400, 'targets[0].agent_id']],
    ['a workflow of others', [{ type: 'workflow', workflow_id: OTHERS }], {}, [400, 'targets[0].workflow_id']],
    ['a version ahead', [{ type: 'workflow', workflow_id: ID, version: 8 }], {}, [400, 'targets[0].version']],
    [
      'a version of the dataset ahead',
      [{ type: 'model', model: 'm' }],
      { dataset_version: 4 },
      [400, 'dataset_version'],
    ],
    ['nothing else', [{ type: 'agent', agent_id: ID, version: 5 }], { dataset_version: 3 }, 'accepted'],
  ])('rejects %s', async (_name, targets, more, expected) => {
    expect(await problemOf(checkReferences(tables(), place, suite(targets, more)))).toEqual(expected);
  });

  it('needs a dataset of the workspace with a version', async () => {
    const definition = suite([{ type: 'model', model: 'm' }]);
    expect(await problemOf(pinSuite(tables({ workspaceId: 'another', version: 1 }), place, definition))).toEqual([
      400,
      'dataset_id',
    ]);
    const empty = tables({ workspaceId: 'w', version: 0 });
    expect(await problemOf(pinSuite(empty, place, definition))).toEqual([409, undefined]);
  });
});
