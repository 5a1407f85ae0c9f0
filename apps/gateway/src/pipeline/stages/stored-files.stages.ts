import { parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type FilesRequest, findManifest, findUpload, missingObject, readUploadExpiry } from '@multilane/providers';
import { ownerOf } from '../../database/provider-objects.js';
import { isStoredFileId } from '../../database/stored-file-id.js';
import type { StoredFilePage, StoredFiles } from '../../database/stored-files.js';
import type { ServedModel } from '../../snapshot/snapshot.js';
import type { RequestContext } from '../request-context.js';
import { countBytes } from './deliver-exchange.stage.js';
import { admitRequests } from './limits.stages.js';

const DEFAULT_LIMIT = 100;
const LONGEST_LIMIT = 1_000;
const BATCH_PURPOSE = 'batch';

/**
 * Serves requests for files that the gateway stores itself, which need no model (docs/contract/batches.md#files): by their ids, and
 * with `files.remember_model` also uploads for batches that name none.
 */
export function serveStoredFile(context: RequestContext): void | Promise<void> {
  const { asked, services } = context;
  if (!asked.endpoint.isFiles || services.storedFiles === undefined) return;
  const request = asked.validated as FilesRequest;
  if (request.file_id !== undefined) {
    return isStoredFileId(request.file_id) ? serveOne(context, services.storedFiles, request) : undefined;
  }
  if (request.model !== undefined || !asked.snapshot.remembersModels) return;
  if (request.operation === 'create') return storeWhereForBatch(context, services.storedFiles, request);
  if (request.query?.purpose?.startsWith(BATCH_PURPOSE)) return listOwn(context, services.storedFiles, request);
}

/** Stores an upload for a batch that the provider of its model has no place for, or could not give back. */
export function storeBatchFile(context: RequestContext): void | Promise<void> {
  const { asked, planned, services } = context;
  const { storedFiles } = services;
  if (!asked.endpoint.isFiles || storedFiles === undefined) return;
  const request = asked.validated as FilesRequest;
  if (request.operation !== 'create' && request.operation !== 'list') return;
  if (planned.model === undefined || givesFilesBack(planned.model)) return;
  if (request.operation === 'create') return storeWhereForBatch(context, storedFiles, request);
  const isForBatches = request.query?.purpose?.startsWith(BATCH_PURPOSE);
  if (isForBatches && findFilesCodec(planned.model) === undefined) return listOwn(context, storedFiles, request);
}

/** Lists begin with the files that the gateway stores itself, and go on with those of the provider. */
export async function addStoredFiles({ asked, ended, planned, services, sink }: RequestContext): Promise<void> {
  const { serving } = planned;
  const { operation, query = {} } = serving.request as FilesRequest;
  const { exchange } = serving;
  const { after, ...first } = query;
  if (!asked.endpoint.isFiles || operation !== 'list' || exchange === undefined) return;
  if (services.storedFiles === undefined || (after !== undefined && !isStoredFileId(after))) return;
  const own = await services.storedFiles.list(ownerOf(asked.snapshot, asked.caller), readPage(query));
  if (own.data.length === 0 && after === undefined) return;
  if (own.has_more || own.data.length === Number(query.limit)) {
    answerOwn({ asked, ended, sink }, { ...own, has_more: true });
    return;
  }
  const limit = query.limit === undefined ? {} : { limit: String(Number(query.limit) - own.data.length) };
  planned.plan = {
    ...serving,
    request: { ...serving.request, query: { ...first, ...limit } },
    exchange: {
      serve: async (request, running) => {
        const answer = await exchange.serve(request, running);
        const page = parseBoundedJson(String(answer.body)) as { data: readonly object[] };
        const data = [...own.data, ...page.data];
        return { ...answer, body: JSON.stringify({ ...page, data, first_id: own.first_id }) };
      },
    },
  };
}

function findFilesCodec({ isBeyondReference, target }: ServedModel) {
  const files = target.adapter?.exchanges?.files;
  return files?.isBeyondReference && !isBeyondReference ? undefined : files;
}

