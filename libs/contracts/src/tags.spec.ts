import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MOST_TAGS, parseTags, TAG_NAME, TAG_VALUE, writeTags } from './tags.js';

describe('a list of tags', () => {
  it.each([
    ['feature=search, env=prod', { feature: 'search', env: 'prod' }],
    ['feature = search,env=prod', { feature: 'search', env: 'prod' }],
    ['team.name=R and D/eu-1:a@b+c', { 'team.name': 'R and D/eu-1:a@b+c' }],
    ['constructor=x', { constructor: 'x' }],
    ['', {}],
    ['  ', {}],
  ])('%j is read', (text, tags) => {
    expect(parseTags(text)).toEqual({ tags });
  });

  it.each([
    ['feature', /must be a list of tags/],
    ['feature=search,', /must be a list of tags/],
    ['=search', /name of a tag/],
    ['__proto__=x', /name of a tag/],
    ['fea ture=search', /name of a tag/],
    [`${'n'.repeat(65)}=x`, /name of a tag/],
    ['feature=', /value of `feature`/],
    ['feature=a=b', /value of `feature`/],
    ['feature=größe', /value of `feature`/],
    [`feature=${'v'.repeat(65)}`, /value of `feature`/],
    ['feature=a, feature=b', /tag `feature` twice/],
    [Array.from({ length: MOST_TAGS + 1 }, (_, index) => `n${index}=v`).join(','), /at most 10 tags/],
    ['x'.repeat(2_001), /at most 2000 characters/],
  ])('%j is rejected', (text, problem) => {
    expect(parseTags(text).problem).toMatch(problem);
  });

  it('is read as it was written', () => {
    const tags = fc.dictionary(fc.stringMatching(TAG_NAME), fc.stringMatching(TAG_VALUE), { maxKeys: MOST_TAGS });
    fc.assert(fc.property(tags, (given) => expect(parseTags(writeTags(given))).toEqual({ tags: { ...given } })));
  });
});
