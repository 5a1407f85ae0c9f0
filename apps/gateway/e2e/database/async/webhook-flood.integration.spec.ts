// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/database/async/async-jobs.integration.spec.ts.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  newId,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  jsonReply,
  startUpstream,
  TEST_KEYS,
  testDatabases,
  waitUntil,
} from '@multilane/testing';
import { HELLO, HOOK_LIMIT_MS } from '../../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';
import { type Receiver, startReceiver } from './start-receiver.js';

const PENDING = 2_000;
/** Each is a host of its own, and never answers. */
const SILENT = 48;
const servers = [...testDatabases()].filter(({ name }) => name !== 'embedded');

describe.each(servers)('2,000 webhooks whose receiver is away, on $name', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let upstream: FakeUpstream;
  let receiver: Receiver;
  let gateway: GatewayInProcess;
  let own: Tenant;
  let silent: Server;

  beforeAll(async () => {
    channel = createInProcessChannel();
    const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
    database = await openDatabase({ ...(await kind.create()), secretBox, channel });
    await database.migrate();
    upstream = await startUpstream();
    upstream.setDefault(jsonReply(completion({ content: 'x' })));
    receiver = await startReceiver();
    silent = createServer(() => undefined).listen(0, '0.0.0.0');
    await once(silent, 'listening');
    own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
    const { organizationId } = own;
    const gone = 'http://127.0.0.1:9/away';
    for (let each = 0; each < PENDING; each += 100) {
      await database.inTransaction(async (sql) => {
        for (let one = 0; one < 100; one++) {
          const id = newId();
          await database.webhookDeliveries.create(sql, {
            id,
            owner: 'flood',
            organizationId,
            subjectId: newId(),
            eventId: `evt_${id}`,
            eventType: 'async.job.completed',
            url: gone,
            payload: JSON.stringify({ data: 'x'.repeat(2_000) }),
            expiresAt: new Date(Date.now() + 3_600_000),
          });
          await sql.executeSql(
            "INSERT INTO multilane_jobs.job (name, data, group_id) VALUES ('webhook.deliver', $1, $2)",
            [JSON.stringify({ delivery_id: id }), `${organizationId} 127.0.0.1:9`],
          );
        }
      });
    }
    gateway = await startGatewayOn({ database, channel }, upstream.url, {
      async: { workers: 2, webhook_signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      // All of these addresses are this machine.
      network: { allow_private: ['127.0.0.0/8'] },
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    await receiver?.close();
    silent?.closeAllConnections();
    silent?.close();
    await upstream?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  it('are not lost, cost few attempts, and do not hold up those of others', async () => {
    const startedAt = performance.now();
    const answer = await gateway.send('/v1/async/chat/completions', {
      token: TEST_KEYS.research,
      body: { ...HELLO, webhook_url: receiver.url },
    });
    expect([answer.status, answer.text]).toEqual([202, expect.anything()]);
    await waitUntil('the webhook of another receiver', () => receiver.received[0], 30_000);
    const seconds = (performance.now() - startedAt) / 1000;
    const { rows } = await database.sql.executeSql(
      `SELECT count(*)::int AS deliveries, sum(attempts)::int AS attempts, count(*) FILTER (WHERE status = 'pending')::int AS pending
         FROM webhook_deliveries WHERE owner = 'flood'`,
    );
    expect(rows[0]).toMatchObject({ deliveries: PENDING, pending: PENDING });
    expect(rows[0].attempts).toBeLessThan(50);
    expect(seconds).toBeLessThan(20);
  }, 60_000);

  it('do not delay those of another team of the organization, if each is for a silent host of its own', async () => {
    const { port } = silent.address() as AddressInfo;
    const { id: teamId } = await own.change(({ teams }) => teams.create(own.organizationId, { name: 'flooding' }));
    const { token } = await own.issueKey(false, { teamId });
    for (let each = 0; each < SILENT; each += 1) {
      const body = { ...HELLO, webhook_url: `http://127.0.9.${each + 1}:${port}/` };
      expect((await gateway.send('/v1/async/chat/completions', { token, body })).status).toBe(202);
    }
    const attempted = async () => {
      const { rows } = await database.sql.executeSql(
        "SELECT count(*)::int AS made FROM webhook_deliveries WHERE receiver LIKE 'http://127.0.9.%'",
      );
      return rows[0].made === SILENT ? true : undefined;
    };
    await waitUntil('all of the silent webhooks', attempted, 30_000);
    const before = receiver.received.length;
    const startedAt = performance.now();
    const other = { token: TEST_KEYS.research, body: { ...HELLO, webhook_url: receiver.url } };
    expect((await gateway.send('/v1/async/chat/completions', other)).status).toBe(202);
    await waitUntil('the webhook of the other team', () => receiver.received[before], 40_000);
    expect((performance.now() - startedAt) / 1000).toBeLessThan(8);
  }, 90_000);
});
