// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/workspace/e2e/operating/run-workspace.e2e.spec.ts.

import { afterAll, describe, expect, it } from '@jest/globals';
import { testDatabases } from '@multilane/testing';
import { openDatabase } from '../database.js';
import { SchemaTooNew } from '../migrations/schema-release.js';
import { WrongEncryptionKey } from './encryption-canary.js';
import { SecretBox } from './secret-box.js';

const LIMIT_MS = 90_000;
const [FIRST = '', SECOND = ''] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));

describe.each(testDatabases())('the canary of the encryption key, on $name', (kind) => {
  afterAll(() => kind.stop(), LIMIT_MS);

  it(
    'distinguishes a key that opens nothing from the one that the database was set up with, also while keys are rotated',
    async () => {
      const location = await kind.create();
      const withKeys = async <Result>(keys: string | undefined, work: (database: Opened) => Promise<Result>) => {
        const secretBox = keys === undefined ? undefined : SecretBox.fromKeys(keys);
        const database = await openDatabase({ ...location, secretBox });
        return work(database).finally(() => database.close());
      };
      const check = (keys: string | undefined, mayCreate = false) =>
        withKeys(keys, (database) => database.checkEncryptionKey(mayCreate));

      await withKeys(FIRST, (database) => database.migrate());
      await expect(check(SECOND)).resolves.toBeUndefined();
      await Promise.all(
        kind.name.includes('embedded') ? [check(FIRST, true)] : [check(FIRST, true), check(FIRST, true)],
      );
      await expect(check(FIRST)).resolves.toBeUndefined();
      await expect(check(undefined)).resolves.toBeUndefined();
      await expect(check(SECOND)).rejects.toThrow(WrongEncryptionKey);
      await expect(check(SECOND, true)).rejects.toThrow(/ENCRYPTION_KEY.*is not the key of this database/);

      await expect(check(`${SECOND},${FIRST}`)).resolves.toBeUndefined();
      await expect(check(SECOND)).rejects.toThrow(WrongEncryptionKey);
      await withKeys(`${SECOND},${FIRST}`, (database) => database.resealCanary());
      await expect(check(SECOND)).resolves.toBeUndefined();
      await expect(check(FIRST)).rejects.toThrow(WrongEncryptionKey);

      // The same database says which release its schema is of: neither a start nor a migration of an older one passes.
      await withKeys(undefined, async (database) => {
        await expect(database.checkSchemaRelease()).resolves.toBeUndefined();
        await database.sql.executeSql("COMMENT ON TABLE schema_migrations IS 'release 99 (9.9.9)'");
        await expect(database.checkSchemaRelease()).rejects.toThrow(SchemaTooNew);
        await expect(database.migrate()).rejects.toThrow(SchemaTooNew);
      });
    },
    LIMIT_MS,
  );
});

type Opened = Awaited<ReturnType<typeof openDatabase>>;
