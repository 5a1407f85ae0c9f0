import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import type { JobData, JobQueues, TakenJob } from '@multilane/jobs';
import type { AlertAttempt, AlertChannelSecrets, AlertDeliveryToSend, Database } from '@multilane/persistence';
import { findQuietEnd } from '@multilane/policy';
import type { Metrics } from '@multilane/telemetry';
import { NetworkFetch } from '../network-fetch.js';
import { type PostOutcome, postMessage } from '../webhooks/post-message.js';
import { ReceiverCircuits } from '../webhooks/receiver-circuits.js';
import { pauseAfter } from '../webhooks/retry-schedule.js';
import { type DeliveryWithAddress, eventIdOf, writeEmail, writeRequests } from './channel-requests.js';
import { type SendEmail, sendEmail } from './send-email.js';

export interface AlertSenderOptions {
  /** Settings in effect. */
  readonly settings: () => Pick<GatewayConfig, 'alerts' | 'network'>;
  readonly store: Database['alertWork'];
  readonly queues: Pick<JobQueues, 'enqueue' | 'work'>;
  readonly metrics: Pick<Metrics, 'alerts'>;
  readonly sendEmail?: SendEmail;
  readonly now?: () => number;
}

const DELIVERIES = 8;
/** The end of an alert waits so long for the message about its beginning. */
const EARLY_SECONDS = 30;
/** Deliveries at once to one channel: in their order. */
const DELIVERIES_OF_CHANNEL = 1;

const NOT_DECLARED = 'Not sent: gateway.yaml of this gateway does not declare the channel.';
const NOT_OPENED =
  'Not sent: the encryption key does not open the address. Set the key that sealed it, or enter the address again.';

/**
 * Sends messages of alerts to channels (docs/alerts.md#deliveries): each is a row and a job, so that it outlives processes, and is tried for a day
 * while its channel is away. A message that was accepted just before a process ended is sent again, with the same id.
 */
export class AlertSender {
  private readonly circuits = new ReceiverCircuits();
  private readonly network: NetworkFetch;

  constructor(private readonly options: AlertSenderOptions) {
    this.network = new NetworkFetch(() => options.settings().network);
  }

  startWorking(): void {
    const rules = {
      concurrency: DELIVERIES,
      perGroup: DELIVERIES_OF_CHANNEL,
      onPoisoned: ({ delivery_id: id }: JobData<'alert.deliver'>) => this.poison(id),
    };
    this.options.queues.work('alert.deliver', rules, (job) => this.deliver(job));
  }

  /** Makes one attempt. Rejects only where the database is away. */
  async deliver({ data }: Pick<TakenJob<'alert.deliver'>, 'data'>): Promise<void> {
    const { metrics, store } = this.options;
    const delivery = await store.findDelivery(data.delivery_id);
    if (delivery?.status !== 'pending') return;
    const reason = await this.findReasonToSkip(delivery);
    if (reason !== undefined) {
      await this.end(delivery, { status: 'skipped', responseStatus: null, failure: reason }, false);
      return;
    }
    const quietEnd = this.findQuietEnd(delivery);
    if (quietEnd !== undefined) return this.putOff(delivery, (quietEnd - this.now()) / 1000, 'Quiet hours.');
    if (await this.isEarly(delivery)) return this.putOff(delivery, EARLY_SECONDS, delivery.failure);
    const pauseMs = this.circuits.pauseOf(delivery.channelId, performance.now());
    if (pauseMs > 0) return this.putOff(delivery, pauseMs / 1000 + Math.random() * 60, delivery.failure);
    const startedAt = performance.now();
    const { askedSeconds, ...outcome } = await this.attempt(delivery);
    if (outcome.failure === null) {
      this.circuits.noteSuccess(delivery.channelId);
      await this.end(delivery, { ...outcome, status: 'delivered' });
      return;
    }
    this.circuits.noteFailure(delivery.channelId, startedAt, performance.now());
    const seconds = pauseAfter(delivery.attempts + 1, Math.random(), askedSeconds);
    if (seconds === undefined) return this.end(delivery, { ...outcome, status: 'failed' });
    metrics.alerts.recordDelivery(delivery.channelKind, 'retried');
    await this.again(delivery, seconds);
    const nextAttemptAt = new Date(this.now() + seconds * 1000);
    await store.noteAttempt(delivery.id, { ...outcome, status: 'pending', nextAttemptAt });
  }

  /** Ends a delivery that ends the processes which work on it. */
  async poison(id: string): Promise<void> {
    const delivery = await this.options.store.findDelivery(id);
    if (delivery?.status !== 'pending') return;
    const { message: failure } = new GatewayError('poisoned');
    await this.end(delivery, { status: 'failed', responseStatus: null, failure });
  }

  close(): Promise<void> {
    return this.network.close();
  }

