import { identityOf } from '@multilane/auth';
import type { GatewayConfig } from '@multilane/config';
import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import type { JobQueues } from '@multilane/jobs';
import { type BatchRecord, type Database, newId, type ObjectOwner, TooManyBatches } from '@multilane/persistence';
import { readExpiry } from '@multilane/providers';
import type { BackgroundTasks, Metrics } from '@multilane/telemetry';
import { nameStoredFile } from '../../database/stored-file-id.js';
import { ATTRIBUTION_HEADERS } from '../../recording/attribution.js';
import type { BatchRequests, BatchToAccept } from '../../services/background-jobs.js';
import type { WebhookSender } from '../webhooks/webhook-sender.js';
import { type BatchDetails, describeBatch, readBatchId } from './describe-batch.js';

export interface BatchRequestsOptions {
  readonly settings: () => Pick<GatewayConfig, 'batches'>;
  readonly database: Pick<Database, 'batches'>;
  readonly queues: Pick<JobQueues, 'enqueue' | 'wake' | 'whenReady'>;
  readonly webhooks: Pick<WebhookSender, 'chooseUrl'>;
  readonly tasks: BackgroundTasks;
  readonly metrics: Metrics;
}

/** The window in which lines may begin, in milliseconds. */
const WINDOW_MS = 24 * 3_600_000;

/** Client headers that steer the request to a provider, or say who caused it. */
const STORED_HEADERS = ['x-service-config', 'anthropic-version', 'anthropic-beta', ...ATTRIBUTION_HEADERS];

/** Accepts and shows batches (docs/contract/batches.md). */
export class StoredBatches implements BatchRequests {
  constructor(private readonly options: BatchRequestsOptions) {}

  get problem(): string | undefined {
    const { settings, database } = this.options;
    if (!settings().batches.enabled) return 'Batches are switched off: see `batches.enabled`.';
    if (database.batches.isReady) return undefined;
    return needsEncryptionKey('Batches');
  }

  async accept(owner: ObjectOwner, { asked, tagHeaders, ...from }: BatchToAccept): Promise<object> {
    const { database, metrics, queues, settings, webhooks } = this.options;
    const { file_ttl_days: ttlDays, max_open: maxOpen } = settings().batches;
    const webhookUrl = webhooks.chooseUrl(asked.webhook_url ?? undefined);
    const headers = Object.fromEntries(
      [...STORED_HEADERS, ...tagHeaders].flatMap((name) =>
        typeof from.headers[name] === 'string' ? [[name, from.headers[name]]] : [],
      ),
    );
    const { clientAddress } = from;
    // Sets are no JSON. The caller's permissions are looked up again.
    const caller = { ...from.caller, allowedModels: undefined, allowedProviders: undefined };
    const { metadata = null, output_expires_after: expiry } = asked;
    const outputSeconds = expiry
      ? readExpiry(expiry, (member) => `output_expires_after.${member}`, ttlDays)
      : undefined;
    const details: BatchDetails = { caller, headers, clientAddress, webhookUrl, metadata, outputSeconds };
    const id = newId();
    const batch = {
      id,
      ...owner,
      endpoint: asked.endpoint,
      inputFileId: asked.input_file_id,
      details: JSON.stringify(details),
      identity: identityOf(from),
      expiresAt: new Date(Date.now() + WINDOW_MS),
    };
    const made = await this.ask(async () => {
      await queues.whenReady();
      return database.batches.create(batch, maxOpen, (sql) =>
        queues.enqueue('batch.run', { batch_id: id }, { within: sql, group: groupOf(owner) }),
      );
    });
    queues.wake('batch.run');
    metrics.recordBatch('accepted');
    return describeBatch(made, nameStoredFile);
  }

  async find(owner: ObjectOwner, id: string): Promise<object | undefined> {
    const batch = await this.ask(() => this.findRecord(owner, id));
    return batch && describeBatch(batch, nameStoredFile);
  }

  async list(owner: ObjectOwner, { after, limit }: { after: string | undefined; limit: number }): Promise<object> {
    const behind = after === undefined ? undefined : readBatchId(after);
    if (after !== undefined && behind === undefined) {
      throw new GatewayError('invalid_value', { param: 'after', message: '`after` must be the id of a batch.' });
    }
    const records = await this.ask(() =>
      this.options.database.batches.list(owner, { after: behind, limit: limit + 1 }),
    );
    const data = records.slice(0, limit).map((batch) => describeBatch(batch, nameStoredFile) as { id: string });
    return {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: records.length > limit,
    };
  }

  async cancel(owner: ObjectOwner, id: string): Promise<object | undefined> {
    const own = readBatchId(id);
    if (own === undefined) return undefined;
    await this.ask(() => this.options.database.batches.cancel(owner, own));
    this.options.queues.wake('batch.run');
    return this.find(owner, id);
  }

  private async findRecord(owner: ObjectOwner, id: string): Promise<BatchRecord | undefined> {
    const own = readBatchId(id);
    return own === undefined ? undefined : this.options.database.batches.find(owner, own);
  }

  private async ask<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      const { settings, tasks } = this.options;
      if (error instanceof TooManyBatches) {
        throw new GatewayError('too_many_batches', {
          message: `Your team or workspace has ${settings().batches.max_open} batches that have not ended. Wait for some, or cancel them.`,
          headers: { 'retry-after': '60' },
        });
      }
      tasks.failed('batch_requests', error);
      throw new GatewayError('batches_unavailable', {
        message: 'The database that stores batches is unavailable.',
        headers: { 'retry-after': '5' },
        cause: error,
      });
    }
  }
}

/** Batches of one owner take turns with those of others. */
export function groupOf({ organizationId, owner }: ObjectOwner): string {
  return `${organizationId} ${owner}`.slice(0, 200);
}
