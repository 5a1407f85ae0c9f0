import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn, testEncryptionKey } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import { newId } from '../ids/new-id.js';
import { SecretBox, SecretBoxError } from '../secrets/secret-box.js';

const LIMIT_MS = 60_000;
const SETUP = { type: 'system', id: null, name: 'test' } as const;

describe.each(databasesInTurn(import.meta.filename))('payloads of audit records on $name', (kind) => {
  let database: Database;
  let place: Awaited<ReturnType<typeof kind.create>>;
  let one: string;
  let other: string;
  const now = new Date('2026-11-22T10:00:00.000Z');

  beforeAll(async () => {
    place = await kind.create();
    database = await openDatabase({ ...place, secretBox: SecretBox.fromKeys(testEncryptionKey(1)) });
    await database.migrate();
    const make = async (name: string): Promise<string> =>
      (await database.change(SETUP, ({ organizations }) => organizations.create({ name }))).id;
    one = await make('one');
    other = await make('other');
  }, LIMIT_MS);

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  it('are read by their own tenant alone, and stored once', async () => {
    const id = newId();
    const payload = { id, organizationId: one, time: now, text: '{"request":"Hello"}' };
    await database.auditPayloads.store([payload]);
    await database.auditPayloads.store([{ ...payload, text: 'another' }]);
    expect(await database.auditPayloads.find(one, id)).toEqual(payload);
    expect(await database.auditPayloads.find(other, id)).toBeUndefined();
    expect(await database.auditPayloads.find(one, 'no id')).toBeUndefined();
  });

  it('are removed when they are old', async () => {
    const [old, young] = [newId(), newId()];
    const at = (days: number) => new Date(now.getTime() - days * 86_400_000);
    await database.auditPayloads.store([
      { id: old, organizationId: one, time: at(8), text: '{}' },
      { id: young, organizationId: one, time: at(6), text: '{}' },
    ]);
    expect(await database.auditPayloads.removeBefore(at(7))).toBe(1);
    expect(await database.auditPayloads.find(one, old)).toBeUndefined();
    expect(await database.auditPayloads.find(one, young)).toBeDefined();
  });

  it('are left out if their organization is gone, and stop no others', async () => {
    const [lost, found] = [newId(), newId()];
    await database.auditPayloads.store([
      { id: lost, organizationId: newId(), time: now, text: '{}' },
      { id: found, organizationId: one, time: now, text: '{}' },
    ]);
    expect(await database.auditPayloads.find(one, found)).toBeDefined();
  });

  it('do not open with another key, and are not stored without one', async () => {
    const id = newId();
    await database.auditPayloads.store([{ id, organizationId: one, time: now, text: '{"request":"Hello"}' }]);
    await database.close();
    database = await openDatabase({ ...place, secretBox: SecretBox.fromKeys(testEncryptionKey(2)) });
    await expect(database.auditPayloads.find(one, id)).rejects.toThrow(SecretBoxError);
    await database.close();
    database = await openDatabase(place);
    expect(database.auditPayloads.isReady).toBe(false);
    await expect(database.auditPayloads.store([{ id, organizationId: one, time: now, text: '{}' }])).rejects.toThrow(
      SecretBoxError,
    );
  });
});
