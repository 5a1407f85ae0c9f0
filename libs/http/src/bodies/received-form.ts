import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormField, FormFile, FormPart, UploadForm } from '@multilane/contracts';

/** Files on disk are read in pieces of so many bytes. */
const READ_BYTES = 64 * 1024;

/** Bytes of the beginning, which says what kind of file it is. */
export const PEEK_BYTES = 4096;

/** Rest of a form that is still to come. */
export interface FormArrival {
  /** Reason why the rest will never come. */
  readonly failure: Error | undefined;
  /** True if everything has been read. */
  readonly isOver: boolean;
  /** True if files are handed over while they arrive. */
  readonly isStreaming: boolean;
  /** Reads the rest, files to disk. */
  spool(): Promise<void>;
  /** From now on files are handed over while they arrive, at the pace at which they are read. */
  stream(): void;
  /** Resolves when another part has been added, or when no other will be. */
  change(): Promise<void>;
  /** Nobody reads the form any more. */
  abandon(): void;
}

/** A form that has arrived, or whose files are still arriving. */
export class ReceivedForm implements UploadForm {
  readonly #parts: (ReceivedField | ReceivedFile)[] = [];
  #arrival: FormArrival | undefined = undefined;
  #isStreamed = false;

  get isWhole(): boolean {
    return !this.#isStreamed && this.#arrival?.isOver === true;
  }

  get fields(): readonly FormField[] {
    return this.#parts.filter((part) => part instanceof ReceivedField);
  }

  get files(): readonly FormFile[] {
    return this.#parts.filter((part) => part instanceof ReceivedFile);
  }

  field(name: string): string | undefined {
    return this.fields.find((field) => field.name === name)?.value;
  }

  async readToEnd(): Promise<void> {
    if (!this.isWhole) await this.#arrival?.spool();
  }

  async *parts(): AsyncIterable<FormField | FormFile> {
    const arrival = this.#arrival;
    if (arrival === undefined || this.isWhole) {
      yield* this.#parts;
      return;
    }
    if (this.#isStreamed) throw new Error('a form that is still arriving can be read once');
    this.#isStreamed = true;
    arrival.stream();
    for (let index = 0; ; index += 1) {
      while (index >= this.#parts.length && !arrival.isOver && arrival.failure === undefined) await arrival.change();
      if (arrival.failure !== undefined) throw arrival.failure;
      const part = this.#parts[index];
      if (part === undefined) return;
      yield part;
      // Skips unread bytes between this part and the next.
      if (part instanceof ReceivedFile) await part.skip();
    }
  }

  /** Sets the source of the parts. */
  comesFrom(arrival: FormArrival): void {
    this.#arrival = arrival;
  }

  /** Adds a part, in the order in which they arrive: a field that is complete, a file that begins. */
  add(part: ReceivedField | ReceivedFile): void {
    this.#parts.push(part);
  }

  /** Frees the files; nobody may read them any more. */
  async discard(): Promise<void> {
    this.#arrival?.abandon();
    await Promise.all(this.#parts.map((part) => (part instanceof ReceivedFile ? part.discard() : undefined)));
  }
}

/** A field of a form that is text. */
export class ReceivedField implements FormField {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;

  constructor(
    { contentType, filename, name }: FormPart,
    readonly value: string,
  ) {
    this.name = name;
    this.filename = filename;
    this.contentType = contentType;
  }
}

/** A file: in memory up to a bound, beyond it on disk or, of a form that is streamed, still on its way. */
export class ReceivedFile implements FormFile {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  /** Resolves when the file is held, or its rest can be read. */
  readonly #isHeld = new Latch();
  /** Resolves when the rest has been read. */
  readonly #isTaken = new Latch();
  #size = 0;
  /** Bytes read from the connection by the reader that opened the file. */
  #streamedBytes = 0;
  #pieces: Buffer[] = [];
  #handle: FileHandle | undefined = undefined;
  #rest: AsyncIterator<Buffer> | undefined = undefined;
  #isOpened = false;

  readonly #arrival: FormArrival;

  constructor({ contentType, filename, name }: FormPart, arrival: FormArrival) {
    this.#arrival = arrival;
    this.name = name;
    this.filename = filename;
    this.contentType = contentType;
  }

  get size(): number | undefined {
    return this.#arrival.isStreaming ? undefined : this.#size;
  }

  get receivedBytes(): number {
    return this.#size + this.#streamedBytes;
  }

  /** Bytes of it that are held, in memory or on disk. */
  get heldBytes(): number {
    return this.#size;
  }

  /** Takes a piece into memory. */
  hold(bytes: Buffer): void {
    this.#size += bytes.length;
    this.#pieces.push(bytes);
  }

  /** Takes a piece to disk, and with the first one what was held in memory. */
  async spool(bytes: Buffer): Promise<void> {
    this.#size += bytes.length;
    if (this.#handle === undefined) {
      this.#handle = await openNameless();
      for (const piece of this.#pieces) await this.#handle.appendFile(piece);
      this.#pieces = [];
    }
    await this.#handle.appendFile(bytes);
  }

  /** Everything is held. */
  complete(): void {
    this.#isHeld.open();
    this.#isTaken.open();
  }

  /** Leaves the rest to whoever opens the file. Resolves when they have read it, or will not. */
  handOver(rest: AsyncIterator<Buffer>): Promise<void> {
    this.#rest = rest;
    this.#isHeld.open();
    return this.#isTaken.opened;
  }

  async peek(): Promise<Uint8Array> {
    if (this.#arrival.isStreaming) await this.#isHeld.opened;
    if (this.#handle === undefined) return Buffer.concat(this.#pieces).subarray(0, PEEK_BYTES);
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(PEEK_BYTES), 0, PEEK_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  }

  async *open(): AsyncIterable<Uint8Array> {
    if (this.#arrival.isStreaming) {
      yield* this.#stream();
      return;
    }
    const handle = this.#handle;
    if (handle === undefined) {
      yield* this.#pieces;
      return;
    }
    // By the handle, never by its number: when the form is discarded, another file may get that.
    for (let position = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Reads what nobody has asked for. */
  async skip(): Promise<void> {
    if (this.#isOpened) return this.#isTaken.opened;
    for await (const _bytes of this.#stream());
  }

  async discard(): Promise<void> {
    this.#pieces = [];
    this.complete();
    await this.#handle?.close().catch(() => undefined);
    this.#handle = undefined;
  }

  /** Once, and each piece is freed when it has been read. */
  async *#stream(): AsyncGenerator<Uint8Array> {
    if (this.#isOpened) throw new Error('a file that is still arriving can be opened once');
    this.#isOpened = true;
    try {
      await this.#isHeld.opened;
      for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) yield piece;
      for (;;) {
        if (this.#arrival.failure !== undefined) throw this.#arrival.failure;
        const next = await this.#rest?.next();
        if (next === undefined || next.done) break;
        this.#streamedBytes += next.value.length;
        yield next.value;
      }
      // A connection that breaks may look like an end.
      if (this.#arrival.failure !== undefined) throw this.#arrival.failure;
    } catch (error) {
      throw this.#arrival.failure ?? error;
    } finally {
      this.#isTaken.open();
    }
  }
}

/** A promise that is resolved from outside. */
export class Latch {
  readonly opened: Promise<void>;
  #resolve: (() => void) | undefined = undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  open(): void {
    this.#resolve?.();
  }
}

/** A file that only this process can read, and that ends with it. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `multilane-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}
