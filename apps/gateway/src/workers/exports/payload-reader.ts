import { parseBoundedJson } from '@multilane/contracts';
import type { AuditPayloadStore, ExportedItem } from '@multilane/persistence';
import type { Logger } from '@multilane/telemetry';
import type { BatchItem } from './deliver-batch.js';

/** Texts of a request and its answer, as sinks get them (docs/usage.md#stored-payloads). */
export interface ExportPayload {
  readonly request: unknown;
  readonly answer: unknown;
  readonly is_truncated: boolean;
}

/** A payload reaches the database within this time after its request has ended, in milliseconds. */
export const PAYLOAD_DELAY_MS = 5_000;

/** Payloads are read for so many records at once: each has up to some tens of kilobytes. */
const AT_ONCE = 32;

export interface PayloadReaderOptions {
  readonly store: Pick<AuditPayloadStore, 'findReadable'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Reads the stored texts of records that are exported. */
export class PayloadReader {
  constructor(private readonly options: PayloadReaderOptions) {}

  /** Adds the payload to each item that has one, in their order, as fast as they are asked for. */
  async *add(items: readonly BatchItem[], read: readonly ExportedItem[]): AsyncGenerator<BatchItem, void> {
    for (let start = 0; start < items.length; start += AT_ONCE) {
      const group = items.slice(start, start + AT_ONCE);
      const texts = await this.find(group, read);
      for (const item of group) {
        const text = texts.get(item.record.id);
        yield text === undefined ? item : { ...item, record: { ...item.record, payload: parsePayload(text) } };
      }
    }
  }

  /** Payloads are sealed for their organization, and found with its id alone. */
  private async find(items: readonly BatchItem[], read: readonly ExportedItem[]): Promise<ReadonlyMap<string, string>> {
    const byOrganization = new Map<string, string[]>();
    for (const { index, record } of items) {
      const organizationId = read[index]?.record?.organization_id;
      if (typeof organizationId !== 'string') continue;
      const ids = byOrganization.get(organizationId);
      if (ids) ids.push(record.id);
      else byOrganization.set(organizationId, [record.id]);
    }
    const found = new Map<string, string>();
    for (const [organizationId, ids] of byOrganization) {
      const { texts, unreadable } = await this.options.store.findReadable(organizationId, ids);
      for (const [id, text] of texts) found.set(id, text);
      if (unreadable > 0) {
        this.options.logger.warn({ count: unreadable }, 'payloads are not exported: the key that sealed them is gone');
      }
    }
    return found;
  }
}

/** The text is the gateway's own, and bounded. */
function parsePayload(text: string): ExportPayload {
  return parseBoundedJson(text) as ExportPayload;
}
