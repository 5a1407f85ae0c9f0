import type { IncomingHttpHeaders } from 'node:http';
import { findErrorFormat } from '../endpoints/find-endpoint.js';
import type { SnapshotStore } from '../snapshot/snapshot-store.js';
import { crossOriginHeaders } from './cross-origin.js';

/** The headers that every answer to a request has, refusals included (docs/contract/requests.md#response-headers). */
export function answerHeadersFor(
  path: string,
  requestId: string,
  headers: IncomingHttpHeaders,
  snapshots: SnapshotStore,
): Record<string, string> {
  const answerHeaders: Record<string, string> = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
  const format = findErrorFormat(path);
  if (format !== undefined) answerHeaders[format.requestIdHeader] = requestId;
  if (headers.origin !== undefined) Object.assign(answerHeaders, crossOriginHeaders(headers.origin, snapshots.current));
  return answerHeaders;
}
