import { isRecord } from '@multilane/contracts';
import type { ExchangeAnswer, ExchangeCodec, FilesRequest, ProviderCall, ProviderExchange } from '../exchange.js';
import { ProviderFailure } from '../provider-failure.js';
import { unreadable } from '../shared/failures/map-error.js';
import { findUpload } from '../shared/objects/find-upload.js';
import { type ListedObject, listOwn, type ProviderPage } from '../shared/objects/list-own.js';
import { createOwnFilesCodec } from '../shared/objects/own-files-codec.js';
import { answerJson, noUsage, recordMade } from '../shared/objects/record-made.js';
import { refuseMissing } from '../shared/objects/refuse-missing.js';
import { writeForm } from '../shared/texts/write-form.js';
import { FILES_BETA } from './address.js';

const HEADERS = { 'anthropic-beta': FILES_BETA };
const PAGE_LIMIT = 1_000;

/** Its files have no purpose: they are for the contents of messages. */
const PURPOSE = 'user_data';

/** Parts of the reference's form that it does not know. */
const REFERENCE_ONLY: ReadonlySet<string> = new Set(['purpose']);

/** Files of Anthropic (docs.claude.com, "Files API"), in the reference's shape. Files that were uploaded cannot be downloaded. */
export const FILES: ExchangeCodec<FilesRequest> = createOwnFilesCodec({
  expiry: 'files of this provider do not expire.',
  create: createFile,
  list: listFiles,
  askOfOne: askOfFile,
});

function callOf(method: ProviderCall['method'], id: string, below = ''): ProviderCall {
  return { ...(method && { method }), path: `/v1/files/${encodeURIComponent(id)}${below}`, headers: HEADERS };
}

async function createFile(
  { form, owned }: Readonly<FilesRequest>,
  exchange: ProviderExchange,
): Promise<ExchangeAnswer> {
  await findUpload(form);
  if (form === undefined) throw new Error('an upload is a form');
  const { body, headers } = await writeForm(form, { set: {}, omit: REFERENCE_ONLY }, exchange.idSeed);
  const answer = await exchange.send({ path: '/v1/files', headers: { ...headers, ...HEADERS }, body });
  const file = toReference(await answer.json());
  await recordMade(exchange, owned, 'file', file.id, (id) => callOf('DELETE', id));
  return answerJson({ ...file, purpose: form.field('purpose') ?? PURPOSE });
}

async function askOfFile(
  { file_id: id = '', operation, owned }: Readonly<FilesRequest>,
  exchange: ProviderExchange,
): Promise<ExchangeAnswer> {
  const call = callOf(operation === 'delete' ? 'DELETE' : 'GET', id, operation === 'content' ? '/content' : '');
  try {
    const answer = await exchange.send(call);
    if (operation === 'content') {
      const { 'content-type': type } = answer.headers;
      const contentType = typeof type === 'string' ? type : 'application/octet-stream';
      return { contentType, headers: { 'x-content-type-options': 'nosniff' }, body: answer.body, usage: noUsage };
    }
    if (operation !== 'delete') return answerJson(toReference(await answer.json()));
    await answer.bytes();
  } catch (failure) {
    throw refuseMissing(failure, 'file_id');
  }
  await owned?.remove('file', id);
  return answerJson({ id, object: 'file', deleted: true });
}

function listFiles({ owned, query = {} }: Readonly<FilesRequest>, exchange: ProviderExchange) {
  const isAsked = query.purpose === undefined || query.purpose === PURPOSE;
  return listOwn({
    kind: 'file',
    owned,
    query,
    defaultLimit: PAGE_LIMIT,
    pageLimit: PAGE_LIMIT,
    fetchPage: async (after, limit = PAGE_LIMIT) => {
      const asked = new URLSearchParams({
        limit: String(Math.min(limit, PAGE_LIMIT)),
        ...(after && { after_id: after }),
      });
      const answer = await exchange.send({ method: 'GET', path: `/v1/files?${asked}`, headers: HEADERS });
      const { hasMore, objects } = readFiles(await answer.json());
      return { hasMore, objects: isAsked ? objects : [] };
    },
    fetchOne: async (id) => {
      try {
        return isAsked ? toReference(await (await exchange.send(callOf('GET', id))).json()) : undefined;
      } catch (failure) {
        if (failure instanceof ProviderFailure && failure.status === 404) return undefined;
        throw failure;
      }
    },
  });
}

function readFiles(body: unknown): ProviderPage {
  if (!isRecord(body) || !Array.isArray(body.data)) throw unreadable('no list of files');
  return { objects: body.data.map(toReference), hasMore: body.has_more === true };
}

/** Throws a `ProviderFailure` for what is no file. */
function toReference(file: unknown): ListedObject {
  if (!isRecord(file) || typeof file.id !== 'string') throw unreadable('no file');
  const created = typeof file.created_at === 'string' ? Date.parse(file.created_at) : Number.NaN;
  return {
    id: file.id,
    object: 'file',
    bytes: typeof file.size_bytes === 'number' ? file.size_bytes : 0,
    created_at: Number.isNaN(created) ? 0 : Math.floor(created / 1000),
    expires_at: null,
    filename: typeof file.filename === 'string' ? file.filename : '',
    purpose: PURPOSE,
    status: 'processed',
  };
}
