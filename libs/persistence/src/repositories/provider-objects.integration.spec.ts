import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import type { ObjectOwner } from './provider-objects.js';

const ACCOUNT = 'openai https://provider.test/v1';
const FILE = { account: ACCOUNT, kind: 'file', model: 'gpt' } as const;

describe.each(databasesInTurn(import.meta.filename))('objects at providers on the $name database', (kind) => {
  let database: Database;
  let ada: ObjectOwner;
  let bob: ObjectOwner;

  beforeAll(async () => {
    database = await openDatabase(await kind.create());
    await database.migrate();
    const actor = { type: 'operator', id: null, name: 'test' } as const;
    const { id: organizationId } = await database.change(actor, ({ organizations }) =>
      organizations.create({ name: 'default' }),
    );
    ada = { organizationId, owner: 'team a' };
    bob = { organizationId, owner: 'team b' };
  }, 60_000);

  afterAll(async () => {
    await database.close();
    await kind.stop();
  }, 30_000);

  it('are found by their owner alone, of their kind alone, and at their account alone', async () => {
    const { providerObjects } = database;
    await providerObjects.add(ada, { ...FILE, id: 'file-own' });
    const find = async (owner: ObjectOwner, accounts: string[], of: 'file' | 'batch') => [
      ...(await providerObjects.findOwn(owner, accounts, of, ['file-own', 'file-other'])),
    ];
    expect(await find(ada, ['elsewhere', ACCOUNT], 'file')).toEqual(['file-own']);
    expect(await find(bob, [ACCOUNT], 'file')).toEqual([]);
    expect(await find({ ...ada, organizationId: '00000000-0000-7000-8000-000000000000' }, [ACCOUNT], 'file')).toEqual(
      [],
    );
    expect(await find(ada, ['elsewhere'], 'file')).toEqual([]);
    expect(await find(ada, [ACCOUNT], 'batch')).toEqual([]);
    expect(await providerObjects.findModel(ada, 'file', 'file-own')).toBe('gpt');
    expect(await providerObjects.findModel(bob, 'file', 'file-own')).toBeUndefined();
  });

  it('that were found stay with whoever made them; an id that is made again belongs to its maker', async () => {
    const { providerObjects } = database;
    await providerObjects.add(ada, { ...FILE, id: 'file-1' });
    await providerObjects.addFound(bob, { ...FILE, ids: ['file-1', 'file-2'] });
    expect([...(await providerObjects.findOwn(bob, [ACCOUNT], 'file', ['file-1', 'file-2']))]).toEqual(['file-2']);
    await providerObjects.add(bob, { ...FILE, id: 'file-1' });
    expect((await providerObjects.findOwn(ada, [ACCOUNT], 'file', ['file-1'])).size).toBe(0);
    expect((await providerObjects.findOwn(bob, [ACCOUNT], 'file', ['file-1'])).size).toBe(1);
  });

  it('are removed by their owner alone', async () => {
    const { providerObjects } = database;
    await providerObjects.add(ada, { ...FILE, id: 'file-gone' });
    await providerObjects.remove(bob, { ...FILE, id: 'file-gone' });
    expect((await providerObjects.findOwn(ada, [ACCOUNT], 'file', ['file-gone'])).size).toBe(1);
    await providerObjects.remove(ada, { ...FILE, id: 'file-gone' });
    expect((await providerObjects.findOwn(ada, [ACCOUNT], 'file', ['file-gone'])).size).toBe(0);
  });

  it('are listed page by page in both orders', async () => {
    const { providerObjects } = database;
    const owner = { ...ada, owner: 'lister' };
    for (const id of ['batch-c', 'batch-a', 'batch-b']) {
      await providerObjects.add(owner, { ...FILE, kind: 'batch', id });
      // The embedded database's clock has whole milliseconds; what is recorded within one is ordered by its id.
      await sleep(5);
    }
    const page = { account: ACCOUNT, kind: 'batch', limit: 2 } as const;
    expect(await providerObjects.list(owner, { ...page, order: 'desc' })).toEqual(['batch-b', 'batch-a']);
    expect(await providerObjects.list(owner, { ...page, order: 'desc', after: 'batch-a' })).toEqual(['batch-c']);
    expect(await providerObjects.list(owner, { ...page, order: 'asc', after: 'batch-c' })).toEqual([
      'batch-a',
      'batch-b',
    ]);
    expect(await providerObjects.list(bob, { ...page, order: 'asc' })).toEqual([]);
  });
});
