import { createHash } from 'node:crypto';
import type { GatewayConfig } from '@multilane/config';
import { checkUserUrl, parseAllowedNetworks } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import type { JobQueues, TakenJob } from '@multilane/jobs';
import type {
  Database,
  Sql,
  WebhookAttempt,
  WebhookDeliveryRecord,
  WebhookDeliveryToSend,
} from '@multilane/persistence';
import type { Logger, Metrics } from '@multilane/telemetry';
import { NetworkFetch } from '../network-fetch.js';
import { type PostOutcome, postMessage } from './post-message.js';
import { ReceiverCircuits } from './receiver-circuits.js';
import { pauseAfter } from './retry-schedule.js';
import { signWebhook } from './sign-webhook.js';

/** The subject of a notification. */
export interface WebhookEvent {
  /** Owner whose deliveries may be listed. */
  readonly owner: string;
  readonly organizationId: string | null;
  /** The job or batch that it is about. */
  readonly subjectId: string;
  /** Type of the event, such as `batch.completed`. */
  readonly type: string;
  /** JSON. */
  readonly data: string;
  readonly url: string;
}

export interface WebhookSenderOptions {
  /** Settings in effect: secrets, addresses and network may change. */
  readonly settings: () => Pick<GatewayConfig, 'async' | 'network'>;
  readonly store: Database['webhookDeliveries'];
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake'>;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Deliveries are listed for so long. */
const LISTED_MS = 3 * 24 * 3_600_000;

/**
 * Sends signed webhooks (docs/contract/async.md#webhooks): each is a delivery in the database and a job of the queue, so that it
 * outlives processes. Knows nothing of the contents.
 */
export class WebhookSender {
  private readonly circuits = new ReceiverCircuits();
  private readonly network: NetworkFetch;

  constructor(private readonly options: WebhookSenderOptions) {
    this.network = new NetworkFetch(() => options.settings().network);
  }

  /**
   * The address that a request's webhooks go to: its own, or the configured one. Undefined: it has none.
   *
   * @throws GatewayError 400 that names `webhook_url`
   */
  chooseUrl(requested: string | undefined): string | undefined {
    const { async: settings, network } = this.options.settings();
    if (requested === undefined || requested === settings.webhook_url) return settings.webhook_url;
    if (secretsOf(settings).length === 0) {
      throw new GatewayError('invalid_value', {
        param: 'webhook_url',
        message:
          'Webhooks are not sent: `async.webhook_signing_secret` is not set in gateway.yaml. Leave out `webhook_url`.',
      });
    }
    const problem = checkUserUrl(requested, parseAllowedNetworks(network.allow_private));
    if (problem === undefined) return requested;
    throw new GatewayError('invalid_value', { param: 'webhook_url', message: `\`webhook_url\` ${problem}.` });
  }

  /** Stores an event in the transaction of the change that it reports. Call `wake` when that is committed. */
  async send(sql: Sql, { data, owner, organizationId, subjectId, type, url }: WebhookEvent): Promise<void> {
    const { newId, queues, store } = this.options;
    const id = newId();
    const eventId = `evt_${newId().replaceAll('-', '')}`;
    const createdAt = Math.floor(Date.now() / 1000);
    const head = JSON.stringify({ id: eventId, object: 'event', type, created_at: createdAt });
    const payload = `${head.slice(0, -1)},"data":${data}}`;
    const expiresAt = new Date(Date.now() + LISTED_MS);
    await store.create(sql, {
      id,
      owner,
      organizationId,
      subjectId,
      eventId,
      eventType: type,
      url,
      payload,
      expiresAt,
    });
    await queues.enqueue(
      'webhook.deliver',
      { delivery_id: id },
      { within: sql, group: groupOf({ organizationId, owner, url }) },
    );
  }

  wake(): void {
    this.options.queues.wake('webhook.deliver');
  }

  /**
   * Sends an event again as a delivery of its own, with the id that it had: receivers know it by that.
   *
   * @param most deliveries of one subject
   * @throws TooManyDeliveries
   */
  async resend(sql: Sql, of: WebhookDeliveryToSend, most: number): Promise<string> {
    const { queues, store } = this.options;
    const id = await store.copy(sql, of, new Date(Date.now() + LISTED_MS), most);
    await queues.enqueue('webhook.deliver', { delivery_id: id }, { within: sql, group: groupOf(of) });
    return id;
  }

