import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabases, waitUntil } from '@multilane/testing';
import { refusalOf, startTestWorkspace, type TestCaller, type TestWorkspace } from '../start-test-workspace.js';

/** Only a server gives a statement up: the embedded database has one session and no time limit. */
const servers = [...testDatabases()].filter(({ name }) => name === 'postgres');

/** Tables that usage and its series are read from. */
const TABLES = ['usage_totals', 'usage_facts', 'usage_series', 'usage_series_sums'];

describe.each(servers)('a read of usage that the server on $name gives up', (kind) => {
  let workspace: TestWorkspace;
  let owner: TestCaller;

  beforeAll(async () => {
    workspace = await startTestWorkspace(await kind.create());
    owner = await workspace.signIn();
  }, 60_000);
  afterAll(async () => {
    await workspace.stop();
    await kind.stop();
  }, 30_000);

  // docs/contract/audit.md#queries
  it.each([
    'GET /admin/usage',
    'GET /admin/usage?group_by=key',
    'GET /org/usage?group_by=day,team',
    'GET /admin/usage/series?group_by=team',
  ])('%s is 422 and says what to narrow, and the next one is answered', async (request) => {
    const { database } = workspace;
    await database.inTransaction(async (sql) => {
      await sql.executeSql(`LOCK TABLE ${TABLES.join(', ')} IN ACCESS EXCLUSIVE MODE`);
      let isAnswered = false;
      const sent = owner.send(request).finally(() => {
        isAnswered = true;
      });
      // Workers of the service wait for these tables too, so the first statement that is cancelled need not be the one of the request.
      await waitUntil('the server to give it up', async () => {
        await sql.executeSql(
          `SELECT pg_cancel_backend(pid) AS ended FROM pg_locks
            WHERE NOT granted AND relation = ANY($1::regclass[])`,
          [TABLES],
        );
        return isAnswered || undefined;
      });
      const answer = await sent;
      expect(refusalOf(answer)).toEqual([422, 'read_too_large']);
      expect((answer.json() as { error: { message: string } }).error.message).toMatch(
        /^There is too much to read .* Narrow `from` and `to`/,
      );
    });
    expect((await owner.send(request)).status).toBe(200);
  });
});
