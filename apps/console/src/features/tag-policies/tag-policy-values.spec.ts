import { describe, expect, it } from '@jest/globals';
import {
  checkTagPolicy,
  EMPTY_TAG_POLICY,
  saysNothing,
  type TagPolicy,
  type TagPolicyValues,
  toChangedTagPolicy,
  toNewTagPolicy,
  valuesOfTagPolicy,
} from './tag-policy-values.js';

const POLICY: TagPolicy = {
  id: 'p1',
  object: 'tag_policy',
  name: 'cost centres',
  enabled: true,
  workspace_id: null,
  required: ['feature'],
  allowed: [{ name: 'env', values: ['prod', 'test'] }],
  assign: [{ scope: 'team', value: 'research', tags: { centre: '4711' }, fixed: true }],
  headers: [{ header: 'x-department', tag: 'department' }],
  baggage: ['region'],
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};

describe('the form of a tag policy', () => {
  it('shows a stored policy, and sends the same again', () => {
    const values = valuesOfTagPolicy(POLICY);
    expect(values).toMatchObject({ scope: 'organization', assign: [{ tags: ['centre=4711'] }] });
    const { name, enabled, required, allowed, assign, headers, baggage } = POLICY;
    expect(toChangedTagPolicy(values)).toEqual({ name, enabled, required, allowed, assign, headers, baggage });
  });

  it('sends tags of all callers without a value, and headers in lower case', () => {
    const values: TagPolicyValues = {
      ...EMPTY_TAG_POLICY,
      name: ' a ',
      assign: [{ key: '0', scope: 'all', value: 'left over', tags: ['a = b=c'], fixed: false }],
      headers: [{ key: '0', header: ' X-Department ', tag: 'department' }],
    };
    expect(toNewTagPolicy(values, 'w1')).toMatchObject({
      name: 'a',
      workspace_id: 'w1',
      assign: [{ scope: 'all', tags: { a: 'b=c' }, fixed: false }],
      headers: [{ header: 'x-department', tag: 'department' }],
    });
    expect(toNewTagPolicy(values, 'w1').assign?.[0]).not.toHaveProperty('value');
  });

  it('names each field that lacks something', () => {
    expect(checkTagPolicy(valuesOfTagPolicy(POLICY))).toEqual({});
    const unfinished: TagPolicyValues = {
      ...EMPTY_TAG_POLICY,
      allowed: [{ key: '0', name: 'env', values: [] }],
      assign: [{ key: '0', scope: 'all', value: '', tags: ['no value'], fixed: false }],
      headers: [{ key: '0', header: 'x-department', tag: '' }],
    };
    expect(Object.keys(checkTagPolicy(unfinished)).sort()).toEqual(['allowed', 'assign', 'headers', 'name']);
  });

  it('tells a policy that says nothing', () => {
    expect(saysNothing(POLICY)).toBe(false);
    expect(saysNothing({ ...POLICY, required: [], allowed: [], assign: [], headers: [], baggage: [] })).toBe(true);
  });
});
