import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openDatabase, SecretBox } from '@multilane/persistence';
import { serviceDatabases, testEncryptionKey } from '@multilane/testing';
import { resealSecrets } from '../../src/modules/providers/reseal-secrets.js';
import { WORKSPACE_SERVICES, type WorkspaceServices } from '../../src/services/workspace-services.js';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const KEY = 'sk-never-to-be-shown-1234';
const OTHER_KEY = 'sk-never-to-be-shown-5678';
const AT = 'https://llm.example.com/v1';
const SETUP = { type: 'system', id: null, name: 'test' } as const;
/** The key of the test workspace. */
const OWN_KEY = testEncryptionKey(7);

interface Row {
  readonly id: string;
  readonly sealed_secrets: string | null;
  readonly secrets_key_id: string | null;
}

// docs/contract/control-plane.md#stored-secrets
describe.each(serviceDatabases())(
  'the workspace changes and shows secrets that it cannot decrypt, on $name',
  (kind) => {
    let workspace: TestWorkspace;
    let owner: TestCaller;

    beforeAll(async () => {
      workspace = await startTestWorkspace(await kind.create());
      owner = await workspace.signIn();
    }, HOOK_LIMIT_MS);

    afterAll(async () => {
      await workspace?.stop();
      await kind.stop();
    }, HOOK_LIMIT_MS);

    const create = async (fields: object): Promise<{ readonly id: string; readonly route: string }> => {
      const answer = await owner.send('POST /admin/providers', { kind: 'openai', ...fields });
      expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
      const { id } = answer.json() as { id: string };
      return { id, route: `/admin/providers/${id}` };
    };
    const sql = (text: string, values: unknown[]) => workspace.database.sql.executeSql(text, values);
    const rowOf = async (id: string): Promise<Row> => {
      const { rows } = await sql('SELECT id, sealed_secrets, secrets_key_id FROM workspace_providers WHERE id = $1', [
        id,
      ]);
      return rows[0] as Row;
    };
    const sealedOf = async (id: string) =>
      JSON.parse((await rowOf(id)).sealed_secrets ?? '{}') as Record<string, string>;
    /** Replaces the secrets with bytes that no key opens. */
    const spoil = async (id: string): Promise<void> => {
      const names = Object.keys(await sealedOf(id));
      const spoiled = Object.fromEntries(names.map((name) => [name, `v1.00000000.AAAAAAAAAAAAAAAA.${name}`]));
      await sql("UPDATE workspace_providers SET sealed_secrets = $1, secrets_key_id = '00000000' WHERE id = $2", [
        JSON.stringify(spoiled),
        id,
      ]);
    };
    /** Stores secrets as an earlier release did: in one seal, and without hints. */
    const sealAsBefore = async (id: string, secrets: object, key = OWN_KEY): Promise<void> => {
      const box = SecretBox.fromKeys(key);
      await sql(
        "UPDATE workspace_providers SET sealed_secrets = $1, secrets_key_id = $2, secret_names = $3, secret_hints = '{}' WHERE id = $4",
        [box.seal(JSON.stringify(secrets), id), box.keyId, Object.keys(secrets).sort(), id],
      );
    };
    const secretsOf = (id: string) => workspace.database.upstreamSecrets.findSecrets(workspace.organizationId, id);

    it('no route of providers and guardrails opens a stored secret', async () => {
      const open = jest.spyOn(SecretBox.prototype, 'open');
      try {
        const { id, route } = await create({ name: 'watched', base_url: AT, api_key: KEY, headers: { 'x-a': '1' } });
        expect((await owner.send(`GET ${route}`)).json()).toMatchObject({ api_key_hint: '…1234' });
        expect((await owner.send('GET /admin/providers')).status).toBe(200);
        expect((await owner.send(`PATCH ${route}`, { name: 'watched-2' })).status).toBe(200);
        expect((await owner.send(`PATCH ${route}`, { api_key: OTHER_KEY })).json()).toMatchObject({
          api_key_hint: '…5678',
          header_names: ['x-a'],
        });
        const elsewhere = { base_url: 'https://collector.example.net/v1' };
        expect(refusalOf(await owner.send(`PATCH ${route}`, elsewhere))).toEqual([400, 'invalid_value', 'api_key']);
        const GUARDRAILS = '/admin/gateway/policies/guardrails';
        const config = { url: 'https://checker.example.com', headers: { 'x-b': KEY } };
        const made = await owner.send(`POST ${GUARDRAILS}`, { name: 'checker', kind: 'http', config });
        expect([made.status, made.text]).toEqual([201, expect.any(String)]);
        const { id: policyId } = made.json() as { id: string };
        expect((await owner.send(`PATCH ${GUARDRAILS}/${policyId}`, { name: 'checker-2' })).status).toBe(200);
        expect((await owner.send(`GET ${GUARDRAILS}/${policyId}`)).status).toBe(200);
        expect((await owner.send(`DELETE ${GUARDRAILS}/${policyId}`)).status).toBe(204);
        expect(
          open.mock.calls.filter(([, associated]) => associated.includes(id) || associated.includes(policyId)),
        ).toEqual([]);
        expect(await secretsOf(id)).toEqual({ api_key: OTHER_KEY, headers: { 'x-a': '1' } });
        // The watch sees openings, as this one shows.
        expect(open.mock.calls.filter(([, associated]) => associated.includes(id))).toHaveLength(2);
        expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
      } finally {
        open.mockRestore();
      }
    });

    it('modules of the workspace get the database without what decrypts secrets', () => {
      const { database } = workspace.app.get<WorkspaceServices>(WORKSPACE_SERVICES, { strict: false });
      expect(workspace.database).toHaveProperty('upstreamSecrets');
      expect(database).not.toHaveProperty('upstreamSecrets');
    });

    it('secrets that no key opens are shown, changed one by one and removed like others', async () => {
      const { id, route } = await create({ name: 'lost', base_url: AT, api_key: KEY, headers: { 'X-A': '1' } });
      await spoil(id);
      expect((await owner.send(`GET ${route}`)).json()).toMatchObject({
        has_api_key: true,
        api_key_hint: '…1234',
        header_names: ['x-a'],
      });
      const { headers } = await sealedOf(id);
      expect((await owner.send(`PATCH ${route}`, { api_key: OTHER_KEY })).json()).toMatchObject({
        api_key_hint: '…5678',
      });
      // The one that did not change has its very bytes.
      expect(await sealedOf(id)).toEqual({ api_key: expect.stringMatching(/^v1\./), headers });
      await expect(secretsOf(id)).rejects.toThrow('ENCRYPTION_KEY lacks');
      expect(refusalOf(await owner.send(`PATCH ${route}`, { base_url: null }))).toEqual([
        400,
        'invalid_value',
        'api_key',
      ]);
      expect((await owner.send(`PATCH ${route}`, { headers: null })).json()).toMatchObject({ header_names: [] });
      expect(await secretsOf(id)).toEqual({ api_key: OTHER_KEY });
      expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
    });

    it.each([
      ['a file with a project', { project_id: 'proj' }, 200],
      ['a file without one', {}, 400],
    ])('the project of %s decides whether the field may go', async (_what, file, status) => {
      const json = JSON.stringify({ type: 'service_account', private_key: KEY, ...file });
      const fields = { kind: 'vertex', location: 'global', project: 'p', credentials_json: json };
      const { id, route } = await create({ name: `vertex-${status}`, ...fields });
      await spoil(id);
      expect((await owner.send(`PATCH ${route}`, { project: null })).status).toBe(status);
    });

    it('one secret does not open in the place of another', async () => {
      const fields = { kind: 'bedrock', region: 'r', access_key_id: 'AKIA0123456789ABCDEF', secret_access_key: KEY };
      const { id } = await create({ name: 'swapped', ...fields });
      const { access_key_id: first = '', secret_access_key: second = '' } = await sealedOf(id);
      const swapped = JSON.stringify({ access_key_id: second, secret_access_key: first });
      await sql('UPDATE workspace_providers SET sealed_secrets = $1 WHERE id = $2', [swapped, id]);
      await expect(secretsOf(id)).rejects.toThrow('does not open');
    });

    it('columns that hold no sealed text keep no other provider from serving', async () => {
      const { id } = await create({ name: 'garbled', api_key: KEY });
      for (const garbled of ['{', '{"api_key":7}', '{"api_key":"v1"}', 'v1.x', '{"api_key":null}']) {
        await sql('UPDATE workspace_providers SET sealed_secrets = $1 WHERE id = $2', [garbled, id]);
        const { providers } = await workspace.database.upstreamSecrets.loadSnapshotRows();
        expect(providers.find((each) => each.id === id)).toMatchObject({ problem: expect.stringContaining('secret') });
      }
    });

    it('secrets that an earlier release sealed together are used, merged without being opened, and split by `keys reseal`', async () => {
      const { id, route } = await create({ name: 'earlier', base_url: AT });
      await sealAsBefore(id, { api_key: KEY, headers: { 'X-A': '1' } });
      expect((await owner.send(`GET ${route}`)).json()).toMatchObject({ has_api_key: true, api_key_hint: null });
      expect(await secretsOf(id)).toEqual({ api_key: KEY, headers: { 'X-A': '1' } });

      const open = jest.spyOn(SecretBox.prototype, 'open');
      expect((await owner.send(`PATCH ${route}`, { api_key: OTHER_KEY })).json()).toMatchObject({
        api_key_hint: '…5678',
      });
      expect(open.mock.calls.filter(([, associated]) => associated.includes(id))).toEqual([]);
      open.mockRestore();
      expect(await secretsOf(id)).toEqual({ api_key: OTHER_KEY, headers: { 'X-A': '1' } });

      await resealSecrets(workspace.database, SETUP);
      expect(Object.keys(await sealedOf(id))).toEqual(['api_key', 'headers']);
      expect((await owner.send(`GET ${route}`)).json()).toMatchObject({ api_key_hint: '…5678', header_names: ['x-a'] });
      expect(await secretsOf(id)).toEqual({ api_key: OTHER_KEY, headers: { 'X-A': '1' } });
      const again = await resealSecrets(workspace.database, SETUP);
      expect(again.failed.map((each) => each.id)).not.toContain(id);
      expect((await owner.send(`PATCH ${route}`, { headers: null, api_key: null })).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ sealed_secrets: null, secrets_key_id: null });
    });

    it('a secret removed from a seal of an earlier release is gone, and its seal with the last of them', async () => {
      const { id, route } = await create({ name: 'emptied', base_url: AT });
      await sealAsBefore(id, { api_key: KEY, headers: { 'X-A': '1' } });
      expect((await owner.send(`PATCH ${route}`, { headers: null })).json()).toMatchObject({ has_api_key: true });
      expect(await secretsOf(id)).toEqual({ api_key: KEY });
      expect((await owner.send(`PATCH ${route}`, { headers: { 'X-B': '2' } })).status).toBe(200);
      expect(await secretsOf(id)).toEqual({ api_key: KEY, headers: { 'X-B': '2' } });
      expect((await owner.send(`PATCH ${route}`, { api_key: OTHER_KEY })).status).toBe(200);
      expect(Object.keys(await sealedOf(id)).sort()).toEqual(['api_key', 'headers']);
    });

    it('a change while the key is being rotated leaves nothing that resealing does not find', async () => {
      const { id, route } = await create({ name: 'rotating', base_url: AT, headers: { 'X-A': '1' } });
      const oldKey = testEncryptionKey(8);
      await sealAsBefore(id, { api_key: KEY, headers: { 'X-A': '1' } }, oldKey);
      await owner.send(`PATCH ${route}`, { api_key: OTHER_KEY });
      expect((await rowOf(id)).secrets_key_id).toBe(SecretBox.fromKeys(oldKey).keyId);
    });
  },
);

