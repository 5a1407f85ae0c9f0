import { describe, expect, it } from '@jest/globals';
import { readDimension } from './read-dimension.js';

describe('the dimension of a query of usage', () => {
  it.each([
    [{ group_by: 'customer' }, { dimension: { kind: 'customer' }, value: undefined, isByDay: false }],
    [{ group_by: 'day, tag:env' }, { dimension: { kind: 'tag', name: 'env' }, value: undefined, isByDay: true }],
    [{ session: 's-1' }, { dimension: { kind: 'session' }, value: 's-1', isByDay: false }],
    [
      { tag: 'env=prod', group_by: 'day' },
      { dimension: { kind: 'tag', name: 'env' }, value: 'prod', isByDay: true },
    ],
    [
      { client: 'codex', group_by: 'client' },
      { dimension: { kind: 'client' }, value: 'codex', isByDay: false },
    ],
    [{ group_by: 'team,day', model: 'm' }, undefined],
    [{}, undefined],
  ])('%j is %j', (query, asked) => {
    expect(readDimension(query)).toEqual(asked);
  });

  it.each([
    [{ group_by: 'customer,client' }, 'group_by'],
    [{ group_by: 'tag:a,tag:b' }, 'group_by'],
    [{ group_by: 'customer', session: 's' }, 'group_by'],
    [{ group_by: 'customer,model' }, 'group_by'],
    [{ group_by: 'tag:' }, 'group_by'],
    [{ tag: 'a=b,c=d' }, 'tag'],
    [{ group_by: 'client', model: 'm' }, 'model'],
    [{ customer: 'c', user_id: 'u' }, 'user_id'],
  ])('%j is 400', (query, param) => {
    expect(() => readDimension(query)).toThrow(expect.objectContaining({ code: 'invalid_value', param }) as never);
  });
});
