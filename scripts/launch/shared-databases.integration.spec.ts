// `npm test` runs these tests in one of six runs, and a sample of them each time: scripts/launch/count-starts.integration.spec.ts.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@multilane/persistence';
import { findPostgres, findVectorPostgres, PROJECT_ROOT } from '@multilane/testing';
import { shareDatabases } from './shared-databases.mjs';

const VARIABLE = 'TEST_POSTGRES_URL';

describe('the databases that the tests of a run copy', () => {
  const before = process.env[VARIABLE];
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'multilane-shared-'));
    delete process.env[VARIABLE];
  });
  afterEach(() => {
    if (before !== undefined) process.env[VARIABLE] = before;
    rmSync(folder, { recursive: true });
  });

  it('have a schema that is up to date, and no organization', async () => {
    const { environment, stop } = await shareDatabases(PROJECT_ROOT, folder, process.execPath);
    try {
      const { TEST_EMBEDDED_TEMPLATE: files = '', TEST_POSTGRES_TEMPLATE: name, [VARIABLE]: server } = environment;
      const { TEST_VECTOR_POSTGRES_TEMPLATE: vectorName, TEST_VECTOR_POSTGRES_URL: vectorServer } = environment;
      const locations = [
        { folder: dirname(files) },
        ...(server === undefined ? [] : [{ url: new URL(`/${name}`, server).href }]),
        ...(vectorServer === undefined ? [] : [{ url: new URL(`/${vectorName}`, vectorServer).href }]),
      ];
      const servers = findPostgres() === undefined ? 0 : findVectorPostgres() === undefined ? 1 : 2;
      expect(locations).toHaveLength(1 + servers);
      for (const location of locations) {
        const database = await openDatabase(location);
        try {
          expect((await database.migrate()).applied).toEqual([]);
          expect(await database.organizations.listEveryOne()).toEqual([]);
        } finally {
          await database.close();
        }
      }
    } finally {
      await stop();
    }
  }, 120_000);
});
