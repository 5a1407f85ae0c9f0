import type { IncomingHttpHeaders } from 'node:http';
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
  if (isMessagesPath(path)) answerHeaders['request-id'] = requestId;
  if (headers.origin !== undefined) Object.assign(answerHeaders, crossOriginHeaders(headers.origin, snapshots.current));
  return answerHeaders;
}

/** Whether a path belongs to the messages format, whose clients read its own error shape and `request-id` header. */
export function isMessagesPath(path: string): boolean {
  return path.startsWith('/v1/messages') && (path.length === 12 || path.charCodeAt(12) === SLASH);
}

const SLASH = 47;
