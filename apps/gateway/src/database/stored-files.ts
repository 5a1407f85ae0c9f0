import type { GatewayConfig } from '@multilane/config';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from '@multilane/http';
import { type Database, type ObjectOwner, type StoredFileRecord, TooManyStoredBytes } from '@multilane/persistence';
import { nameStoredFile, readStoredFileId } from './stored-file-id.js';
import { withTimeLimit } from './with-time-limit.js';

/** Bytes are stored in pieces of about this size. */
const CHUNK_BYTES = 512 * 1024;

/** A file that has not grown for so long, and is not whole, is removed, in milliseconds: its process has died. */
const UNFINISHED_MS = 24 * 3_600_000;

/** The same of an upload. All of its bytes are here when it is stored, and it counts as a whole from then on. */
const UNFINISHED_UPLOAD_MS = 10 * 60_000;

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;

export interface StoredFilesOptions {
  readonly store: Database['storedFiles'];
  readonly newId: () => string;
  /** Settings in effect. */
  readonly settings: () => Pick<GatewayConfig['batches'], 'max_file_mb' | 'stored_files_mb' | 'file_ttl_days'>;
}

export interface NewStoredFile {
  readonly purpose: string;
  readonly filename: string;
  /** Lifetime of the file in seconds; undefined for the usual one of files. */
  readonly seconds: number | undefined;
  /** Size of `bytes`. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** True if nobody waits for it any more. */
  isAbandoned(): boolean;
}

export interface StoredFilePage {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  readonly purpose?: string | undefined;
}

export interface StoredFileList {
  readonly object: 'list';
  readonly data: readonly { readonly id: string }[];
  readonly first_id: string | null;
  readonly last_id: string | null;
  readonly has_more: boolean;
}

/** Files that the gateway stores itself: the inputs and results of batches (docs/contract/batches.md#files). */
export class StoredFiles {
  constructor(private readonly options: StoredFilesOptions) {}

  /** Longest lifetime of files, in days. */
  get ttlDays(): number {
    return this.options.settings().file_ttl_days;
  }

  /**
   * Stores an upload, at the pace at which it is stored. Its size counts before the first byte, and no longer if it is abandoned.
   * Resolves to the file as its owner sees it.
   *
   * @throws GatewayError 413 `payload_too_large`
   */
  async create(owner: ObjectOwner, upload: NewStoredFile): Promise<object> {
    const { max_file_mb: maxFileMb, stored_files_mb: maxStoredMb } = this.options.settings();
    const { bytes, filename, isAbandoned, purpose, seconds, size } = upload;
    if (size > maxFileMb * MIB) {
      throw refuse(`A file for a batch may have at most ${maxFileMb} MiB (\`batches.max_file_mb\`).`);
    }
    const file = { purpose, filename, seconds, size, mostBytes: maxStoredMb * MIB, unfinishedMs: UNFINISHED_UPLOAD_MS };
    const writer = await ask(this.begin(owner, file));
    try {
      for await (const piece of bytes) {
        if (isAbandoned()) throw new ClientGone();
        await ask(writer.write(piece));
      }
      return describeFile(await ask(writer.finish()));
    } catch (error) {
      await writer.discard();
      throw error;
    }
  }

  /**
   * Begins a file, of which nothing is seen before it is whole. It is stored whatever its size, which counts as it grows.
   *
   * @param seconds How long it is stored once it is; by default as long as files are.
   */
  async write(owner: ObjectOwner, purpose: string, filename: string, seconds?: number): Promise<StoredFileWriter> {
    return this.begin(owner, { purpose, filename, seconds, size: 0, unfinishedMs: UNFINISHED_MS });
  }

  private async begin(
    owner: ObjectOwner,
    { filename, mostBytes, purpose, seconds, size, unfinishedMs }: BegunFile,
  ): Promise<StoredFileWriter> {
    const { newId, store } = this.options;
    const id = newId();
    const expiresAt = new Date(Date.now() + unfinishedMs);
    await store.begin(owner, { id, purpose, filename: writeName(filename), size, expiresAt }, mostBytes);
    const storedMs = seconds === undefined ? this.ttlDays * DAY_MS : seconds * 1_000;
    return new StoredFileWriter(store, id, { size, storedMs, unfinishedMs });
  }

  /** A file of the owner; undefined for another's, and for none. */
  find(owner: ObjectOwner, id: string): Promise<StoredFileRecord | undefined> {
    const own = readStoredFileId(id);
    return own === undefined ? Promise.resolve(undefined) : ask(this.options.store.find(owner, own));
  }

