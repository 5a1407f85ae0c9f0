import { describe, expect, it } from '@jest/globals';
import { expectWithin, measureHold, processorTimeOf } from '@multilane/testing/measure-hold';
import { applyPatch } from './apply-patch.js';
import { GROUP_SCHEMA } from './resource-schema.js';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** `from` is the first person who is sent; 0 to 9,999 are members. */
interface LongOperation {
  readonly op: string;
  readonly path: string;
  readonly from?: number;
}

const LONG_OPERATIONS: Readonly<Record<string, LongOperation>> = {
  added: { op: 'add', path: 'members', from: 10_000 },
  replaced: { op: 'replace', path: 'members', from: 5 },
  'removed by value': { op: 'remove', path: 'members', from: 0 },
  'removed by filter': { op: 'remove', path: 'members[display co "7"]' },
};

describe('PATCH of the members of a large group', () => {
  it.each([
    ['adds', (at: number) => ({ op: 'add', path: 'members', value: [{ value: `new ${at}` }] })],
    ['removals by filter', (at: number) => ({ op: 'remove', path: `members[value eq "${at}"]` })],
    ['removals by value', (at: number) => ({ op: 'remove', path: 'members', value: [{ value: `${at}` }] })],
  ])('lets others run during hundreds of %s on thousands of members', async (_what, toOperation) => {
    const members = Array.from({ length: 5_000 }, (_, at) => ({ value: `${at}`, display: 'x', type: 'User' }));
    const operations = Array.from({ length: 300 }, (_, at) => toOperation(at));
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const patched = await applyPatch(
      GROUP_SCHEMA,
      { id: 'g', displayName: 'x', members },
      { schemas: [PATCH_OP], Operations: operations },
    );
    isOver = true;
    expect(patched.members).toHaveLength(operations[0]?.op === 'add' ? 5_300 : 4_700);
    expect(turns).toBeGreaterThan(2);
  });

  it.each(Object.entries(LONG_OPERATIONS))(
    'lets others run within one operation by which ten thousand members are %s',
    async (_how, { op, path, from }) => {
      const people = (first: number) =>
        Array.from({ length: 10_000 }, (_, at) => ({ value: `m${first + at}`, display: `Person ${at}`, type: 'User' }));
      const sent = from === undefined ? { op, path } : { op, path, value: people(from) };
      const group = { id: 'g', displayName: 'x', members: people(0) };
      const change = () => applyPatch(GROUP_SCHEMA, group, { schemas: [PATCH_OP], Operations: [sent] });
      await expectWithin(50, () => measureHold(change));
    },
  );

  it('does ten thousand in a moment', async () => {
    const members = Array.from({ length: 10_000 }, (_, at) => ({ value: `m${at}` }));
    const add = async (): Promise<void> => {
      const { members: now } = await applyPatch(
        GROUP_SCHEMA,
        { id: 'g', displayName: 'team', members },
        { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'members', value: [{ value: 'x' }] }] },
      );
      expect((now as unknown[]).length).toBe(10_001);
    };
    await expectWithin(1_000, () => processorTimeOf(add));
  });
});
