import { describe, expect, it } from '@jest/globals';
import { findEquality, matchesFilter } from './match-filter.js';
import { parseFilter } from './parse-filter.js';
import type { Resource } from './resource.js';
import { USER_SCHEMA } from './resource-schema.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const ADA: Resource = {
  id: '0193-a',
  externalId: 'Ext-1',
  userName: 'Ada@Example.com',
  active: true,
  name: { givenName: 'Ada', familyName: 'O"Lace' },
  title: 'Engineer',
  emails: [
    { value: 'ada@example.com', type: 'work', primary: true },
    { value: 'ada@home.example', type: 'home' },
  ],
  groups: [{ value: 'g1', display: 'Research' }],
  [ENTERPRISE]: { department: 'Analysis' },
  meta: { created: '2026-11-21T10:00:00.000Z', version: 'W/"1"' },
};

const matches = (text: string): boolean => matchesFilter(parseFilter(text), USER_SCHEMA, ADA);

describe('filters (RFC 7644 section 3.4.2.2)', () => {
  it.each([
    'userName eq "ada@example.com"',
    'USERNAME Eq "ADA@EXAMPLE.COM"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ada"',
    'externalId eq "Ext-1"',
    'name.familyName co "O\\"L"',
    'name.familyName ew "lace"',
    'title pr',
    'emails pr',
    'not (nickName pr)',
    'nickName eq null',
    'title ne null',
    'nickName ne "x"',
    'active eq true',
    'active eq "True"',
    'emails co "@home"',
    'emails.value eq "ada@example.com"',
    'emails[type eq "work" and value co "@example.com"]',
    'emails.type eq "work"',
    'groups[value eq "g1"]',
    'groups eq "g1"',
    `${ENTERPRISE}:department eq "analysis"`,
    'meta.created gt "2026-11-21T10:59:59+01:00"',
    'meta.created le "2026-11-21T10:00:00Z"',
    'title eq "x" or title eq "Engineer" and active eq true',
    '(title eq "x" or title eq "engineer") and not (active eq false)',
  ])('%s is met', (text) => {
    expect([text, matches(text)]).toEqual([text, true]);
  });

  it.each([
    'externalId eq "ext-1"',
    'id eq "0193-A"',
    'userName eq "ada"',
    'emails[type eq "home" and value co "@example.com"]',
    'nickName pr',
    'active eq "yes"',
    'active gt false',
    'unknown eq "x"',
    'unknown pr',
    'title gt 5',
    'title eq "Engineer" and (active eq false or nickName pr)',
    'meta.created gt "2026-11-21T10:00:00Z"',
    'emails.unknown pr',
  ])('%s is not', (text) => {
    expect([text, matches(text)]).toEqual([text, false]);
  });

  it.each([
    'userName',
    'userName eq',
    'userName xx "a"',
    'userName eq a',
    'userName eq "a',
    'userName eq "a" and',
    'userName eq "a" "b"',
    '(userName eq "a"',
    'userName eq "a")',
    'emails[type eq "work"',
    'emails[]',
    'not userName eq "a"',
    '"a" eq userName',
    'a eq {}',
    `${'('.repeat(30)}a pr${')'.repeat(30)}`,
    `a eq "${'x'.repeat(4_000)}"`,
  ])('%.60s is rejected with invalidFilter', (text) => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({ code: 'invalid_value', scimType: 'invalidFilter', param: 'filter' }),
    );
  });

  it('takes no more time the more alternatives are joined', () => {
    const text = Array.from({ length: 120 }, (_, at) => `(a${at} pr or title pr)`).join(' and ');
    const start = performance.now();
    expect(matches(text)).toBe(true);
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('finds the equality that an index can answer, where nothing but it can be met', () => {
    expect(findEquality(parseFilter('active eq true and userName eq "a"'), 'userName')).toBe('a');
    expect(findEquality(parseFilter('active eq true or userName eq "a"'), 'userName')).toBeUndefined();
    expect(findEquality(parseFilter('not (userName eq "a")'), 'userName')).toBeUndefined();
  });
});
