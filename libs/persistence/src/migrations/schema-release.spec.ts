import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PROJECT_ROOT } from '@multilane/testing';
import { checkSchemaRelease, noteSchemaRelease, RELEASES, SchemaTooNew } from './schema-release.js';

/** A database with the comment of one table. */
function commented(comment: string | null = null) {
  const database = {
    comment,
    query: async (sql: string) => {
      const [, said] = /^COMMENT ON TABLE schema_migrations IS '(.*)'$/.exec(sql) ?? [];
      if (said !== undefined) database.comment = said;
      return [{ comment: database.comment }];
    },
  };
  return database;
}

describe('the releases', () => {
  it('end with the version of this one, each once', () => {
    const { version } = JSON.parse(readFileSync(`${PROJECT_ROOT}/package.json`, 'utf8')) as { version: string };
    expect(RELEASES.at(-1)).toBe(version);
    expect(new Set<string>(RELEASES).size).toBe(RELEASES.length);
  });
});

describe('the release of a schema', () => {
  it.each([
    ['nobody knows', null, true],
    ['is of something else', 'migrations of the project', true],
    ['is older', 'release 1 (1.0.0)', true],
    ['is the same', 'release 3 (1.2.0)', true],
    ['is the next one', 'release 4 (1.3.0)', true],
    ['is two later', 'release 5 (1.4.0)', false],
    ['is far later', 'release 40 (2.0.0)', false],
  ])('that %s', async (_what, comment, isAllowed) => {
    const checked = checkSchemaRelease(commented(comment), ['1.0.0', '1.1.0', '1.2.0']);
    if (isAllowed) await expect(checked).resolves.toBeUndefined();
    else await expect(checked).rejects.toThrow(SchemaTooNew);
  });

  it('is named in the refusal, with that of the service', async () => {
    await expect(checkSchemaRelease(commented('release 9 (3.0.0)'), ['1.0.0'])).rejects.toThrow(
      /is that of release 3\.0\.0\. This is release 1\.0\.0/,
    );
  });

  it('is noted by a migration, and never taken back by an older one', async () => {
    const database = commented();
    await noteSchemaRelease(database, ['1.0.0', '1.1.0']);
    expect(database.comment).toBe('release 2 (1.1.0)');
    await noteSchemaRelease(database, ['1.0.0']);
    expect(database.comment).toBe('release 2 (1.1.0)');
  });
});
