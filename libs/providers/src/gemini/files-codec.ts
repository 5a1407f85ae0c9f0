import { type FormFile, isRecord } from '@multilane/contracts';
import type { ExchangeAnswer, ExchangeCodec, FilesRequest, ProviderExchange } from '../exchange.js';
import { ProviderFailure } from '../provider-failure.js';
import { unreadable } from '../shared/failures/map-error.js';
import { guessMediaType } from '../shared/generate-content/media/media-type.js';
import { findUpload } from '../shared/objects/find-upload.js';
import { type ListedObject, listOwn, type ProviderPage } from '../shared/objects/list-own.js';
import { createOwnFilesCodec } from '../shared/objects/own-files-codec.js';
import { answerJson, noUsage, recordMade } from '../shared/objects/record-made.js';
import { missingObject, refuseMissing } from '../shared/objects/refuse-missing.js';
import { pathOfFile, uploadBytes } from './upload-bytes.js';

/** The largest page (ai.google.dev/api/files, "Method: files.list"). */
const PAGE_LIMIT = 100;

/** A list that continues behind a file is searched for it over so many pages. */
const MOST_SEARCHED = 20;

/** Its files have no purpose: they are for the contents of messages. */
const PURPOSE = 'user_data';

/** The reference's word for each state of a file (ai.google.dev/api/files, "State"). */
const STATUSES: ReadonlyMap<unknown, string> = new Map([
  ['PROCESSING', 'uploaded'],
  ['FAILED', 'error'],
]);

/** Files of Gemini (ai.google.dev/api/files), in the reference's shape. They expire after two days. */
export const FILES: ExchangeCodec<FilesRequest> = createOwnFilesCodec({
  expiry: 'files of this provider always expire after 48 hours.',
  create: createFile,
  list: listFiles,
  askOfOne: askOfFile,
});

async function createFile(
  { form, owned }: Readonly<FilesRequest>,
  exchange: ProviderExchange,
): Promise<ExchangeAnswer> {
  const upload = await findUpload(form);
  const made = await uploadBytes(
    { name: upload.filename, mimeType: typeOf(upload), size: upload.size, open: () => upload.open() },
    exchange,
  );
  const file = toReference(made);
  await recordMade(exchange, owned, 'file', file.id, (id) => ({ method: 'DELETE', path: pathOfFile(id) }));
  return answerJson({ ...file, purpose: form?.field('purpose') ?? PURPOSE });
}

/** Clients that do not know a type send the general one; the provider reads no file of that type. */
function typeOf({ contentType, filename }: FormFile): string {
  if (contentType !== undefined && contentType !== 'application/octet-stream') return contentType;
  return guessMediaType(filename ?? '') ?? 'application/octet-stream';
}

async function askOfFile(
  { file_id: id = '', operation, owned }: Readonly<FilesRequest>,
  exchange: ProviderExchange,
): Promise<ExchangeAnswer> {
  const path = pathOfFile(id);
  try {
    const answer = await exchange.send({ method: operation === 'delete' ? 'DELETE' : 'GET', path });
    if (operation === 'delete') await answer.bytes();
    else {
      const file = await answer.json();
      return operation === 'content' ? await download(file, path, exchange) : answerJson(toReference(file));
    }
  } catch (failure) {
    throw refuseMissing(failure, 'file_id');
  }
  await owned?.remove('file', id);
  return answerJson({ id, object: 'file', deleted: true });
}

/** Only files that the provider itself has made can be downloaded; it says so by their `downloadUri`. */
async function download(file: unknown, path: string, exchange: ProviderExchange): Promise<ExchangeAnswer> {
  if (!isRecord(file) || typeof file.downloadUri !== 'string') {
    throw new ProviderFailure('provider_rejected_request', {
      status: 400,
      detail: 'the file has no downloadUri',
      publicMessage: 'The provider allows no downloads of files that were uploaded.',
      param: 'file_id',
    });
  }
  const { body, headers } = await exchange.send({ method: 'GET', path: `${path}:download?alt=media` });
  const { 'content-length': length, 'content-type': type } = headers;
  const contentType = typeof type === 'string' ? type : 'application/octet-stream';
  return {
    contentType,
    headers: {
      // Content that somebody else has made must not run as a page of this address.
      'x-content-type-options': 'nosniff',
      ...(typeof length === 'string' && { 'content-length': length }),
    },
    body,
    usage: noUsage,
  };
}