  /** Nobody needs to hear of an alert that is over, or of the end of one that they never heard of. */
  private async findReasonToSkip(delivery: AlertDeliveryToSend): Promise<string | undefined> {
    const { channelId, event, isEnabled, message } = delivery;
    if (!isEnabled && event !== 'test') return 'The channel is disabled.';
    const ids = message.alerts.map(({ id }) => id);
    if (event === 'firing' && !(await this.options.store.isFiring(ids))) {
      // A message that was tried may have arrived.
      return delivery.attempts === 0 ? 'The alert ended before it was sent.' : undefined;
    }
    if (event === 'resolved' && (await this.options.store.findTold(channelId, ids)) === 'never') {
      return 'The channel was not told of the alert.';
    }
    return undefined;
  }

  /** True for the end of an alert whose beginning waits to be sent. */
  private async isEarly({ channelId, event, message }: AlertDeliveryToSend): Promise<boolean> {
    if (event !== 'resolved') return false;
    const ids = message.alerts.map(({ id }) => id);
    return (await this.options.store.findTold(channelId, ids)) === 'waiting';
  }

  /** Tests are sent at once. */
  private findQuietEnd({ event, quiet }: AlertDeliveryToSend): number | undefined {
    return quiet === null || event === 'test' ? undefined : findQuietEnd(quiet, this.now());
  }

  private async putOff(delivery: AlertDeliveryToSend, seconds: number, why: string | null): Promise<void> {
    await this.again(delivery, seconds);
    const nextAttemptAt = new Date(this.now() + seconds * 1000);
    const state = { status: 'pending' as const, responseStatus: delivery.responseStatus, failure: why, nextAttemptAt };
    await this.options.store.noteAttempt(delivery.id, state, false);
  }

  private async again({ channelId, id }: AlertDeliveryToSend, afterSeconds: number): Promise<void> {
    await this.options.queues.enqueue('alert.deliver', { delivery_id: id }, { afterSeconds, group: channelId });
  }

  private async end(
    { channelKind, id }: AlertDeliveryToSend,
    ended: Omit<AlertAttempt, 'nextAttemptAt'>,
    counts = true,
  ): Promise<void> {
    if (ended.status !== 'pending') this.options.metrics.alerts.recordDelivery(channelKind, ended.status);
    await this.options.store.noteAttempt(id, { ...ended, nextAttemptAt: null }, counts);
  }

  private async attempt(found: AlertDeliveryToSend): Promise<PostOutcome> {
    const secrets = found.isDeclared ? this.findDeclared(found) : found.secrets;
    if (secrets === undefined) return { responseStatus: null, failure: found.isDeclared ? NOT_DECLARED : NOT_OPENED };
    const delivery = { ...found, secrets };
    if (delivery.channelKind === 'email') return this.email(delivery);
    const { pagerduty_url: pagerdutyUrl } = this.options.settings().alerts;
    let last: PostOutcome = { responseStatus: null, failure: null };
    for (const request of writeRequests(delivery, { pagerdutyUrl, now: this.now() })) {
      last = await postMessage(this.network, request, 'channel');
      if (last.failure !== null) return last;
    }
    return last;
  }

  /** The address of a declared channel: it is in no database. */
  private findDeclared({ channelKind, channelName }: AlertDeliveryToSend): AlertChannelSecrets | undefined {
    const { channels } = this.options.settings().alerts;
    const entry = channels.find(({ kind, name }) => name === channelName && kind === channelKind);
    if (entry === undefined) return undefined;
    const { region = 'us', routing_key: key, secret, to, url } = entry;
    return {
      region,
      ...(url !== undefined && { url }),
      ...(secret !== undefined && { secret }),
      ...(key !== undefined && { routing_key: key }),
      ...(to !== undefined && { to }),
    };
  }

  private async email({ id, message, secrets }: DeliveryWithAddress): Promise<PostOutcome> {
    const { alerts, network } = this.options.settings();
    const { from, host } = alerts.smtp;
    if (host === undefined || from === undefined) {
      return { responseStatus: null, failure: 'Not sent: `alerts.smtp` has no `host` or no `from`.' };
    }
    const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^A-Za-z0-9.-]/g, '');
    const to = Array.isArray(secrets.to) ? (secrets.to as string[]) : [];
    const send = this.options.sendEmail ?? sendEmail;
    try {
      await send(alerts.smtp, network.ca_file, {
        messageId: `<${eventIdOf(id)}@${domain}>`,
        to,
        ...writeEmail(message),
      });
      return { responseStatus: null, failure: null };
    } catch (error) {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      const status = typeof responseCode === 'number' ? responseCode : null;
      const why =
        status === null ? `could not be used${typeof code === 'string' ? ` (${code})` : ''}` : `answered ${status}`;
      return { responseStatus: status, failure: `The SMTP server ${why}.` };
    }
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }
}