  async describe(owner: ObjectOwner, id: string): Promise<object | undefined> {
    const file = await this.find(owner, id);
    return file && describeFile(file);
  }

  async list(owner: ObjectOwner, { after, ...page }: StoredFilePage): Promise<StoredFileList> {
    const { limit } = page;
    const behind = after === undefined ? undefined : (readStoredFileId(after) ?? refuseAfter());
    const files = await ask(this.options.store.list(owner, { ...page, limit: limit + 1, after: behind }));
    const data = files.slice(0, limit).map(describeFile);
    return {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: files.length > limit,
    };
  }

  /** False where the owner has no such file. */
  async remove(owner: ObjectOwner, id: string): Promise<boolean> {
    const own = readStoredFileId(id);
    return own !== undefined && (await ask(this.options.store.remove(owner, own)));
  }

  /**
   * The bytes of a file that was found, at the pace at which they are read.
   *
   * @throws GatewayError 404 if the file is deleted meanwhile: its beginning must not pass for the whole
   */
  async *read({ id, size }: Pick<StoredFileRecord, 'id' | 'size'>): AsyncIterable<Uint8Array> {
    let left = size;
    for (let position = 0; left > 0; position++) {
      const chunk = await ask(this.options.store.readChunk(id, position));
      if (chunk === undefined) {
        throw new GatewayError('not_found', { param: 'file_id', message: 'The file was deleted while it was read.' });
      }
      left -= chunk.length;
      yield chunk;
    }
  }
}

interface BegunFile extends Pick<NewStoredFile, 'filename' | 'purpose' | 'seconds' | 'size'> {
  /** Limit of all files of the organization; undefined for files that are stored regardless. */
  readonly mostBytes?: number;
  readonly unfinishedMs: number;
}

interface WriterOptions {
  /** Bytes that count already. */
  readonly size: number;
  /** Lifetime of the whole file, in milliseconds. */
  readonly storedMs: number;
  /** Lifetime of the unfinished file since it grew last, in milliseconds. */
  readonly unfinishedMs: number;
}

/** A file while it is written. */
export class StoredFileWriter {
  private size = 0;
  private pending: Uint8Array[] = [];
  private pendingBytes = 0;
  private position = 0;

  constructor(
    private readonly store: Database['storedFiles'],
    readonly id: string,
    private readonly options: WriterOptions,
  ) {}

  async write(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    this.pending.push(bytes);
    this.pendingBytes += bytes.length;
    if (this.pendingBytes >= CHUNK_BYTES) await this.flush();
  }

  async finish(): Promise<StoredFileRecord> {
    await this.flush();
    const file = await this.store.finish(this.id, this.size, new Date(Date.now() + this.options.storedMs));
    if (file === undefined) throw new Error('a file was removed while it was written');
    return file;
  }

  /** Never rejects: what is left is removed when it expires. */
  async discard(): Promise<void> {
    await this.store.discard(this.id).catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.pendingBytes === 0) return;
    const bytes = Buffer.concat(this.pending);
    this.pending = [];
    this.pendingBytes = 0;
    const size = Math.max(this.size, this.options.size);
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
      const expiresAt = new Date(Date.now() + this.options.unfinishedMs);
      await this.store.append(this.id, this.position++, bytes.subarray(start, start + CHUNK_BYTES), size, expiresAt);
    }
  }
}

/** A query that takes longer than this, in milliseconds, is a database that is away. */
const QUERY_LIMIT_MS = 15_000;

async function ask<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await withTimeLimit(query, QUERY_LIMIT_MS);
  } catch (error) {
    if (error instanceof TooManyStoredBytes) throw refuseStored();
    throw new GatewayError('overloaded', {
      message: 'The database that stores files is unavailable. Try again in a few seconds.',
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
}

/** Half a surrogate pair is no text that could be stored. */
function writeName(filename: string): string {
  return Buffer.from(filename.slice(0, 500)).toString();
}

function describeFile({ createdAt, expiresAt, filename, id, purpose, size }: StoredFileRecord) {
  return {
    id: nameStoredFile(id),
    object: 'file',
    bytes: size,
    created_at: Math.floor(createdAt.getTime() / 1000),
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    filename,
    purpose,
    status: 'processed',
    status_details: null,
  };
}

function refuseAfter(): never {
  throw new GatewayError('invalid_value', { param: 'after', message: '`after` must be the id of a file.' });
}

function refuseStored(): GatewayError {
  return refuse('The files of your organization are larger than `batches.stored_files_mb`. Delete some.');
}

function refuse(message: string): GatewayError {
  return new GatewayError('payload_too_large', { message, param: 'file' });
}
