import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import type { CatalogModel, Snapshot, Team } from '../snapshot/snapshot.js';
import { findListedModel, listModels } from './list-models.js';

function model(logicalName: string, ...aliases: string[]): CatalogModel {
  const target = { provider: { kind: 'openai' } } as CatalogModel['target'];
  return {
    logicalName,
    names: [logicalName, ...aliases],
    type: 'chat',
    target,
    prices: undefined,
    reasoningEfforts: [],
  };
}

function snapshotOf(models: CatalogModel[], team: Partial<Team>): Snapshot {
  return {
    models: new Map(models.flatMap((each) => each.names.map((name) => [name, each]))),
    teams: new Map([['research', { name: 'research', allowedModels: undefined, ...team }]]),
  } as unknown as Snapshot;
}

const caller = { teamName: 'research' } as Caller;
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

  it('the messages style goes on after an id, to the end; after one that is not listed it refuses', () => {
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
