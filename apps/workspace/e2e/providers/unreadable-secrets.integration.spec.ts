import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase, SecretBox } from '@multilane/persistence';
import { testDatabases } from '@multilane/testing';
import { HOOK_LIMIT_MS, refusalOf, startTestWorkspace } from '../start-test-workspace.js';

const KEY = 'sk-never-to-be-shown-1234';

describe.each(testDatabases())('secrets that the encryption key does not open, on $name', (kind) => {
  afterAll(() => kind.stop(), HOOK_LIMIT_MS);

  it(
    'are told to be set and no more; the provider cannot be changed (409), but removed',
    async () => {
      const location = await kind.create();
      const lost = SecretBox.fromKeys(Buffer.alloc(32, 9).toString('base64'));
      const database = await openDatabase({ ...location, secretBox: lost });
      await database.migrate();
      const { id } = await database.change({ type: 'system', id: null, name: 'test' }, async (change) => {
        const { id: organizationId } = await change.organizations.create({ name: 'default', products: [] });
        const { id: workspaceId } = await change.workspaces.create(organizationId, { name: 'default' });
        const secrets = { api_key: KEY };
        return change.providers.create(organizationId, { workspaceId, name: 'lost', kind: 'openai', secrets });
      });
      await database.close();
      const workspace = await startTestWorkspace(location);
      const owner = await workspace.signIn();
      const route = `/admin/providers/${id}`;
      expect((await owner.send(`GET ${route}`)).json()).toMatchObject({ has_api_key: true, api_key_hint: null });
      expect((await owner.send('GET /admin/providers')).json()).toMatchObject({ data: [{ id, has_api_key: true }] });
      expect(refusalOf(await owner.send(`PATCH ${route}`, { api_key: KEY }))).toEqual([409, 'conflict']);
      expect((await owner.send(`DELETE ${route}`)).status).toBe(204);
      await workspace.stop();
    },
    HOOK_LIMIT_MS,
  );
});
