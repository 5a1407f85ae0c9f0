import { isRecord } from '@multilane/contracts';
import type { ProviderCall, ProviderExchange } from '../exchange.js';
import { unreadable } from '../shared/failures/map-error.js';

const UPLOADS = '/upload/v1beta/files';

/** Bytes to upload, read once as they are sent. */
export interface Upload {
  /** The name that the provider shows; undefined for none. */
  readonly name: string | undefined;
  readonly mimeType: string;
  /** In bytes; undefined if it is not known beforehand. */
  readonly size: number | undefined;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** The path of a file, below the base URL. */
export function pathOfFile(id: string): string {
  return `/v1beta/files/${encodeURIComponent(id)}`;
}

/**
 * Uploads a file with the resumable protocol (ai.google.dev/api/files, "Method: media.upload") and resolves to the provider's
 * description of it. An upload that fails in the middle is cancelled. Rejects with a `ProviderFailure`.
 */
export async function uploadBytes(
  { mimeType, name, open, size }: Upload,
  exchange: ProviderExchange,
): Promise<Readonly<Record<string, unknown>>> {
  const started = await exchange.send({
    path: UPLOADS,
    headers: {
      'content-type': 'application/json',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-type': mimeType.replaceAll(NOT_IN_HEADERS, ''),
      ...(size !== undefined && { 'x-goog-upload-header-content-length': String(size) }),
    },
    body: JSON.stringify({ file: name ? { display_name: name.slice(0, LONGEST_NAME) } : {} }),
  });
  await started.bytes();
  const path = readUploadPath(started.headers['x-goog-upload-url']);
  try {
    const answer = await exchange.send({ path, ...finalize(size), body: open() });
    const body = await answer.json();
    if (!isRecord(body) || !isRecord(body.file)) throw unreadable('no file');
    return body.file;
  } catch (failure) {
    await exchange.sendAnyway({ path, headers: { 'x-goog-upload-command': 'cancel' } });
    throw failure;
  }
}

/** In characters (ai.google.dev/api/files, "displayName"). */
const LONGEST_NAME = 512;

/** A type that a form brought is text of a stranger. */
const NOT_IN_HEADERS = /[^\x20-\x7e]/g;

function finalize(size: number | undefined): Pick<ProviderCall, 'headers'> {
  return {
    headers: {
      'x-goog-upload-command': 'upload, finalize',
      'x-goog-upload-offset': '0',
      ...(size !== undefined && { 'content-length': String(size) }),
    },
  };
}

/**
 * The path of the upload that was started. The provider says a whole address, which does not know of a proxy in `base_url`; only
 * only its query is used, so that no answer can send the bytes and the credential elsewhere.
 */
function readUploadPath(address: string | string[] | undefined): string {
  if (typeof address !== 'string' || !URL.canParse(address)) throw unreadable('no address to upload to');
  return `${UPLOADS}${new URL(address).search}`;
}
