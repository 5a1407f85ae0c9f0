import { describe, expect, it } from '@jest/globals';
import { readDocset, readKnowledgeBase, readPageQuery } from './read-members.js';
import { readKnowledgeQuery } from './read-query.js';
import { readMetadata } from './read-upload.js';

const paramOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { param?: string }).param ?? 'refused';
  }
};
const ID = '01930000-0000-7000-8000-00000000000a';

describe('members sent for knowledge', () => {
  it.each<[string, () => unknown, unknown]>([
    ['a knowledge base', () => readKnowledgeBase({ name: 'k', embedding_model: null }, true), { name: 'k' }],
    ['a change of one', () => readKnowledgeBase({ embedding_model: 'builtin' }, false), { embedding_model: 'builtin' }],
    [
      'a document set',
      () => readDocset({ name: 's', description: null, kb_ids: [ID] }, true),
      { name: 's', description: null, kb_ids: [ID] },
    ],
    ['a change that says nothing', () => readDocset({ team_ids: null }, false), {}],
    ['a page', () => readPageQuery(new URLSearchParams('limit=7&cursor=c')), { limit: 7, cursor: 'c' }],
    ['metadata', () => readMetadata('{"a":[1,"b",true]}'), { a: [1, 'b', true] }],
    [
      'a question',
      () => readKnowledgeQuery({ query: 'q', top_k: null }),
      { query: 'q', top_k: 5, mode: 'hybrid', explain: false },
    ],
  ])('is read: %s', (_what, work, expected) => {
    expect(work()).toEqual(expected);
  });

  it.each<[string, () => unknown, string]>([
    ['no body', () => readKnowledgeBase(undefined, true), 'refused'],
    ['a list', () => readKnowledgeBase([], true), 'refused'],
    ['no name', () => readKnowledgeBase({}, true), 'name'],
    ['a blank name', () => readKnowledgeBase({ name: ' ' }, true), 'name'],
    ['a name of two lines', () => readKnowledgeBase({ name: 'a\nb' }, true), 'name'],
    ['half of a surrogate pair', () => readDocset({ name: '\ud800' }, true), 'name'],
    ['an unknown member', () => readKnowledgeBase({ name: 'a', model: 'x' }, true), 'model'],
    ['a name that is no text', () => readKnowledgeBase({ name: 1 }, false), 'name'],
    ['one id for a list', () => readDocset({ kb_ids: ID }, false), 'kb_ids'],
    ['too many ids', () => readDocset({ kb_ids: Array(201).fill(ID) }, false), 'kb_ids'],
    ['what is no id', () => readDocset({ team_ids: [ID, 7] }, false), 'team_ids[1]'],
    ['a limit of 0', () => readPageQuery(new URLSearchParams('limit=0')), 'limit'],
    ['a limit over 200', () => readPageQuery(new URLSearchParams('limit=201')), 'limit'],
    ['a NUL in metadata', () => readMetadata('{"a":"\\u0000"}'), 'metadata.a'],
    ['a prototype in metadata', () => readMetadata('{"__proto__":1}'), 'metadata.__proto__'],
    [
      'too much metadata',
      () => readMetadata(JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, 1])))),
      'metadata',
    ],
    [
      'more metadata than each chunk should have',
      () => readMetadata(JSON.stringify({ a: Array(17).fill('x'.repeat(1_000)) })),
      'metadata',
    ],
  ])('is rejected, and the field named: %s', (_what, work, param) => {
    expect(paramOf(work)).toBe(param);
  });
});
