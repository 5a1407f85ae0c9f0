import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import { newId } from '../ids/new-id.js';

const LIMIT_MS = 60_000;
const SETUP = { type: 'system', id: null, name: 'test' } as const;
const MB = 1024 * 1024;

describe.each(databasesInTurn(import.meta.filename))('stored images on $name', (kind) => {
  let database: Database;
  let one: string;
  let other: string;
  const now = new Date('2026-11-22T10:00:00.000Z');
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
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

  async function store(organizationId: string, bytes: Uint8Array, created = 0, mostBytes = 100 * MB): Promise<string> {
    const id = newId();
    const image = { id, organizationId, bytes, createdAt: at(created), expiresAt: at(created + 60) };
    await database.storedImages.store(image, mostBytes);
    return id;
  }

  it('come back byte by byte until they expire', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    // A view into a larger buffer: only the view is stored.
    const id = await store(one, new Uint8Array(bytes.buffer, 1, 69_000));
    const found = await database.storedImages.find(id, at(59));
    expect(found?.bytes.equals(bytes.subarray(1, 69_001))).toBe(true);
    expect(found?.organizationId).toBe(one);
    expect(await database.storedImages.find(id, at(60))).toBeUndefined();
    expect(await database.storedImages.find(newId(), now)).toBeUndefined();
    expect(await database.storedImages.find("' OR 1=1 --", now)).toBeUndefined();
  });

  it('are not stored for an organization that does not exist', async () => {
    const image = { id: newId(), organizationId: newId(), bytes: Buffer.from('a'), createdAt: now, expiresAt: at(1) };
    expect(await database.storedImages.store(image, MB)).toBeUndefined();
    expect(await database.storedImages.find(image.id, now)).toBeUndefined();
  });

  it('give way to younger ones of their organization, and never to those of another', async () => {
    const foreign = await store(other, Buffer.alloc(MB), -2);
    const ids: string[] = [];
    for (const minute of [1, 2, 3]) ids.push(await store(one, Buffer.alloc(MB), minute, 2 * MB));
    const found = await Promise.all([...ids, foreign].map((id) => database.storedImages.find(id, at(4))));
    expect(found.map((image) => image?.bytes.length)).toEqual([undefined, MB, MB, MB]);
  });

  it(
    'are removed once they have expired, however many there are',
    async () => {
      await database.storedImages.removeExpired(at(10_000));
      await Promise.all(Array.from({ length: 205 }, () => store(one, Buffer.from('old'))));
      const young = await store(one, Buffer.from('young'), 30);
      expect(await database.storedImages.removeExpired(at(61))).toBe(205);
      expect(await database.storedImages.find(young, at(61))).toMatchObject({ bytes: Buffer.from('young') });
      expect(await database.storedImages.removeExpired(at(61))).toBe(0);
    },
    LIMIT_MS,
  );
});
