import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn, testEncryptionKey } from '@multilane/testing';
import { type Database, openDatabase } from '../database.js';
import { newId } from '../ids/new-id.js';
import { RUN_EVENT_CHARACTERS } from '../records/run-event.js';
import { SecretBox } from '../secrets/secret-box.js';

const TEST = { type: 'system', id: null, name: 'test' } as const;
const LIMIT_MS = 90_000;

describe.each(databasesInTurn(import.meta.filename))('events of runs on $name', (kind) => {
  let database: Database;
  let workspaceId: string;
  const newRun = () => ({ workspaceId, runId: newId() });

  beforeAll(async () => {
    const secretBox = SecretBox.fromKeys(testEncryptionKey(1));
    database = await openDatabase({ ...(await kind.create()), secretBox });
    await database.migrate();
    workspaceId = await database.change(TEST, async ({ organizations, workspaces }) => {
      const { id } = await organizations.create({ name: 'runs' });
      return (await workspaces.create(id, { name: 'w' })).id;
    });
  }, LIMIT_MS);

  afterAll(async () => {
    await database?.close();
    await kind.stop();
  }, LIMIT_MS);

  it('are numbered in order, however many write at once, and read on from any number', async () => {
    const run = newRun();
    const heard: string[] = [];
    const stop = database.runEvents.onAppend((id) => heard.push(id));
    const writers = [0, 1, 2, 3, 4].map((writer) =>
      database.runEvents.append(run, [
        { kind: 'a', data: { writer, number: 0 } },
        { kind: 'b', data: { writer, number: 1 } },
      ]),
    );
    await Promise.all(writers);
    stop();
    const all = await database.runEvents.list(run.runId, 0, 100);
    expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(all.filter((_event, index) => index % 2 === 0).map(({ kind: name }) => name)).toEqual(Array(5).fill('a'));
    expect(await database.runEvents.list(run.runId, 8, 1)).toEqual(all.slice(8, 9));
    expect(heard).toEqual(Array(5).fill(run.runId));
  });

  it('are sealed, shortened if they are large, and gone with what removes the run', async () => {
    const run = newRun();
    const large = { node: 'a', text: `secret ${'x'.repeat(RUN_EVENT_CHARACTERS)}` };
    await database.runEvents.append(run, [{ kind: 'large', data: large }]);
    const [event] = await database.runEvents.list(run.runId, 0, 10);
    expect(event?.data).toMatchObject({ node: 'a', truncated: true, beginning: expect.stringContaining('secret') });
    const { rows } = await database.sql.executeSql('SELECT * FROM run_events WHERE run_id = $1', [run.runId]);
    expect(JSON.stringify(rows)).not.toContain('secret');
    await database.inTransaction((sql) => database.runEvents.removeWithin(sql, [run.runId]));
    expect(await database.runEvents.list(run.runId, 0, 10)).toEqual([]);
  });
});
