import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createInProcessChannel, type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  databasesInTurn,
  type FakeUpstream,
  jsonReply,
  startUpstream,
  waitUntil,
} from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const databases = databasesInTurn(import.meta.filename);

describe.each(databases)('docs/contract/operations.md#propagation, on the $name database', (kind) => {
  const channel = createInProcessChannel();
  let database: DatabaseWithSecrets;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let tenant: Tenant;
  /** Look-ups wait for this after they have read their row. */
  let gate: Promise<void> = Promise.resolve();
  let lookups = 0;

  beforeAll(async () => {
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion()));
    tenant = await makeTenant(database, 'one', { upstreamUrl: upstream.url });
    const find = database.credentials.findIdentityByHash.bind(database.credentials);
    database.credentials.findIdentityByHash = async (hash) => {
      lookups += 1;
      const found = await find(hash);
      await gate;
      return found;
    };
    gateway = await startGatewayOn({ database, channel }, upstream.url);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway.stop();
    await database.close();
    await upstream.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('an identity that was looked up before a version is never cached after it', async () => {
    const { id, token } = await tenant.issueKey(true);
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const before = lookups;
    const early = gateway.chat(token, 'shared-name');
    await waitUntil('the look-up to begin', () => (lookups > before ? true : undefined));
    await tenant.change(({ credentials }) => credentials.remove(tenant.organizationId, id));
    open();
    await early;
    for (let again = 0; again < 3; again++) expect((await gateway.chat(token, 'shared-name')).status).toBe(401);
  });

  it('a warm key asks the database for nothing, and a hundred requests at once ask it once', async () => {
    const { token } = await tenant.issueKey(true);
    const before = lookups;
    await Promise.all(Array.from({ length: 100 }, () => gateway.send('/v1/models', { token })));
    for (let again = 0; again < 100; again++) await gateway.send('/v1/models', { token });
    expect(lookups).toBe(before + 1);
  });
});
