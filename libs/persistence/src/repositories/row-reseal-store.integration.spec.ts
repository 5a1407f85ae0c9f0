import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databasesInTurn, testEncryptionKey } from '@multilane/testing';
import type { OpenAccess } from '../connection/connection.js';
import { openDatabase } from '../database.js';
import type { Actor } from '../records/change.js';
import { SecretBox } from '../secrets/secret-box.js';
import { RowResealStore } from './row-reseal-store.js';

const HOOK_LIMIT_MS = 90_000;
const ACTOR: Actor = { type: 'system', id: null, name: 'test' };
const [OLD_KEY, NEW_KEY, LOST_KEY] = [1, 2, 3].map(testEncryptionKey) as [string, string, string];
const CASES = 5;

/** Columns that other parts of `keys reseal` seal, and payloads, which keep their key. */
const OF_OTHERS = [
  'audit_payloads.sealed',
  'chat_images.sealed',
  'chat_messages.sealed',
  'chat_sessions.title_sealed',
  'chat_sessions.tools_sealed',
  'encryption_canary.sealed',
  'workspace_secrets.sealed',
];

describe.each(databasesInTurn(import.meta.filename))('rows sealed with an old key, on the $name database', (kind) => {
  let location: Awaited<ReturnType<typeof kind.create>>;
  const open = (...keys: string[]) => openDatabase({ ...location, secretBox: SecretBox.fromKeys(keys.join(',')) });

  beforeAll(async () => {
    location = await kind.create();
    const database = await open(OLD_KEY);
    await database.migrate();
    await database.close();
  }, HOOK_LIMIT_MS);

  afterAll(() => kind.stop(), HOOK_LIMIT_MS);

  /** The columns that a store looks at, by the statements that it makes. */
  async function listColumns(): Promise<string[]> {
    const columns: string[] = [];
    const query = (text: string): Promise<{ records: unknown[] }> => {
      const [, table = ''] = /FROM (\w+)\s+WHERE/.exec(text) ?? [];
      const names = text.matchAll(/(\w+) NOT LIKE|substring\((\w+) FROM/g);
      columns.push(...Array.from(names, ([, ofText, ofBytes]) => `${table}.${ofText ?? ofBytes}`));
      return Promise.resolve({ records: [] });
    };
    const manager = { queryRunner: { query } };
    const access = { run: (work: (given: unknown) => unknown) => work(manager) } as unknown as OpenAccess;
    await new RowResealStore(access, SecretBox.fromKeys(NEW_KEY)).reseal(1);
    return columns;
  }

  it('are looked for in every sealed column of the schema', async () => {
    const database = await open(OLD_KEY);
    const { rows } = await database.sql.executeSql(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name ~ '(^|_)sealed$'`,
    );
    await database.close();
    const found = rows.map(({ name }: { name: string }) => name);
    expect([...(await listColumns()), ...OF_OTHERS].toSorted()).toEqual(found.toSorted());
  });

  it(
    'open with the new key alone afterwards; one that no key opens is named and keeps no other from it',
    async () => {
      const first = await open(OLD_KEY);
      const { organizationId, place } = await first.change(ACTOR, async ({ organizations, workspaces }) => {
        const { id } = await organizations.create({ name: 'sealed' });
        const { id: workspaceId } = await workspaces.create(id, { name: 'default' });
        return { organizationId: id, place: { organizationId: id, workspaceId } };
      });
      const [workflowId, datasetId] = await first.change(ACTOR, async ({ evalDatasets, workflows }) => {
        const workflow = await workflows.create(place, { name: 'hooked', description: '', draft: '{}' });
        const hook = { scheme: 'standard', secrets: ['whsec_one', 'whsec_two'] } as const;
        await workflows.setHook(organizationId, workflow.id, hook, false);
        const dataset = await evalDatasets.create(place, { name: 'cases', description: '' });
        const cases = Array.from({ length: CASES }, (_, at) => ({ key: `case-${at}`, content: `content ${at}` }));
        const version = { source: 'upload', createdBy: 'test', characters: 50, cases } as const;
        await evalDatasets.addVersion(place, dataset.id, version);
        return [workflow.id, dataset.id] as const;
      });
      const fileOf = async (key: string): Promise<string> => {
        const [box, id] = [SecretBox.fromKeys(key), randomUUID()];
        await first.sql.executeSql(
          `INSERT INTO stored_files (id, organization_id, owner, purpose, name_sealed, expires_at)
         VALUES ($1, $2, 'team', 'batch', $3, now() + interval '1 day')`,
          [id, organizationId, box.seal('lines.jsonl', `stored_file_name ${id}`)],
        );
        await first.sql.executeSql('INSERT INTO stored_file_chunks (file_id, position, sealed) VALUES ($1, 3, $2)', [
          id,
          box.sealBytes(Buffer.from('bytes'), `stored_file_chunk ${id} 3`),
        ]);
        return id;
      };
      const [fileId, lostId] = [await fileOf(OLD_KEY), await fileOf(LOST_KEY)];
      await first.close();

      const both = await open(NEW_KEY, OLD_KEY);
      const failed: string[] = [];
      let [resealed, after]: [number, string | undefined] = [0, undefined];
      do {
        const batch = await both.rowSealing.reseal(2, after);
        resealed += batch.resealed;
        failed.push(...batch.failed.map(({ id }) => id));
        after = batch.last;
      } while (after !== undefined);
      // The hook, the cases, and of one file its name and its bytes.
      expect(resealed).toBe(1 + CASES + 2);
      expect(failed).toEqual([`stored_files ${lostId}`, `stored_file_chunks ${lostId} 3`]);
      await both.close();

      const last = await open(NEW_KEY);
      expect(await last.workflows.findHookSecrets(organizationId, workflowId)).toEqual(['whsec_one', 'whsec_two']);
      const cases = await last.evalDatasets.listCases(datasetId, 1, 0, 10);
      expect(cases.map(({ content }) => content)).toEqual(Array.from({ length: CASES }, (_, at) => `content ${at}`));
      const { rows } = await last.sql.executeSql('SELECT sealed FROM stored_file_chunks WHERE file_id = $1', [fileId]);
      const bytes = SecretBox.fromKeys(NEW_KEY).openBytes(Buffer.from(rows[0].sealed), `stored_file_chunk ${fileId} 3`);
      expect(bytes.toString()).toBe('bytes');
      await last.close();
    },
    HOOK_LIMIT_MS,
  );
});
