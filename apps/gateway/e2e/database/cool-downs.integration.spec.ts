import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { type FakeUpstream, rateLimited, serviceDatabases, startUpstream, waitUntil } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const WAIT_MS = 30_000;

// docs/contract/routing.md#circuit-breaker
describe.each([...serviceDatabases()])('cool-downs of providers on the $name database', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let gateway: GatewayInProcess;
  let one: Tenant;
  let two: Tenant;

  beforeAll(async () => {
    channel = createInProcessChannel();
    database = await openDatabase({
      ...(await kind.create()),
      secretBox: SecretBox.fromKeys(ENCRYPTION_KEY),
      channel,
    });
    await database.migrate();
    upstream = await startUpstream();
    one = await makeTenant(database, 'one', { upstreamUrl: upstream.url });
    two = await makeTenant(database, 'two', { upstreamUrl: upstream.url });
    gateway = await startGatewayOn({ database, channel }, upstream.url);
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel.close();
    await database.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it(
    'are stored with their reason and end, and told to the tenant of the provider alone',
    async () => {
      const { token } = await one.issueKey(true);
      // Longer than the gateway would wait to call it again.
      upstream.setDefault(rateLimited(60));
      // Tenants that were made just now may not be in effect yet: then the provider is not asked.
      await waitUntil(
        'a call to the provider',
        async () => {
          await gateway.chat(token, 'router');
          return upstream.requests.length > 0 || undefined;
        },
        WAIT_MS,
      );
      const { providerCoolDowns } = database;
      const both = [one.providerId, two.providerId];
      const found = await waitUntil(
        'the cool-down',
        async () => (await providerCoolDowns.listOf(one.organizationId, both)).get(one.providerId),
        WAIT_MS,
      );
      expect(found).toEqual([
        {
          providerId: one.providerId,
          kind: 'model',
          subject: 'upstream-of-one',
          reason: 'rate_limited',
          status: 429,
          since: expect.any(Date),
          until: expect.any(Date),
          gateways: 1,
        },
      ]);
      const [{ since, until }] = found as unknown as [{ since: Date; until: Date }];
      expect(until.getTime() - since.getTime()).toBeGreaterThan(0);
      expect(until.getTime() - since.getTime()).toBeLessThanOrEqual(60_000);
      expect((await providerCoolDowns.listOf(two.organizationId, both)).size).toBe(0);
      expect((await providerCoolDowns.listOf(one.organizationId, both)).has(two.providerId)).toBe(false);
    },
    3 * WAIT_MS,
  );
});
