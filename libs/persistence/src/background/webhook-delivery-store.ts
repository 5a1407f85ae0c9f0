import type { Sql } from '../connection/connection.js';
import { isId, newId } from '../ids/new-id.js';
import type {
  NewWebhookDelivery,
  WebhookAttempt,
  WebhookDeliveryRecord,
  WebhookDeliveryToSend,
} from '../records/async-job.js';
import { command, statement } from '../statements/statement.js';
import { webhookDeliveries } from '../tables/background.js';
import { columnsOf } from '../tables/table.js';
import { SealedStore } from './sealed-store.js';

const COLUMNS = columnsOf(webhookDeliveries, '', 'urlSealed', 'payloadSealed', 'expiresAt');

/** Deliveries of one subject that are listed. */
const MOST_LISTED = 100;
const LONGEST_FAILURE = 300;
const BATCH = 500;

/** A subject has as many deliveries as it may have. */
export class TooManyDeliveries extends Error {
  override readonly name = 'TooManyDeliveries';
}

const CREATE = command(`INSERT INTO webhook_deliveries
     (id, organization_id, owner, subject_id, event_id, event_type, receiver, url_sealed, payload_sealed, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);
const LIST = statement<WebhookDeliveryRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM webhook_deliveries WHERE owner = $1 AND subject_id = $2 ORDER BY id DESC LIMIT ${MOST_LISTED}`,
);
const FIND = statement<WebhookDeliveryRecord & { urlSealed: string; payloadSealed: string }>(
  { ...COLUMNS.types, urlSealed: 'text', payloadSealed: 'text' },
  `SELECT ${COLUMNS.sql}, url_sealed AS "urlSealed", payload_sealed AS "payloadSealed"
   FROM webhook_deliveries WHERE id = $1`,
);
const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113557))');
const COPY = statement(
  { made: 'integer' },
  'SELECT count(*)::int AS made FROM webhook_deliveries WHERE owner = $1 AND subject_id = $2',
);
const COUNT_PENDING = statement(
  { pending: 'integer', oldest: 'timestamptz?' },
  `SELECT count(*)::int AS pending, min(created_at) AS oldest
   FROM (SELECT created_at FROM webhook_deliveries WHERE status = 'pending' LIMIT 10000) AS waiting`,
);
const NOTE_ATTEMPT =
  command(`UPDATE webhook_deliveries SET status = $2, response_status = $3, failure = $4, next_attempt_at = $5,
   attempts = attempts + 1, attempted_at = now() WHERE id = $1`);
const REMOVE_EXPIRED = command(`DELETE FROM webhook_deliveries WHERE id IN
   (SELECT id FROM webhook_deliveries WHERE expires_at <= now() LIMIT ${BATCH})`);

/** Deliveries of webhooks and their results. Addresses and payloads are sealed. */
export class WebhookDeliveryStore extends SealedStore {
  protected readonly contents = 'webhooks';

  /** Stores a delivery in the transaction of what it tells of. */
  async create(sql: Sql, delivery: NewWebhookDelivery): Promise<void> {
    const box = this.boxOrThrow();
    const { id, organizationId, owner, subjectId, eventId, eventType, url, payload, expiresAt } = delivery;
    await CREATE.run(sql, [
      id,
      organizationId,
      owner,
      subjectId,
      eventId,
      eventType,
      new URL(url).origin,
      box.seal(url, urlOf(id)),
      box.seal(payload, payloadOf(id)),
      expiresAt,
    ]);
  }

  /** Those of a subject, newest first. */
  list(owner: string, subjectId: string): Promise<WebhookDeliveryRecord[]> {
    return LIST.rows(this.access, [owner, subjectId]);
  }

  async find(id: string): Promise<WebhookDeliveryToSend | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [id]);
    if (row === undefined) return undefined;
    const { payloadSealed, urlSealed, ...delivery } = row;
    const box = this.boxOrThrow();
    return { ...delivery, url: box.open(urlSealed, urlOf(id)), payload: box.open(payloadSealed, payloadOf(id)) };
  }

  /**
   * A new delivery of the same event to the same address, in a transaction. Two at once cannot exceed `most` together.
   *
   * @param most deliveries of one subject
   * @throws TooManyDeliveries
   */
  async copy(sql: Sql, of: WebhookDeliveryToSend, expiresAt: Date, most: number): Promise<string> {
    await TAKE_TURN.run(sql, [of.subjectId]);
    const { made } = await COPY.one(sql, [of.owner, of.subjectId]);
    if (made >= most) throw new TooManyDeliveries();
    const id = newId();
    await this.create(sql, { ...of, id, expiresAt });
    return id;
  }

  /** Counts the deliveries that wait, ten thousand at most, with the age of the oldest of those. */
  async countPending(): Promise<{ readonly pending: number; readonly oldest: Date | null }> {
    const [row] = await COUNT_PENDING.rows(this.access);
    return row ?? { pending: 0, oldest: null };
  }

  /** Records what came of an attempt. */
  async noteAttempt(id: string, { status, responseStatus, failure, nextAttemptAt }: WebhookAttempt): Promise<void> {
    await NOTE_ATTEMPT.run(this.access, [
      id,
      status,
      responseStatus,
      failure?.slice(0, LONGEST_FAILURE) ?? null,
      nextAttemptAt,
    ]);
  }

  async removeExpired(): Promise<void> {
    await REMOVE_EXPIRED.run(this.access);
  }
}

/** Sealing purpose of a delivery's address. */
export const urlOf = (id: string): string => `webhook_url ${id}`;
/** Sealing purpose of a delivery's payload. */
export const payloadOf = (id: string): string => `webhook_payload ${id}`;
