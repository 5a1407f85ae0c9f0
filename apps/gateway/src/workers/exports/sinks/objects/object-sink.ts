import { createHash } from 'node:crypto';
import { EXPORT_SCHEMA_VERSION } from '@multilane/contracts';
import type { ExportRecord } from '../../export-record.js';
import { compress, writeLines } from '../encode-body.js';
import { type ExportBatch, originsOf, type Sink, type SinkAnswer } from '../sink.js';
import { parquetThread } from './parquet-thread.js';

/** Settings that every object storage has. */
export interface ObjectForm {
  readonly format: 'ndjson' | 'parquet';
  /** True if what a batch has written is listed, by day. */
  readonly manifest: boolean;
}

/** Stores an object under its name, without the prefix. Never rejects for what the storage answers. */
export type PutObject = (key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<SinkAnswer>;

interface Group {
  readonly day: string;
  readonly organizationId: string | null;
  readonly records: ExportRecord[];
}

interface WrittenObject {
  readonly day: string;
  readonly key: string;
  readonly organization_id: string | null;
  readonly records: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Objects of a batch that are sent at once. */
const AT_ONCE = 8;

/**
 * Objects of a batch, one for each day and organization. The name is that of the batch, so that a batch that comes again overwrites itself. Its
 * manifests are written when all its objects are there.
 */
export function openObjectSink({ format, manifest }: ObjectForm, put: PutObject): Sink {
  return {
    async send(batch) {
      const groups = groupRecords(batch);
      const written: WrittenObject[] = [];
      for (let start = 0; start < groups.length; start += AT_ONCE) {
        const answers = await Promise.all(
          groups.slice(start, start + AT_ONCE).map(async (group): Promise<SinkAnswer> => {
            const bytes = await ENCODERS[format](group.records);
            const key = NAMES[format](group, batch.id);
            written.push(describe(group, key, bytes));
            return put(key, bytes);
          }),
        );
        const failed = answers.find(({ kind }) => kind !== 'accepted');
        if (failed !== undefined) return failed;
      }
      return manifest ? putManifests(batch.id, format, written, put) : { kind: 'accepted' };
    },
  };
}

const ENCODERS: Readonly<Record<ObjectForm['format'], (records: ExportRecord[]) => Promise<Uint8Array<ArrayBuffer>>>> =
  {
    ndjson: async (records) => new Uint8Array(await compress(writeLines(records))),
    parquet: (records) => parquetThread.write(writeLines(records)),
  };

/** Names of objects. Readers of Parquet make columns of the folders: that of the organization is one of the file, too. */
const NAMES: Readonly<Record<ObjectForm['format'], (group: Group, batch: string) => string>> = {
  ndjson: ({ day, organizationId }, batch) => `day=${day}/organization=${organizationId ?? 'none'}/${batch}.ndjson.gz`,
  parquet: ({ day, organizationId }, batch) => `day=${day}/organization_id=${organizationId ?? NULL}/${batch}.parquet`,
};

/** The folder of null, as Hive names it. */
const NULL = '__HIVE_DEFAULT_PARTITION__';

function groupRecords(batch: ExportBatch): Group[] {
  const origins = originsOf(batch);
  const groups = new Map<string, Group>();
  for (const [index, record] of batch.records.entries()) {
    const day = record.time.slice(0, 10);
    const organizationId = origins[index]?.organizationId ?? null;
    const name = `${day}/${organizationId}`;
    const group = groups.get(name) ?? { day, organizationId, records: [] };
    group.records.push(record);
    groups.set(name, group);
  }
  return [...groups.values()];
}

function describe({ day, organizationId, records }: Group, key: string, bytes: Uint8Array): WrittenObject {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { day, key, organization_id: organizationId, records: records.length, bytes: bytes.length, sha256 };
}

async function putManifests(
  batch: string,
  format: ObjectForm['format'],
  written: readonly WrittenObject[],
  put: PutObject,
): Promise<SinkAnswer> {
  for (const day of new Set(written.map((object) => object.day))) {
    const objects = written
      .filter((object) => object.day === day)
      .map(({ day: _day, ...object }) => object)
      .toSorted((one, other) => one.key.localeCompare(other.key));
    const manifest = { batch, day, format, schema_version: EXPORT_SCHEMA_VERSION, objects };
    const answer = await put(
      `_manifests/day=${day}/${batch}.json`,
      new Uint8Array(Buffer.from(JSON.stringify(manifest))),
    );
    if (answer.kind !== 'accepted') return answer;
  }
  return { kind: 'accepted' };
}
