import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import type { VirtualModel } from '../routes/route.js';
import type { ServedModel, Snapshot } from '../snapshot.js';
import { mayUseModel, mayUseTarget, resolveName } from './find-model.js';

const model = (source: 'config' | 'workspace', name: string, more: Partial<ServedModel> = {}): ServedModel =>
  ({ source, logicalName: name, names: [name, `${name}-alias`], providerNames: ['openai'], ...more }) as ServedModel;

const byName = (...models: ServedModel[]) =>
  new Map(models.flatMap((each) => each.names.map((name) => [name, each] as const)));

const virtual = (name: string) => new Map([[name, { logicalName: name, route: {} } as VirtualModel]]);

const workspace = (id: string, organizationId: string, ...models: ServedModel[]) =>
  [id, { id, organizationId, name: id, models: byName(...models), virtualModels: virtual(`router-of-${id}`) }] as const;

const snapshot = {
  models: byName(model('config', 'both'), model('config', 'catalog')),
  virtualModels: virtual('router'),
  workspaces: new Map([
    workspace('w1', 'o1', model('workspace', 'both'), model('workspace', 'own')),
    workspace('w2', 'o2', model('workspace', 'theirs')),
  ]),
  ownTeams: new Map([['research', { teamName: 'research', allowedModels: new Set(['both-alias']) }]]),
  teams: new Map([['t1', { teamId: 't1', teamName: 'sales', organizationId: 'o1', allowedModels: new Set(['own']) }]]),
} as unknown as Snapshot;

const bound = { credentialType: 'pat', organizationId: 'o1', workspaceId: 'w1' } as Caller;
const scoped = { credentialType: 'api_key', organizationId: 'o1', teamId: 't1' } as Caller;

describe('docs/contract/model-access.md#sources', () => {
  it.each([
    ['workspace', 'both', 'workspace'],
    ['workspace', 'own-alias', 'workspace'],
    ['workspace', 'catalog', undefined],
    ['workspace', 'theirs', undefined],
    ['workspace-then-catalog', 'both-alias', 'workspace'],
    ['workspace-then-catalog', 'catalog', 'config'],
    ['workspace-then-catalog', 'theirs', undefined],
    ['catalog', 'both', 'config'],
    ['catalog', 'own', undefined],
  ] as const)('%s: %s, for a credential that is bound to a workspace', (source, name, expected) => {
    expect(resolveName(snapshot, bound, name, source)?.source).toBe(expected);
  });

  it.each(['workspace', 'workspace-then-catalog', 'catalog'] as const)('%s: others use the catalog', (source) => {
    expect(resolveName(snapshot, scoped, 'both', source)?.source).toBe('config');
    expect(resolveName(snapshot, scoped, 'own', source)).toBeUndefined();
  });

  it('a workspace of another organization has nothing', () => {
    const forged = { ...bound, workspaceId: 'w2' };
    expect(resolveName(snapshot, forged, 'theirs', 'workspace')).toBeUndefined();
    expect(resolveName(snapshot, forged, 'router-of-w2', 'workspace')).toBeUndefined();
  });

  it.each([
    [bound, 'router-of-w1', 'workspace', true],
    [bound, 'router', 'workspace', false],
    [bound, 'router', 'workspace-then-catalog', true],
    [scoped, 'router', 'workspace', true],
    [scoped, 'router-of-w1', 'workspace', false],
  ] as const)('virtual models are looked for in the same places (%#)', (caller, name, source, expected) => {
    expect(resolveName(snapshot, caller, name, source)?.logicalName).toBe(expected ? name : undefined);
  });
});

describe('docs/contract/model-access.md#authorization', () => {
  const both = model('workspace', 'both');
  const own = model('workspace', 'own', { providerNames: ['mine', 'openai'] });
  const vat = { credentialType: 'vat', organizationId: 'o1', workspaceId: 'w1' } as Caller;
  it.each<[string, Partial<Caller>, ServedModel, boolean]>([
    ['a team of the file, by an alias', { credentialType: 'api_key', teamName: 'research' }, both, true],
    ['a team of the file, not named', { credentialType: 'api_key', teamName: 'research' }, own, false],
    ['a team of the database, by the logical name', scoped, own, true],
    ['a team of the database, not named', scoped, both, false],
    ['a team that is gone', { ...scoped, teamId: 'gone' }, own, false],
    ['a team of another organization', { ...scoped, organizationId: 'o2' }, own, false],
    ['a key without a team', { credentialType: 'api_key', organizationId: 'o1' }, own, false],
    ['a JWT without a team', { credentialType: 'oidc' }, own, false],
    ['a person without a team', bound, both, true],
    ['a person with a team', { ...bound, teamId: 't1' }, both, false],
    ['a virtual account, by an alias', { ...vat, allowedModels: new Set(['own-alias']) }, own, true],
    ['a virtual account, another model', { ...vat, allowedModels: new Set(['own-alias']) }, both, false],
    ['a virtual account, no model', { ...vat, allowedModels: new Set() }, own, false],
    ['a virtual account, by the provider’s name', { ...vat, allowedProviders: new Set(['mine']) }, own, true],
    ['a virtual account, another provider', { ...vat, allowedProviders: new Set(['mine']) }, both, false],
    [
      'a virtual account, both lists',
      { ...vat, allowedModels: new Set(['own']), allowedProviders: new Set(['no']) },
      own,
      false,
    ],
  ])('%s', (_who, caller, asked, expected) => {
    expect(mayUseModel(snapshot, caller as Caller, asked)).toBe(expected);
  });

  it('a target needs a name that allows it, and one of each list that the way to it demands', () => {
    const target = (demands: readonly (readonly string[])[]) => ({ model: own, grants: ['own'], demands }) as never;
    expect(mayUseTarget(snapshot, scoped, target([['premium', 'own']]))).toBe(true);
    expect(mayUseTarget(snapshot, scoped, target([['own'], ['premium']]))).toBe(false);
    expect(mayUseTarget(snapshot, scoped, { model: own, grants: ['premium'] } as never)).toBe(false);
  });
});
