import { describe, expect, it } from '@jest/globals';
import { chooseWorkspace } from './choose-workspace.js';
import type { KnownCaller } from './subject.js';

const A = '01930000-0000-7000-8000-00000000000a';
const B = '01930000-0000-7000-8000-00000000000b';
const ELSEWHERE = '01930000-0000-7000-8000-0000000000ff';

const base: KnownCaller = {
  credentialType: 'session',
  keyName: 'ada@example.com',
  role: 'member',
  organizationId: 'o1',
  expiresAt: undefined,
};
const owner: KnownCaller = { ...base, organizationRole: 'owner' };
const member = (...ids: string[]): KnownCaller => ({
  ...base,
  organizationRole: 'org_member',
  memberships: ids.map((workspaceId) => ({ workspaceId, role: 'admin' })),
});
const pat: KnownCaller = { ...member(A), credentialType: 'pat', workspaceId: A };
const key: KnownCaller = { ...base, credentialType: 'api_key', role: 'admin', teamId: 't1' };

const choose = (caller: KnownCaller, asked: unknown, existing: readonly string[] = [A, B]) =>
  chooseWorkspace(caller, 'gateway.providers.manage', asked, {
    has: async (_organizationId, id) => existing.includes(id),
    list: async (_organizationId, limit) => existing.slice(0, limit),
  });

const asks = expect.objectContaining({ code: 'invalid_value', status: 400, param: 'workspace_id' });
const hides = expect.objectContaining({ code: 'not_found', status: 404, param: 'workspace_id' });

describe('?workspace_id= (docs/contract/control-plane.md#choosing-a-workspace)', () => {
  it.each<[string, KnownCaller, unknown, string]>([
    ['the one that a PAT is bound to', pat, undefined, A],
    ['the same, named', pat, A, A],
    ['the one that a person reaches', member(B), undefined, B],
    ['the one that a person names', member(A, B), B, B],
    ['any that an owner names', owner, B, B],
  ])('means %s', async (_what, caller, asked, chosen) => {
    expect(await choose(caller, asked)).toBe(chosen);
  });

  it('means the only one of the organization for an owner', async () => {
    expect(await choose(owner, undefined, [B])).toBe(B);
  });

  it.each<[string, KnownCaller]>([
    ['a person with two', member(A, B)],
    ['an owner of an organization with two', owner],
  ])('is needed for %s: 400 names it', async (_who, caller) => {
    await expect(choose(caller, undefined)).rejects.toEqual(asks);
  });

  it.each(['', 'default', `${A} `, A.toUpperCase(), [A, B], [A], { a: 1 }])('must be one id: %j', async (asked) => {
    for (const caller of [owner, member(A), pat]) await expect(choose(caller, asked)).rejects.toEqual(asks);
  });

  it.each<[string, KnownCaller, string]>([
    ['one that a person has no place in', member(A), B],
    ['another one than a PAT is bound to', pat, B],
    ['one of another tenant, to an owner', owner, ELSEWHERE],
    ['one that is gone, to its member', member(ELSEWHERE), ELSEWHERE],
    ['one to a key that is bound to none', key, A],
  ])('is 404 for %s', async (_what, caller, asked) => {
    await expect(choose(caller, asked)).rejects.toEqual(hides);
  });

  it.each([['a key that is bound to none', key] as const, ['a person with no place', member()] as const])(
    'is 403 for %s',
    async (_who, caller) => {
      await expect(choose(caller, undefined)).rejects.toMatchObject({ code: 'permission_denied', status: 403 });
    },
  );
});
