import { describe, expect, it } from '@jest/globals';
import type { Caller } from './caller.js';
import { canUseKnowledge, chooseKnowledgeWorkspace, knowledgeViewer } from './knowledge-access.js';

const W1 = '01930000-0000-7000-8000-000000000001';
const W2 = '01930000-0000-7000-8000-000000000002';
const FOREIGN = '01930000-0000-7000-8000-0000000000ff';

const caller = (changes: Partial<Caller>) => ({
  credentialType: 'api_key' as const,
  keyName: 'k',
  role: 'member' as const,
  organizationId: 'o1',
  expiresAt: undefined,
  ...changes,
});
const person = (role: 'admin' | 'editor' | 'viewer', more: Partial<Caller> = {}) =>
  caller({
    credentialType: 'session',
    organizationRole: 'org_member',
    memberships: [{ workspaceId: W1, role, teamId: 't1' }],
    ...more,
  });

const finderOf = (...ids: string[]) => ({
  has: async (_organization: string, id: string) => ids.includes(id),
  list: async (_organization: string, limit: number) => ids.slice(0, limit),
});
const choose = (who: ReturnType<typeof caller>, asked?: unknown, finder = finderOf(W1, W2)) =>
  chooseKnowledgeWorkspace(who, 'gateway.knowledge.read', asked, finder).catch(
    ({ code, param }: { code: string; param?: string }) => [code, param],
  );

describe('canUseKnowledge', () => {
  it.each([
    ['a key with the role member reads', caller({}), [true, false]],
    ['a key with the role editor writes', caller({ role: 'editor' }), [true, true]],
    ['a key with the role admin writes', caller({ role: 'admin' }), [true, true]],
    ['a JWT with the role editor writes', caller({ credentialType: 'oidc', role: 'editor' }), [true, true]],
    ['a key of the workspace does too', caller({ role: 'editor', workspaceId: W1 }), [true, true]],
    ['a key of another workspace does nothing', caller({ role: 'admin', workspaceId: W2 }), [false, false]],
    ['a virtual account reads', caller({ credentialType: 'vat', workspaceId: W1 }), [true, false]],
    [
      'a virtual account with the role editor writes',
      caller({ credentialType: 'vat', role: 'editor', workspaceId: W1 }),
      [true, true],
    ],
    [
      'a virtual account of another workspace does nothing',
      caller({ credentialType: 'vat', role: 'editor', workspaceId: W2 }),
      [false, false],
    ],
    ['a virtual account of none does nothing', caller({ credentialType: 'vat', role: 'editor' }), [false, false]],
    ['a viewer reads', person('viewer'), [true, false]],
    ['an editor writes', person('editor'), [true, true]],
    ['an owner writes everywhere', person('viewer', { organizationRole: 'owner' }), [true, true]],
    ['a person without a place there does nothing', person('admin', { memberships: [] }), [false, false]],
    [
      'the PAT of an owner writes in its workspace',
      caller({ credentialType: 'pat', organizationRole: 'owner', workspaceId: W1 }),
      [true, true],
    ],
    [
      'the PAT of an owner does nothing in another',
      caller({ credentialType: 'pat', organizationRole: 'owner', workspaceId: W2 }),
      [false, false],
    ],
  ] as const)('%s', (_rule, who, [reads, writes]) => {
    expect(canUseKnowledge(who, 'gateway.knowledge.read', W1)).toBe(reads);
    expect(canUseKnowledge(who, 'gateway.knowledge.manage', W1)).toBe(writes);
  });
});

describe('chooseKnowledgeWorkspace', () => {
  it.each([
    ['a bound key means its own', caller({ workspaceId: W2 }), undefined, W2],
    ['a bound key may say so', caller({ workspaceId: W2 }), W2, W2],
    ['a bound key reaches no other', caller({ workspaceId: W2 }), W1, ['not_found', 'workspace_id']],
    ['an unbound key cannot choose among several', caller({}), undefined, ['invalid_value', 'workspace_id']],
    ['not even by name', caller({}), W1, ['invalid_value', 'workspace_id']],
    ['what is no id is refused', caller({}), 'x', ['invalid_value', 'workspace_id']],
    ['what occurs twice is refused', caller({}), [W1, W1], ['invalid_value', 'workspace_id']],
    ['a person means the only membership', person('viewer'), undefined, W1],
    ['a person reaches no other', person('viewer'), W2, ['not_found', 'workspace_id']],
    [
      'an owner has to choose',
      person('viewer', { organizationRole: 'owner' }),
      undefined,
      ['invalid_value', 'workspace_id'],
    ],
    ['an owner may choose any', person('viewer', { organizationRole: 'owner' }), W2, W2],
    [
      'an owner reaches none of another organization',
      person('viewer', { organizationRole: 'owner' }),
      FOREIGN,
      ['not_found', 'workspace_id'],
    ],
    [
      'a person without memberships reaches none',
      person('viewer', { memberships: [] }),
      undefined,
      ['permission_denied', undefined],
    ],
  ])('%s', async (_rule, who, asked, expected) => {
    expect(await choose(who, asked)).toEqual(expected);
  });

  it('lets an unbound key use the only workspace of its organization', async () => {
    expect(await choose(caller({}), undefined, finderOf(W1))).toBe(W1);
    expect(await choose(caller({}), W1, finderOf(W1))).toBe(W1);
    expect(await choose(caller({}), W2, finderOf(W1))).toEqual(['not_found', 'workspace_id']);
    expect(await choose(caller({}), undefined, finderOf())).toEqual(['permission_denied', undefined]);
  });

  it('rejects with 403 who may see and not change', async () => {
    await expect(
      chooseKnowledgeWorkspace(person('viewer'), 'gateway.knowledge.manage', undefined, finderOf(W1)),
    ).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('knowledgeViewer', () => {
  it.each([
    ['a key sees what its team sees', caller({ teamId: 't9' }), { seesAll: false, teamId: 't9' }],
    ['a key with the role admin does too', caller({ role: 'admin', teamId: 't9' }), { seesAll: false, teamId: 't9' }],
    ['who has no team sees what everyone sees', caller({ credentialType: 'vat' }), { seesAll: false, teamId: null }],
    ['a member sees what the team of the membership sees', person('editor'), { seesAll: false, teamId: 't1' }],
    ['a workspace administrator sees all', person('admin'), { seesAll: true }],
    ['an owner sees all', person('viewer', { organizationRole: 'owner' }), { seesAll: true }],
  ])('%s', (_rule, who, expected) => {
    expect(knowledgeViewer(who, W1)).toEqual(expected);
  });
});
