import type { ExportSinkEntry } from '@multilane/config';
import { EgressRefusal } from '@multilane/egress';
import { openObjectStorage } from '@multilane/knowledge-bases';
import type { ExportRecord } from '../export-record.js';
import { compress, writeLines } from './encode-body.js';
import type { Send, Sink, SinkAnswer } from './sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 's3' }>['config'];

/** Records of requests that belong to no organization, such as those without a known key. */
const NOBODY = 'none';

/** Objects of a batch that are sent at once. */
const AT_ONCE = 8;

/**
 * Objects of NDJSON with gzip, one for each day and organization of a batch:
 * `<prefix>day=2026-11-30/organization=<id>/<batch>.ndjson.gz` (PutObject, docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html). The
 * name is that of the batch, so that a batch that comes again overwrites itself.
 *
 * @param way.timeoutMs time limit of each object
 * @param way.sendObject way to the storage; undefined: that of its library
 */
export function openS3Sink(
  settings: Settings,
  { sendObject, timeoutMs }: { readonly timeoutMs: number; readonly sendObject: Send | undefined },
): Sink {
  const storage = openObjectStorage(settings, timeoutMs, sendObject);
  return {
    async send({ id, records }) {
      const groups = [...groupRecords(records)];
      const put = async ([folder, group]: (typeof groups)[number]): Promise<SinkAnswer> => {
        const bytes = await compress(writeLines(group));
        return storage.put(`${folder}/${id}.ndjson.gz`, bytes).then(() => ({ kind: 'accepted' }), judge);
      };
      for (let start = 0; start < groups.length; start += AT_ONCE) {
        const answers = await Promise.all(groups.slice(start, start + AT_ONCE).map(put));
        const failed = answers.find(({ kind }) => kind !== 'accepted');
        if (failed !== undefined) return failed;
      }
      return { kind: 'accepted' };
    },
  };
}

function groupRecords(records: readonly ExportRecord[]): Map<string, ExportRecord[]> {
  const groups = new Map<string, ExportRecord[]>();
  for (const record of records) {
    const { organization_id: organizationId } = record;
    const folder = `day=${record.time.slice(0, 10)}/organization=${typeof organizationId === 'string' ? organizationId : NOBODY}`;
    const group = groups.get(folder);
    if (group) group.push(record);
    else groups.set(folder, [record]);
  }
  return groups;
}

/** Errors of S3 by their status: 4xx says that the bucket or the key must be mended (…/API/ErrorResponses.html), but for those that pass. */
function judge(error: unknown): SinkAnswer {
  const { cause } = error as { cause?: { name?: string; $metadata?: { httpStatusCode?: number } } };
  const status = cause?.$metadata?.httpStatusCode;
  if (cause instanceof EgressRefusal) return { kind: 'away', reason: `Refused: ${cause.message}.` };
  if (status === undefined) return { kind: 'away', reason: 'The object storage could not be reached.' };
  const reason = `The object storage answered ${status}${cause?.name === undefined ? '' : ` (${cause.name})`}.`;
  const isPassing = status >= 500 || status === 408 || status === 429 || cause?.name === 'RequestTimeout';
  return { kind: isPassing ? 'away' : 'refused', reason };
}