describe.each(serviceDatabases())('a provider whose key is lost, on $name', (kind) => {
  afterAll(() => kind.stop(), HOOK_LIMIT_MS);

  it(
    'is mended by setting its secrets again, and can be removed',
    async () => {
      const location = await kind.create();
      const lost = SecretBox.fromKeys(testEncryptionKey(9));
      const database = await openDatabase({ ...location, secretBox: lost });
      await database.migrate();
      const id = await database.change(SETUP, async (change) => {
        const { id: organizationId } = await change.organizations.create({ name: 'default', products: [] });
        const { id: workspaceId } = await change.workspaces.create(organizationId, { name: 'default' });
        const secrets = { api_key: KEY };
        return (await change.providers.create(organizationId, { workspaceId, name: 'lost', kind: 'openai', secrets }))
          .id;
      });
      await database.close();
      const workspace = await startTestWorkspace(location);
      const owner = await workspace.signIn();
      const route = `/admin/providers/${id}`;
      expect((await owner.send(`PATCH ${route}`, { api_key: OTHER_KEY })).json()).toMatchObject({
        api_key_hint: '…5678',
      });
      const secrets = await workspace.database.upstreamSecrets.findSecrets(workspace.organizationId, id);
      expect(secrets).toEqual({ api_key: OTHER_KEY });
      expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
      await workspace.stop();
    },
    HOOK_LIMIT_MS,
  );
});
