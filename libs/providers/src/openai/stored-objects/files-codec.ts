import type { ExchangeAnswer, ExchangeCodec, FilesRequest, ProviderAnswer, ProviderExchange } from '../../exchange.js';
import { readUpload } from '../../shared/objects/find-upload.js';
import { listOwn, readPage } from '../../shared/objects/list-own.js';
import { answerJson, noUsage, readObject, recordMade } from '../../shared/objects/record-made.js';
import { refuseMissing } from '../../shared/objects/refuse-missing.js';
import { writeForm } from '../../shared/texts/write-form.js';
import { fetchObject, type PlacePath, writeQuery } from './fetch-object.js';

/** The largest page of files (platform.openai.com/docs/api-reference/files/list allows 10,000). */
const PAGE_LIMIT = 1_000;
const DEFAULT_LIMIT = 10_000;

/** Files of the reference (platform.openai.com/docs/api-reference/files). */
export function createFilesCodec(place: PlacePath): ExchangeCodec<FilesRequest> {
  return {
    streamsForms: true,
    async serve(request, exchange) {
      const path = pathOf(request.file_id);
      switch (request.operation) {
        case 'create':
          return createFile(request, exchange, place);
        case 'list':
          return answerJson(await listFiles(request, exchange, place));
        case 'delete':
          return deleteFile(request, exchange, place(exchange.target, path));
        default: {
          const asked = request.operation === 'content' ? `${path}/content` : path;
          const answer = await ask(
            exchange,
            'GET',
            place(exchange.target, `${asked}${writeQuery(request.query ?? {})}`),
          );
          return request.operation === 'content' ? relayContent(answer) : answerJson(await answer.json());
        }
      }
    },
  };
}

const NO_CHANGES = { set: {} };

function pathOf(id: string | undefined): string {
  return id === undefined ? '/files' : `/files/${encodeURIComponent(id)}`;
}

async function ask(exchange: ProviderExchange, method: 'GET' | 'DELETE', path: string): Promise<ProviderAnswer> {
  try {
    return await exchange.send({ method, path });
  } catch (failure) {
    throw refuseMissing(failure, 'file_id');
  }
}

async function createFile(
  { form, owned }: Readonly<FilesRequest>,
  exchange: ProviderExchange,
  place: PlacePath,
): Promise<ExchangeAnswer> {
  const { target } = exchange;
  if (form === undefined) throw new Error('an upload is a form');
  const { isWhole } = form;
  const written = await writeForm({ isWhole, parts: () => readUpload(form.parts()) }, NO_CHANGES, exchange.idSeed);
  const answer = await exchange.send({ path: place(target, '/files'), ...written });
  const file = readObject(await answer.json());
  await recordMade(exchange, owned, 'file', file.id, (id) => ({ method: 'DELETE', path: place(target, pathOf(id)) }));
  return answerJson(file);
}

async function deleteFile(
  { file_id: id, owned }: Readonly<FilesRequest>,
  exchange: ProviderExchange,
  path: string,
): Promise<ExchangeAnswer> {
  const answer = await ask(exchange, 'DELETE', path);
  // Azure answers 204 without a body.
  const bytes = await answer.bytes();
  if (id !== undefined) await owned?.remove('file', id);
  if (bytes.length === 0) return answerJson({ id, object: 'file', deleted: true });
  return { contentType: 'application/json; charset=utf-8', body: bytes, usage: noUsage };
}

function listFiles({ owned, query = {} }: Readonly<FilesRequest>, exchange: ProviderExchange, place: PlacePath) {
  const { target } = exchange;
  return listOwn({
    kind: 'file',
    owned,
    query,
    defaultLimit: DEFAULT_LIMIT,
    pageLimit: PAGE_LIMIT,
    fetchPage: async (after, limit) => {
      const asked = { ...query, after, limit: limit === undefined ? query.limit : String(limit) };
      const path = place(target, `/files${writeQuery(asked)}`);
      return readPage(await (await exchange.send({ method: 'GET', path })).json());
    },
    fetchOne: async (id) => {
      const file = await fetchObject(exchange, place(target, pathOf(id)));
      return query.purpose === undefined || file?.purpose === query.purpose ? file : undefined;
    },
  });
}

/** The bytes as they come. */
function relayContent({ body, headers }: ProviderAnswer): ExchangeAnswer {
  const { 'content-disposition': disposition, 'content-length': length, 'content-type': type } = headers;
  return {
    contentType: typeof type === 'string' ? type : 'application/octet-stream',
    headers: {
      // Content that somebody has uploaded must not run as a page of this address.
      'x-content-type-options': 'nosniff',
      ...(typeof length === 'string' && { 'content-length': length }),
      ...(typeof disposition === 'string' && { 'content-disposition': disposition }),
    },
    body,
    usage: noUsage,
  };
}
