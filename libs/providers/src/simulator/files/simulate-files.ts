import { createHash } from 'node:crypto';
import type { FormFile } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { ExchangeAnswer, ExchangeCodec, FilesRequest, ProviderExchange } from '../../exchange.js';
import { findUpload } from '../../shared/objects/find-upload.js';
import { type ListedObject, listOwn } from '../../shared/objects/list-own.js';
import { readUploadExpiry } from '../../shared/objects/read-expiry.js';
import { answerJson, noUsage, recordMade } from '../../shared/objects/record-made.js';
import { missingObject } from '../../shared/objects/refuse-missing.js';

/** The reference's purposes of uploads (developers.openai.com/api/reference, "Upload file"). */
const PURPOSES: readonly string[] = ['assistants', 'batch', 'fine-tune', 'vision', 'user_data', 'evals'];

/** One file, in bytes. */
const LARGEST_FILE = 8 * 1024 * 1024;
/** All files together: the oldest make room for others. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_FILES = 500;
const DEFAULT_LIMIT = 10_000;
/** Length at which a client's file name is cut: texts of clients are not stored at any length. */
const LONGEST_NAME = 255;

interface SimulatedFile {
  readonly description: ListedObject;
  readonly bytes: Buffer;
}

/** The files of the simulator: in memory, one set a process, for as long as it runs. */
export function createSimulatedFiles(): ExchangeCodec<FilesRequest> {
  const files = new Map<string, SimulatedFile>();

  function find(id: string | undefined): SimulatedFile {
    const file = id === undefined ? undefined : files.get(id);
    if (file === undefined) throw missingObject('file_id');
    return file;
  }

  return {
    async serve(request, exchange) {
      removeExpired(files, exchange.created);
      switch (request.operation) {
        case 'create': {
          const file = await readUpload(request, exchange);
          const { id } = file.description;
          // Nothing is there to be undone: it is put among the files once it has an owner.
          await recordMade(exchange, request.owned, 'file', id, () => ({ path: `/files/${id}` }));
          files.set(id, file);
          makeRoom(files);
          return answerJson(file.description);
        }
        case 'list':
          return answerJson(await list(files, request));
        case 'retrieve':
          return answerJson(find(request.file_id).description);
        case 'content':
          return answerContent(find(request.file_id));
        default: {
          const { id } = find(request.file_id).description;
          files.delete(id);
          await request.owned?.remove('file', id);
          return answerJson({ id, object: 'file', deleted: true });
        }
      }
    },
  };
}

async function readUpload({ form }: Readonly<FilesRequest>, exchange: ProviderExchange): Promise<SimulatedFile> {
  const upload = await findUpload(form);
  const purpose = form?.field('purpose') ?? '';
  if (!PURPOSES.includes(purpose)) {
    const message = `\`purpose\` must be one of ${PURPOSES.join(', ')}.`;
    throw new GatewayError('invalid_value', { param: 'purpose', message });
  }
  const seconds = readUploadExpiry(form);
  const bytes = await readBytes(upload);
  const id = `file-${createHash('sha256').update(exchange.idSeed).digest('hex').slice(0, 24)}`;
  const description = {
    ...{ id, object: 'file', bytes: bytes.length, created_at: exchange.created },
    filename: (upload.filename ?? 'file').slice(0, LONGEST_NAME),
    purpose,
    ...(seconds !== undefined && { expires_at: exchange.created + seconds }),
    status: 'processed',
  };
  return { description, bytes };
}

async function readBytes(upload: FormFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of upload.open()) {
    size += piece.length;
    if (size > LARGEST_FILE) {
      const message = `\`file\` is larger than ${LARGEST_FILE / 1024 / 1024} MB, which the simulator stores at most.`;
      throw new GatewayError('payload_too_large', { param: 'file', message });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

function removeExpired(files: Map<string, SimulatedFile>, now: number): void {
  for (const [id, { description }] of files) {
    if (typeof description.expires_at === 'number' && description.expires_at <= now) files.delete(id);
  }
}

function makeRoom(files: Map<string, SimulatedFile>): void {
  let size = 0;
  for (const { bytes } of files.values()) size += bytes.length;
  for (const [id, { bytes }] of files) {
    if (size <= MOST_BYTES && files.size <= MOST_FILES) return;
    files.delete(id);
    size -= bytes.length;
  }
}

function list(files: ReadonlyMap<string, SimulatedFile>, { owned, query = {} }: Readonly<FilesRequest>) {
  const all = [...files.values()].map(({ description }) => description);
  const named = all.filter(({ purpose }) => query.purpose === undefined || purpose === query.purpose);
  const ordered = query.order === 'asc' ? named : named.toReversed();
  return listOwn({
    ...{ kind: 'file', owned, query, defaultLimit: DEFAULT_LIMIT, pageLimit: DEFAULT_LIMIT },
    fetchPage: (after, limit = DEFAULT_LIMIT) => {
      const start = after === undefined ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
      const objects = ordered.slice(start, start + limit);
      return Promise.resolve({ objects, hasMore: start + limit < ordered.length });
    },
    fetchOne: (id) => Promise.resolve(named.find((file) => file.id === id)),
  });
}

function answerContent({ bytes }: SimulatedFile): ExchangeAnswer {
  return {
    contentType: 'application/octet-stream',
    headers: { 'x-content-type-options': 'nosniff', 'content-length': String(bytes.length) },
    body: bytes,
    usage: noUsage,
  };
}