/** An answer of the gateway's own. */
export function answerOwn(
  { asked, ended, sink }: Pick<RequestContext, 'asked' | 'ended' | 'sink'>,
  answer: object,
): void {
  if (ended.answered) return;
  ended.answered = true;
  ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  sink.sendWhole({}, JSON.stringify(answer), undefined);
}

/** Only the reference's providers let files for batches be downloaded. Files in this process end with it. */
function givesFilesBack({ target }: ServedModel): boolean {
  const files = target.adapter?.exchanges?.files;
  return files !== undefined && !files.isBeyondReference && !findManifest(target.provider.kind)?.inProcess;
}

async function storeWhereForBatch(context: RequestContext, files: StoredFiles, { form }: FilesRequest): Promise<void> {
  const { asked } = context;
  await form?.readToEnd();
  if (form?.field('purpose') !== BATCH_PURPOSE) return;
  const { filename, open, size } = await readUpload(form);
  const seconds = readUploadExpiry(form, files.ttlDays);
  await admitRequests(context);
  const owner = ownerOf(asked.snapshot, asked.caller);
  const isAbandoned = (): boolean => context.ended.answered;
  const upload = { purpose: BATCH_PURPOSE, filename, seconds, size, bytes: open(), isAbandoned };
  answerOwn(context, await files.create(owner, upload));
}

async function readUpload(
  form: FilesRequest['form'],
): Promise<{ filename: string; size: number; open(): AsyncIterable<Uint8Array> }> {
  const file = await findUpload(form);
  // The form has arrived as a whole.
  const { filename, size = 0 } = file;
  return { filename: filename || 'batch.jsonl', size, open: () => file.open() };
}

async function listOwn(context: RequestContext, files: StoredFiles, { query = {} }: FilesRequest): Promise<void> {
  await admitRequests(context);
  const { caller, snapshot } = context.asked;
  answerOwn(context, await files.list(ownerOf(snapshot, caller), readPage(query)));
}

function readPage({ after, limit, order, purpose }: Readonly<Record<string, string>>): StoredFilePage {
  return { limit: readLimit(limit), after, order: order === 'asc' ? 'asc' : 'desc', purpose };
}

function readLimit(limit: string | undefined): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  const number = /^\d{1,5}$/.test(limit) ? Number(limit) : 0;
  if (number >= 1) return Math.min(number, LONGEST_LIMIT);
  throw new GatewayError('invalid_value', { param: 'limit', message: '`limit` must be an integer above 0.' });
}

async function serveOne(
  context: RequestContext,
  files: StoredFiles,
  { file_id: id = '', operation }: FilesRequest,
): Promise<void> {
  await admitRequests(context);
  const owner = ownerOf(context.asked.snapshot, context.asked.caller);
  if (operation === 'delete') {
    if (!(await files.remove(owner, id))) throw missingObject('file_id');
    return answerOwn(context, { id, object: 'file', deleted: true });
  }
  if (operation === 'content') return sendContent(context, files, id);
  answerOwn(context, (await files.describe(owner, id)) ?? missing());
}

/** A reader may take nothing for so long, in milliseconds. */
const SILENCE_MS = 60_000;

async function sendContent(context: RequestContext, files: StoredFiles, id: string): Promise<void> {
  const { asked, ended, sink } = context;
  const file = (await files.find(ownerOf(asked.snapshot, asked.caller), id)) ?? missing();
  if (ended.answered) return;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-length': String(file.size),
    'content-disposition': `attachment; filename="${file.filename.replaceAll(/[^\w.-]/g, '_')}"`,
    'x-content-type-options': 'nosniff',
  };
  const onBegin = (): void => {
    ended.timeToFirstByteMs = performance.now() - asked.startedAt;
  };
  await sink.sendBody({ status: 200, headers, body: countBytes(files.read(file), ended), onBegin }, SILENCE_MS);
  ended.answered = true;
}

function missing(): never {
  throw missingObject('file_id');
}
