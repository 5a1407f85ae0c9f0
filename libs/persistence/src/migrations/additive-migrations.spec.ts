import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from './all-migrations.js';

/** Statements that a service of the previous release, which still runs on the schema, does not survive. */
const BREAKING = [
  /\bDROP (?:TABLE|COLUMN|VIEW|FUNCTION|TYPE|INDEX)\b/,
  /\bRENAME (?:COLUMN|TO|CONSTRAINT)\b/,
  /\bALTER COLUMN \S+ (?:SET NOT NULL|DROP DEFAULT|TYPE|SET DATA TYPE)\b/,
  /\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b/,
];

/** The statements of each migration that takes a schema forward, by its file. */
const folder = new URL('.', import.meta.url);
const migrations = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((path) => path.endsWith('.migration.ts'))
  .sort();

const findBreaking = (text: string): string[] => {
  const forward = text.split(/\basync down\b/)[0] ?? '';
  return BREAKING.flatMap((pattern) => pattern.exec(forward)?.[0] ?? []);
};

const names: readonly string[] = MIGRATIONS.map((Migration) => new Migration().name);
const isListed = (path: string): boolean => {
  const [, name = ''] = /\breadonly name = '(\w+)'/.exec(readFileSync(new URL(path, folder), 'utf8')) ?? [];
  return names.includes(name);
};

describe('migrations', () => {
  it('are all in the list, in the order of the times in their names', () => {
    const missing = migrations.filter((path) => !isListed(path));
    expect(missing.map((path) => `${path}: add its class to the end of all-migrations.ts`)).toEqual([]);
    const times = names.map((name) => name.slice(-13));
    expect(times).toEqual([...new Set(times)].sort());
    expect(times.every((time) => /^\d{13}$/.test(time))).toBe(true);
  });

  it.each(migrations)('%s leaves what the previous release reads and writes', (path) => {
    expect(findBreaking(readFileSync(new URL(path, folder), 'utf8'))).toEqual([]);
  });

  it.each([
    ['ALTER TABLE teams DROP COLUMN name', 'DROP COLUMN'],
    ['ALTER TABLE teams RENAME COLUMN name TO title', 'RENAME COLUMN'],
    ['ALTER TABLE teams ALTER COLUMN name SET NOT NULL', 'ALTER COLUMN name SET NOT NULL'],
    ['ALTER TABLE teams ADD COLUMN colour text NOT NULL', 'ADD COLUMN colour text NOT NULL'],
  ])('are rejected with %s', (statement, found) => {
    expect(findBreaking(statement)).toEqual([found]);
  });

  it.each([
    'ADD COLUMN colour text',
    "ADD COLUMN colour text NOT NULL DEFAULT ''",
    'DROP CONSTRAINT a, ADD CONSTRAINT a',
  ])('are accepted with %s', (statement) => {
    expect(findBreaking(`ALTER TABLE teams ${statement}`)).toEqual([]);
  });
});
