import { setTimeout as sleep } from 'node:timers/promises';
import { newId, openDatabase, SecretBox } from '@multilane/persistence';
import { Client } from 'pg';
import { type ChaosWorld, ENCRYPTION_KEY } from './chaos-world.js';
import type { Finding, OwnCallers } from './finding.js';

const PENDING = 2_000;
const STORED_AT_ONCE = 100;
const PAYLOAD = JSON.stringify({ data: 'x'.repeat(2_000) });
/** A receiver that was away is tried again after half a minute, and what waited is spread over a minute. */
const END_LIMIT_MS = 180_000;
const POLL_MS = 1_000;

/** Stores webhooks for the receiver, as the ends of jobs do, all at once. */
export async function startWebhooks(world: ChaosWorld): Promise<OwnCallers> {
  const { databaseUrl, keys, receiver } = world;
  const database = await openDatabase({ url: databaseUrl, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
  try {
    const group = new URL(receiver.url).host;
    for (let stored = 0; stored < PENDING; stored += STORED_AT_ONCE) {
      await database.inTransaction(async (sql) => {
        for (let count = 0; count < STORED_AT_ONCE; count += 1) {
          const id = newId();
          await database.webhookDeliveries.create(sql, {
            id,
            owner: 'chaos',
            organizationId: keys.organizationId,
            subjectId: newId(),
            eventId: `evt_${id.replaceAll('-', '')}`,
            eventType: 'async.job.completed',
            url: receiver.url,
            payload: PAYLOAD,
            expiresAt: new Date(Date.now() + 3_600_000),
          });
          await sql.executeSql(
            "INSERT INTO multilane_jobs.job (name, data, group_id) VALUES ('webhook.deliver', $1, $2)",
            [JSON.stringify({ delivery_id: id }), group],
          );
        }
      });
    }
  } finally {
    await database.close();
  }
  return { stop: () => readFinding(world) };
}

interface DeliveryRow {
  readonly delivered: number;
  readonly attempts: number;
}

async function readFinding({ databaseUrl, receiver }: ChaosWorld): Promise<Finding> {
  const startedAt = performance.now();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const deadline = startedAt + END_LIMIT_MS;
    let row: DeliveryRow = { delivered: 0, attempts: 0 };
    do {
      await sleep(POLL_MS);
      const { rows } = await client.query<DeliveryRow>(
        `SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered, sum(attempts)::int AS attempts
           FROM webhook_deliveries WHERE owner = 'chaos'`,
      );
      row = rows[0] ?? row;
    } while (row.delivered < PENDING && performance.now() < deadline);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    const twice = [...receiver.received.values()].filter((count) => count > 1).length;
    const breaches: string[] = [];
    if (row.delivered < PENDING) breaches.push(`${PENDING - row.delivered} webhooks not delivered`);
    if (receiver.received.size < row.delivered) breaches.push('webhooks counted as delivered did not arrive');
    if (twice > 0) breaches.push(`${twice} webhooks delivered twice`);
    return {
      text: `of ${PENDING.toLocaleString('en')} webhooks: delivered ${row.delivered.toLocaleString('en')}, twice ${twice}, attempts ${row.attempts.toLocaleString('en')}, all within ${seconds} s after the receiver was back`,
      breaches,
    };
  } finally {
    await client.end();
  }
}
