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

/** Payloads are read for so many records at once: at first, and at most. */
const FIRST_AT_ONCE = 4;
const MOST_AT_ONCE = 32;

/** After texts of so many characters together, fewer are read at once: each has some kilobytes by default, and up to two megabytes. */
const MUCH_TEXT = 512 * 1024;

export interface PayloadReaderOptions {
  readonly store: Pick<AuditPayloadStore, 'findReadable'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Reads the stored texts of records that are exported. */
export class PayloadReader {
  constructor(private readonly options: PayloadReaderOptions) {}

  /** Adds the payload to each item that has one, in their order, as fast as they are asked for. */
  async *add(items: readonly BatchItem[], read: readonly ExportedItem[]): AsyncGenerator<BatchItem, void> {
    for (let start = 0, size = FIRST_AT_ONCE; start < items.length; ) {
      const group = items.slice(start, start + size);
      const texts = await this.find(group, read);
      for (const item of group) {
        const text = texts.get(item.record.id);
        const payload = text === undefined ? undefined : this.parse(text);
        yield payload === undefined ? item : { ...item, record: { ...item.record, payload } };
      }
      start += group.length;
      size = hasMuchText(texts) ? Math.max(1, Math.floor(size / 2)) : Math.min(MOST_AT_ONCE, size * 2);
    }
  }

  /** One that cannot be parsed keeps neither its record nor those behind it from the sink. */
  private parse(text: string): ExportPayload | undefined {
    try {
      return parseBoundedJson(text) as ExportPayload;
    } catch (error) {
      this.options.logger.warn({ err: error }, 'a payload is not exported: it cannot be parsed');
      return undefined;
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

function hasMuchText(texts: ReadonlyMap<string, string>): boolean {
  let characters = 0;
  for (const { length } of texts.values()) characters += length;
  return characters > MUCH_TEXT;
}
