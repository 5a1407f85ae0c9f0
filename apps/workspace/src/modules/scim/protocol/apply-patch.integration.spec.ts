import { describe, expect, it } from '@jest/globals';
import { applyPatch } from './apply-patch.js';
import { GROUP_SCHEMA } from './resource-schema.js';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

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

  it('does ten thousand in a moment', async () => {
    const members = Array.from({ length: 10_000 }, (_, at) => ({ value: `m${at}` }));
    const start = performance.now();
    const { members: now } = await applyPatch(
      GROUP_SCHEMA,
      { id: 'g', displayName: 'team', members },
      { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'members', value: [{ value: 'x' }] }] },
    );
    expect((now as unknown[]).length).toBe(10_001);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
