import { describe, expect, it } from '@jest/globals';
import { hashToken } from '@multilane/auth';
import { parseConfig } from '@multilane/config';
import type { Database } from '@multilane/persistence';
import { DeclaredKeys } from './declared-keys.js';

const OWN = '01930000-0000-7000-8000-000000000001';
const OTHER = '01930000-0000-7000-8000-000000000002';
const TEAM = '01930000-0000-7000-8000-000000000003';
const KEY = 'ml-8fQ2mZr5xWc1LtYb7NkV0hJd';

const declare = (teams: string) => parseConfig(`teams: ${teams}`, { env: {}, sourceName: 'test.yaml' }).config;

/** A tenant of the file's name with the team `a`, and another one. */
const DATABASE = {
  organizations: {
    find: (id: string) => Promise.resolve({ id, name: id === OWN ? 'default' : 'other' }),
    findByName: (name: string) => Promise.resolve(name === 'default' ? { id: OWN, name } : undefined),
  },
  teams: {
    listAll: () => Promise.resolve([{ id: TEAM, name: 'a' }]),
    findByName: (_organizationId: string, name: string) =>
      Promise.resolve(name === 'a' ? { id: TEAM, name } : undefined),
  },
} as unknown as Pick<Database, 'organizations' | 'teams'>;

describe('keys that gateway.yaml declares', () => {
  const first = declare(`[{ name: a, api_keys: [{ name: ci, key: ${KEY}, role: admin }] }]`);

  it('are those of the organization of the file, and of no other', async () => {
    const keys = new DeclaredKeys(DATABASE, first);
    expect(await keys.list(OWN)).toMatchObject([{ name: 'ci', teamId: TEAM, teamName: 'a', hint: 'ml-…0hJd' }]);
    expect(await keys.list(OTHER)).toEqual([]);
    const [key] = await keys.list(OWN);
    expect(await keys.find(OWN, key?.id ?? '')).toEqual(key);
    expect(await keys.find(OTHER, key?.id ?? '')).toBeUndefined();
    expect(JSON.stringify(key)).not.toContain(KEY);
  });

  it('authenticate as a key of their team', async () => {
    const keys = new DeclaredKeys(DATABASE, first);
    const identity = { credentialType: 'api_key', keyName: 'ci', role: 'admin', organizationId: OWN, teamId: TEAM };
    expect(await keys.findIdentityByHash(hashToken(KEY))).toMatchObject(identity);
    expect(await keys.findIdentityByHash(hashToken(`${KEY}0`))).toBeUndefined();
  });

  it('have no team, and so no power, before the team is in the database', async () => {
    const keys = new DeclaredKeys(DATABASE, declare(`[{ name: b, api_keys: [{ name: ci, key: ${KEY} }] }]`));
    expect(await keys.findIdentityByHash(hashToken(KEY))).toMatchObject({ teamId: undefined, teamName: 'b' });
    expect(await keys.list(OWN)).toMatchObject([{ teamId: null }]);
  });

  it('follow the file: an exchanged key keeps its id, a removed one is unknown at once', async () => {
    const keys = new DeclaredKeys(DATABASE, first);
    const [before] = await keys.list(OWN);
    keys.replace(declare(`[{ name: a, api_keys: [{ name: ci, key: ${KEY}-new }] }]`));
    const [after] = await keys.list(OWN);
    expect([after?.id, after?.hint, after?.role]).toEqual([before?.id, 'ml-…-new', 'member']);
    expect(await keys.findIdentityByHash(hashToken(KEY))).toBeUndefined();
    keys.replace(declare('[]'));
    expect(await keys.list(OWN)).toEqual([]);
    expect(await keys.findIdentityByHash(hashToken(`${KEY}-new`))).toBeUndefined();
  });
});
