import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn } from '@multilane/testing';
import { Connection } from '../../connection/connection.js';
import { openDatabase } from '../../database.js';
import { newId } from '../../ids/new-id.js';
import { findIdentity } from './find-identity.js';

const SETUP = { type: 'system', id: null, name: 'test' } as const;

const KEYS = 20_000;

/** Rows of the credentials that the session has read and not reported yet. */
const ROWS_READ = `
SELECT seq_tup_read::int AS scanned, idx_tup_fetch::int AS looked_up
  FROM pg_stat_xact_user_tables WHERE relname = 'credentials'`;

type RowsRead = readonly [{ readonly scanned: number; readonly looked_up: number }];

describe.each(databasesInTurn(import.meta.filename))('the identity of a credential on the $name database', (kind) => {
  let connection: Connection;
  let organizationId: string;
  let id: string;

  beforeAll(async () => {
    const location = await kind.create();
    const database = await openDatabase(location);
    await database.migrate();
    const team = await database.change(SETUP, async ({ organizations, teams }) => {
      const organization = await organizations.create({ name: 'many-keys' });
      return teams.create(organization.id, { name: 'team' });
    });
    organizationId = team.organizationId;
    await database.close();
    connection = await Connection.open(location);
    id = newId();
    await connection.run(async (manager) => {
      await manager.query(
        `INSERT INTO credentials (id, organization_id, team_id, kind, name, hint)
         SELECT CASE n WHEN 1 THEN $2::uuid ELSE gen_random_uuid() END, $1, $3, 'api_key', 'key-' || n, 'ml-…'
           FROM generate_series(1, ${KEYS}) AS n`,
        [organizationId, id, team.id],
      );
      await manager.query(
        `INSERT INTO credential_secrets (hash, credential_id)
         SELECT encode(sha256(id::text::bytea), 'hex'), id FROM credentials`,
      );
      await manager.query('ANALYZE');
    });
  }, 60_000);
  afterAll(async () => {
    await connection.close();
    await kind.stop();
  }, 30_000);

  it.each(['hash', 'id'])('is found by its %s without reading the other credentials', async (by) => {
    await connection.transaction(async (manager) => {
      const key = by === 'hash' ? { hash: createHash('sha256').update(id).digest('hex') } : { organizationId, id };
      const [before] = await manager.query<RowsRead>(ROWS_READ);
      const identity = await findIdentity({ run: (work) => work(manager) }, key);
      const [after] = await manager.query<RowsRead>(ROWS_READ);
      expect(identity?.credential).toMatchObject({ id, name: 'key-1' });
      expect(after.scanned - before.scanned).toBe(0);
      // The planner reads a few of its own, for the ends of an index.
      expect(after.looked_up - before.looked_up).toBeLessThan(20);
    });
  });
});
