import type { ExportSinkEntry } from '@multilane/config';
import { EgressRefusal } from '@multilane/egress';
import { openObjectStorage } from '@multilane/knowledge-bases';
import type { Send, Sink, SinkAnswer } from '../sink.js';
import { openObjectSink } from './object-sink.js';

type Settings = Extract<ExportSinkEntry, { kind: 's3' }>['config'];

/**
 * Objects in S3 and what is compatible with it (PutObject, docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html), such as the XML API of
 * Google Cloud Storage with HMAC keys (cloud.google.com/storage/docs/interoperability).
 *
 * @param way.timeoutMs time limit of each object
 * @param way.sendObject way to the storage; undefined: that of its library
 */
export function openS3Sink(
  settings: Settings,
  { sendObject, timeoutMs }: { readonly timeoutMs: number; readonly sendObject: Send | undefined },
): Sink {
  const storage = openObjectStorage(settings, timeoutMs, sendObject);
  return openObjectSink(settings, (key, bytes) => storage.put(key, bytes).then(() => ({ kind: 'accepted' }), judge));
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
