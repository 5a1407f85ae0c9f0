import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newToken } from '@multilane/auth';
import { loadConfigFile } from '@multilane/config';
import { startIssuer, testDatabases, testEncryptionKey, waitUntil } from '@multilane/testing';
import { appRequest } from '@multilane/testing/app-request';
import { makeWorkspace } from '../../src/app/bootstrap.js';
import { HOOK_LIMIT_MS } from '../start-test-workspace.js';

const [embedded] = testDatabases();
if (embedded === undefined) throw new Error('there is always the embedded database');

const SETUP = { type: 'system', id: null, name: 'test' } as const;

describe('a workspace follows auth.oidc and network of gateway.yaml while it runs (docs/contract/configuration.md#reload)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-followed-'));
  const path = join(folder, 'gateway.yaml');
  let running: Awaited<ReturnType<typeof startIssuer>>;
  let made: Awaited<ReturnType<typeof makeWorkspace>>;
  let server: Server;
  let workspaceId: string;
  let cookie: string;

  const write = (sections: string): void =>
    writeFileSync(
      path,
      `server: { port: 0, host: 127.0.0.1, public_base_url: "http://console.example" }\ntelemetry: { log_level: silent }\n` +
        `encryption: { key: ${testEncryptionKey(7)} }\nteams: [{ name: research }]\n${sections}`,
    );
  const oidc = (more = ''): string =>
    `auth: { oidc: { issuer: "${running.issuer.url}", audience: multilane, team_claim: team, role_claim: role${more} } }\n`;
  const statusOf = async (): Promise<number> => {
    const exp = Math.floor(Date.now() / 1000) + 300;
    const claims = { iss: running.issuer.url, aud: 'multilane', sub: 'somebody', team: 'research', role: 'admin', exp };
    const authorization = `Bearer ${running.issuer.issue(claims)}`;
    return (await appRequest(server, { path: '/admin/teams', headers: { authorization } })).status;
  };
  const untilStatus = (status: number) =>
    waitUntil(`${status}`, async () => ((await statusOf()) === status ? true : undefined), 20_000);

  beforeAll(async () => {
    running = await startIssuer();
    write(oidc());
    const location = await embedded.create();
    const place = 'folder' in location ? { embeddedFolder: location.folder } : {};
    made = await makeWorkspace({ ...loadConfigFile(path), path, ...place });
    await made.http.app.listen(0, '127.0.0.1');
    server = made.http.app.getHttpServer();
    const { database } = made.services;
    const [organization] = await database.organizations.listEveryOne();
    const organizationId = organization?.id ?? '';
    workspaceId = (await database.workspaces.listAll(organizationId))[0]?.id ?? '';
    cookie = newToken('');
    await database.change(SETUP, async ({ users, sessions }) => {
      const { id: userId } = await users.create(organizationId, { email: 'o@example.com', name: 'O', role: 'owner' });
      const expiresAt = new Date(Date.now() + 3_600_000);
      await sessions.create(organizationId, { userId, hash: hashToken(cookie), expiresAt });
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await made?.http.app.close();
    await made?.services.close();
    await embedded.stop();
    await running?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, HOOK_LIMIT_MS);

  it('an identity provider that is removed is trusted no longer, and one that is added is', async () => {
    expect(await statusOf()).toBe(200);
    write('');
    await untilStatus(401);
    write(oidc());
    await untilStatus(200);
    write(oidc(', admin_role: boss'));
    await untilStatus(403);
    write(oidc().replace('audience: multilane', 'audience: another'));
    await untilStatus(401);
  }, 90_000);

  it('single sign-on is offered, and not, as the file says', async () => {
    const start = async () => (await appRequest(server, { path: '/auth/sso/start' })).status;
    expect(await start()).toBe(404);
    write(oidc(', spa_client_id: console'));
    await waitUntil('sign-in', async () => ((await start()) === 404 ? undefined : true), 20_000);
    write('');
    await waitUntil('no sign-in', async () => ((await start()) === 404 ? true : undefined), 20_000);
  }, 60_000);

  it('private addresses may be named by people once, and as long as, the file allows them', async () => {
    let tries = 0;
    const create = async () => {
      const body = { name: `p-${++tries}`, kind: 'vllm', base_url: 'http://10.20.0.1/v1' };
      const headers = { cookie: `ml_session=${cookie}`, origin: 'http://console.example' };
      const path = `/admin/providers?workspace_id=${workspaceId}`;
      return (await appRequest(server, { path, body, headers })).status;
    };
    expect(await create()).toBe(400);
    write('network: { allow_private: [10.20.0.0/16] }\n');
    await waitUntil('the permission', async () => ((await create()) === 201 ? true : undefined), 20_000);
    write('network: { allow_private_providers: [10.20.0.0/16] }\n');
    expect(await create()).toBe(201);
    write('network: { allow_private: [10.30.0.0/16] }\n');
    await waitUntil('its end', async () => ((await create()) === 400 ? true : undefined), 20_000);
  }, 60_000);
});
