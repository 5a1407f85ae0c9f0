import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import type { ServedModel, Snapshot, Team } from '../snapshot.js';
import { findListedModel, listModels } from './list-models.js';

function model(logicalName: string, ...aliases: string[]): ServedModel {
  return {
    source: 'config',
    logicalName,
    names: [logicalName, ...aliases],
    type: 'chat',
    providerNames: ['openai'],
    target: { provider: { kind: 'openai' } } as ServedModel['target'],
    price: { current: undefined },
    reasoningEfforts: [],
    isBeyondReference: false,
  };
}

const byName = (models: ServedModel[]): Map<string, ServedModel> =>
  new Map(models.flatMap((each) => each.names.map((name) => [name, each] as const)));

function snapshotOf(models: ServedModel[], team: Partial<Team>): Snapshot {
  return {
    models: byName(models),
    ownTeams: new Map([['research', { teamName: 'research', allowedModels: undefined, ...team }]]),
    virtualModels: new Map(),
    unlisted: new Set(),
    teams: new Map(),
    workspaces: new Map(),
  } as unknown as Snapshot;
}

const caller = { credentialType: 'api_key', teamName: 'research' } as Caller;
const models = [model('gpt-4o', 'default', 'best'), model('org/small:latest')];

describe('GET /v1/models', () => {
  it('lists logical names and aliases in the order of the catalog, created always 0', () => {
    const list = listModels(snapshotOf(models, {}), caller, 'reference');
    expect(list.data.map(({ id }) => id)).toEqual(['gpt-4o', 'default', 'best', 'org/small:latest']);
    expect(list.data[0]).toEqual({
      id: 'gpt-4o',
      object: 'model',
      created: 0,
      owned_by: 'multilane',
      provider: 'openai',
      source: 'config',
      display_name: 'gpt-4o',
    });
  });

  it('names that are not to be listed are left out, and found by their names', () => {
    const snapshot = { ...snapshotOf(models, {}), unlisted: new Set(['gpt-4o', 'best']) };
    expect(listModels(snapshot, caller, 'reference').data.map(({ id }) => id)).toEqual(['default', 'org/small:latest']);
    expect(findListedModel(snapshot, caller, 'best', 'reference')?.id).toBe('best');
  });

  it('a policy that names a model grants it under all its names, and nothing else', () => {
    const list = listModels(snapshotOf(models, { allowedModels: new Set(['gpt-4o']) }), caller, 'reference');
    expect(list.data.map(({ id }) => id)).toEqual(['gpt-4o', 'default', 'best']);
  });

  it('an empty policy grants nothing; a team that is gone grants nothing', () => {
    expect(listModels(snapshotOf(models, { allowedModels: new Set() }), caller, 'reference').data).toEqual([]);
    const stranger = { ...caller, teamName: 'gone' };
    expect(listModels(snapshotOf(models, {}), stranger, 'reference').data).toEqual([]);
  });

  it('the messages style adds its paging members and honours the limit', () => {
    const list = listModels(snapshotOf(models, {}), caller, 'messages', { limit: 2 });
    expect(list).toMatchObject({ has_more: true, first_id: 'gpt-4o', last_id: 'default' });
    expect(list.data[0]).toMatchObject({ type: 'model', created_at: '1970-01-01T00:00:00Z' });
  });

  it('the messages style continues after an id, to the end; after one that is not listed it rejects', () => {
    const snapshot = snapshotOf(models, { allowedModels: new Set(['gpt-4o']) });
    const after = (afterId: string) => listModels(snapshot, caller, 'messages', { limit: 1, afterId });
    expect(after('gpt-4o')).toMatchObject({ data: [{ id: 'default' }], has_more: true, last_id: 'default' });
    expect(after('default')).toMatchObject({ data: [{ id: 'best' }], has_more: false });
    expect(after('best')).toMatchObject({ data: [], has_more: false, first_id: null, last_id: null });
    for (const unknown of ['gpt-9', '', 'org/small:latest']) {
      expect(() => after(unknown)).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'after_id' }));
    }
  });

  it('one model is found by any of its names, and not outside the policy', () => {
    const snapshot = snapshotOf(models, { allowedModels: new Set(['gpt-4o']) });
    expect(findListedModel(snapshot, caller, 'best', 'reference')?.id).toBe('best');
    expect(findListedModel(snapshot, caller, 'org/small:latest', 'reference')).toBeUndefined();
    expect(findListedModel(snapshot, caller, '__proto__', 'reference')).toBeUndefined();
  });
});

describe('GET /v1/models of a credential that is bound to a workspace', () => {
  const ofType = (type: ServedModel['type'], name: string): ServedModel => ({ ...model(name), type });
  const own = { ...model('gpt-4o', 'mine'), source: 'workspace' as const };
  const workspaces = new Map([
    ['w1', { id: 'w1', organizationId: 'o1', name: 'one', models: byName([own]), virtualModels: new Map() }],
    [
      'w2',
      { id: 'w2', organizationId: 'o1', name: 'two', models: byName([model('theirs')]), virtualModels: new Map() },
    ],
  ]);
  const catalog = [...models, ofType('embedding', 'embed'), ofType('image', 'draw'), ofType('decision', 'decide')];
  const snapshot = { ...snapshotOf(catalog, {}), workspaces } as unknown as Snapshot;
  const bound = { credentialType: 'pat', organizationId: 'o1', workspaceId: 'w1', userId: 'u1' } as Caller;

  it('lists its own models, with their source, and of the catalog what other endpoints resolve there', () => {
    const { data } = listModels(snapshot, bound, 'reference');
    expect(data.map(({ id, source }) => [id, source])).toEqual([
      ['gpt-4o', 'workspace'],
      ['mine', 'workspace'],
      ['embed', 'config'],
      ['draw', 'config'],
    ]);
    for (const { id } of data) expect(findListedModel(snapshot, bound, id, 'reference')?.id).toBe(id);
  });

  it.each(['default', 'decide', 'theirs', 'nobody’s'])('404 for %s, which it cannot ask for', (name) => {
    expect(findListedModel(snapshot, bound, name, 'reference')).toBeUndefined();
  });

  it('a workspace of another organization is none', () => {
    const stranger = { ...bound, organizationId: 'o2' } as Caller;
    expect(listModels(snapshot, stranger, 'reference').data.map(({ id }) => id)).toEqual(['embed', 'draw']);
  });
});