function listFiles({ owned, query = {} }: Readonly<FilesRequest>, exchange: ProviderExchange) {
  if (query.purpose !== undefined && query.purpose !== PURPOSE) return listOwn(listNothing(owned, query));
  return listOwn({
    kind: 'file',
    owned,
    query,
    defaultLimit: PAGE_LIMIT,
    pageLimit: PAGE_LIMIT,
    fetchPage: (after, limit = PAGE_LIMIT) =>
      after !== undefined && after === query.after
        ? findPage(after, limit, exchange)
        : fetchPage(after, limit, exchange),
    fetchOne: (id) => fetchOne(id, exchange),
  });
}

function listNothing(owned: FilesRequest['owned'], query: Readonly<Record<string, string>>) {
  return {
    ...{ kind: 'file' as const, owned, query, defaultLimit: PAGE_LIMIT, pageLimit: PAGE_LIMIT },
    fetchPage: (): Promise<ProviderPage> => Promise.resolve({ objects: [], hasMore: false }),
    fetchOne: (): Promise<undefined> => Promise.resolve(undefined),
  };
}

/** The files behind one, which the provider has no way to ask for: its pages have tokens, not ids. */
async function findPage(id: string, limit: number, exchange: ProviderExchange): Promise<ProviderPage> {
  let token: string | undefined;
  for (let page = 0; page < MOST_SEARCHED; page += 1) {
    const { hasMore, next, objects } = await fetchPage(token, PAGE_LIMIT, exchange);
    const index = objects.findIndex((file) => file.id === id);
    if (index !== -1 && (index + 1 < objects.length || !hasMore)) {
      const rest = objects.slice(index + 1);
      // Fewer than the page had were asked for.
      return { objects: rest.slice(0, limit), hasMore: hasMore || rest.length > limit, next };
    }
    if (index !== -1) return fetchPage(next, limit, exchange);
    if (!hasMore) break;
    token = next;
  }
  throw missingObject('after');
}

async function fetchPage(token: string | undefined, limit: number, exchange: ProviderExchange): Promise<ProviderPage> {
  const query = new URLSearchParams({
    pageSize: String(Math.min(limit, PAGE_LIMIT)),
    ...(token !== undefined && { pageToken: token }),
  });
  const body = await (await exchange.send({ method: 'GET', path: `/v1beta/files?${query}` })).json();
  // An account without files is answered with `{}`.
  const files = isRecord(body) ? (body.files ?? []) : undefined;
  if (!isRecord(body) || !Array.isArray(files)) throw unreadable('no list of files');
  const next = typeof body.nextPageToken === 'string' && body.nextPageToken !== '' ? body.nextPageToken : undefined;
  return { objects: files.map(toReference), hasMore: next !== undefined, next };
}

async function fetchOne(id: string, exchange: ProviderExchange): Promise<ListedObject | undefined> {
  try {
    return toReference(await (await exchange.send({ method: 'GET', path: pathOfFile(id) })).json());
  } catch (failure) {
    if (failure instanceof ProviderFailure && failure.status === 404) return undefined;
    throw failure;
  }
}

/** Throws a `ProviderFailure` for what is no file. */
function toReference(file: unknown): ListedObject {
  if (!isRecord(file) || typeof file.name !== 'string') throw unreadable('no file');
  const { createTime, displayName, error, expirationTime, name, sizeBytes, state } = file;
  const status = STATUSES.get(state) ?? 'processed';
  return {
    id: name.replace(/^files\//, ''),
    object: 'file',
    bytes: Number(sizeBytes) || 0,
    created_at: readTime(createTime) ?? 0,
    expires_at: readTime(expirationTime) ?? null,
    filename: typeof displayName === 'string' ? displayName : '',
    purpose: PURPOSE,
    status,
    ...(status === 'error' && {
      status_details: isRecord(error) && typeof error.message === 'string' ? error.message : null,
    }),
  };
}

function readTime(time: unknown): number | undefined {
  const milliseconds = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}