  /** Makes one attempt. Rejects only where the database is away. */
  async deliver({ data }: TakenJob<'webhook.deliver'>): Promise<void> {
    const { metrics, queues, store } = this.options;
    const delivery = await store.find(data.delivery_id);
    if (delivery?.status !== 'pending') return;
    const receiver = receiverOf(delivery);
    const group = groupOf(delivery);
    const again = (afterSeconds: number) =>
      queues.enqueue('webhook.deliver', { delivery_id: delivery.id }, { afterSeconds, group });
    const pauseMs = this.circuits.pauseOf(receiver, performance.now());
    if (pauseMs > 0) {
      // Spread, so that thousands of deliveries do not come back in one second.
      await again(pauseMs / 1000 + Math.random() * 60);
      return;
    }
    const startedAt = performance.now();
    const { askedSeconds, ...outcome } = await this.attempt(delivery);
    if (outcome.failure === null) this.circuits.noteSuccess(receiver);
    else this.circuits.noteFailure(receiver, startedAt, performance.now());
    const seconds =
      outcome.failure === null ? undefined : pauseAfter(delivery.attempts + 1, Math.random(), askedSeconds);
    const status: WebhookAttempt['status'] =
      outcome.failure === null ? 'delivered' : seconds === undefined ? 'failed' : 'pending';
    metrics.recordWebhook(status === 'pending' ? 'retried' : status);
    const nextAttemptAt = seconds === undefined ? null : new Date(Date.now() + seconds * 1000);
    if (seconds !== undefined) await again(seconds);
    await store.noteAttempt(delivery.id, { ...outcome, status, nextAttemptAt });
  }

  /** Ends a delivery that ends the processes which work on it. */
  async poison(id: string): Promise<void> {
    const { metrics, store } = this.options;
    const delivery = await store.find(id);
    if (delivery?.status !== 'pending') return;
    const { message: failure } = new GatewayError('poisoned');
    metrics.recordWebhook('failed');
    await store.noteAttempt(id, { status: 'failed', responseStatus: null, failure, nextAttemptAt: null });
  }

  close(): Promise<void> {
    return this.network.close();
  }

  private async attempt(delivery: WebhookDeliveryToSend): Promise<PostOutcome> {
    const { eventId, payload, url } = delivery;
    const secrets = secretsOf(this.options.settings().async);
    // A signature that nobody can check is worse than a delivery that comes later.
    if (secrets.length === 0)
      return { responseStatus: null, failure: 'Not sent: `async.webhook_signing_secret` is not set.' };
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Multilane-Webhooks/1',
      ...signWebhook({ id: eventId, timestamp: Math.floor(Date.now() / 1000), body: payload }, secrets),
    };
    // The operator's own address may be anywhere.
    const isTrusted = url === this.options.settings().async.webhook_url;
    return postMessage(this.network, { url, headers, body: payload, isTrusted }, 'receiver');
  }
}

function secretsOf({ webhook_signing_secret: secrets = [] }: GatewayConfig['async']): readonly string[] {
  return typeof secrets === 'string' ? [secrets] : secrets;
}

type Addressed = Pick<WebhookEvent, 'organizationId' | 'owner' | 'url'>;

/** A receiver of an owner: what others send to a host, and how it answers them, must not delay what this one sends there. */
function receiverOf({ organizationId, owner, url }: Addressed): string {
  return `${organizationId ?? ''} ${owner} ${new URL(url).host}`;
}

/** The receivers of an owner share so many groups. */
const GROUPS_OF_OWNER = 2;

/**
 * The deliveries that a worker makes a few of at a time. All receivers of an owner are in a few groups, whatever their number: one
 * who names thousands of silent hosts must not take every worker. They are several groups, so that one silent receiver does not
 * hold up all others of its owner.
 */
function groupOf({ organizationId, owner, url }: Addressed): string {
  const [first = 0] = createHash('sha256').update(new URL(url).host).digest();
  return `${organizationId ?? ''} ${owner.slice(0, 200)} ${first % GROUPS_OF_OWNER}`;
}

/** A delivery as the owner of its job sees it. */
export function describeDelivery(delivery: WebhookDeliveryRecord): object {
  return {
    id: delivery.id,
    object: 'webhook.delivery',
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    receiver: delivery.receiver,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    failure: delivery.failure,
    created_at: delivery.createdAt,
    attempted_at: delivery.attemptedAt,
    next_attempt_at: delivery.nextAttemptAt,
  };
}
