import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import type { FormField, FormFile, FormPart, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from './client-gone.js';

export interface FormRules {
  /** The whole body, in bytes. */
  readonly limitBytes: number;
}

/** The files of one form take so much memory; what is beyond it goes to disk. */
const MEMORY_BYTES = 1024 * 1024;

const MOST_PARTS = 256;
const MOST_FILES = 32;
/** Of one field, and of all together. */
const FIELD_BYTES = 1024 * 1024;
const ALL_FIELDS_BYTES = 4 * 1024 * 1024;
const NAME_CHARACTERS = 200;
const FILENAME_CHARACTERS = 1_000;
const HEADER_BYTES = 8 * 1024;
const HEADER_PAIRS = 16;

/** Files on disk are read in pieces of so many bytes. */
const READ_BYTES = 64 * 1024;

/** What a file is says its beginning. */
const PEEK_BYTES = 4096;

/**
 * Reads a multipart form to its end. Files are held in memory up to a bound and then on disk, where they have no name: nothing
 * is left behind, however the process ends. `discard` frees them. Rejects with the refusal of a form that is malformed or too
 * large, and with `ClientGone` where the rest never comes. Call it after authentication.
 */
export async function readForm(incoming: IncomingMessage, rules: FormRules): Promise<ReceivedForm> {
  const { 'content-encoding': encoding, 'content-length': length, 'content-type': type = '' } = incoming.headers;
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new GatewayError('unsupported_media_type', { message: 'Send a form without Content-Encoding.' });
  }
  const boundary = boundaryOf(type);
  if (length !== undefined && Number(length) > rules.limitBytes) throw refuseSize(rules.limitBytes);
  const form = new ReceivedForm();
  try {
    await new FormReading(incoming, form, rules).run(boundary);
  } catch (error) {
    await form.discard();
    throw error;
  }
  return form;
}

/** Whether a body says that it is a multipart form. */
export function isForm(type: string | undefined): boolean {
  return type !== undefined && /^\s*multipart\/form-data\s*(;|$)/i.test(type);
}

/** RFC 2046 allows 70 characters. */
function boundaryOf(type: string): string {
  if (!isForm(type)) {
    throw new GatewayError('unsupported_media_type', { message: 'Send `Content-Type: multipart/form-data`.' });
  }
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70})(?=\s*(?:;|$)))/i.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary !== undefined) return boundary;
  throw malformed('the header Content-Type has no boundary of 1 to 70 characters');
}

function malformed(why: string): GatewayError {
  return new GatewayError('invalid_value', { message: `The multipart body is malformed: ${why}.` });
}

function refuseSize(limitBytes: number): GatewayError {
  const message = `The upload is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB (\`server.upload_limit_mb\`).`;
  return new GatewayError('payload_too_large', { message, headers: { connection: 'close' } });
}

function refuseAmount(what: string): GatewayError {
  return new GatewayError('payload_too_large', { message: `The form has ${what}.`, headers: { connection: 'close' } });
}

/** A form that was read to its end. */
export class ReceivedForm implements UploadForm {
  readonly #parts: (ReceivedField | ReceivedFile)[] = [];
  readonly isWhole = true;

  get fields(): readonly FormField[] {
    return this.#parts.filter((part) => part instanceof ReceivedField);
  }

  get files(): readonly FormFile[] {
    return this.#parts.filter((part) => part instanceof ReceivedFile);
  }

  field(name: string): string | undefined {
    return this.fields.find((field) => field.name === name)?.value;
  }

  readToEnd(): Promise<void> {
    return Promise.resolve();
  }

  async *parts(): AsyncIterable<FormField | FormFile> {
    yield* this.#parts;
  }

  /** Reserves the next place, in the order in which parts arrive. */
  add(part: ReceivedField | ReceivedFile): void {
    this.#parts.push(part);
  }

  /** Frees the files; nobody may read them any more. */
  async discard(): Promise<void> {
    await Promise.all(this.#parts.map((part) => (part instanceof ReceivedFile ? part.discard() : undefined)));
  }
}

class ReceivedField implements FormField {
  value = '';
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;

  constructor({ contentType, filename, name }: FormPart) {
    this.name = name;
    this.filename = filename;
    this.contentType = contentType;
  }
}

class ReceivedFile implements FormFile {
  size = 0;
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  #pieces: Buffer[] = [];
  #handle: FileHandle | undefined = undefined;

  constructor({ contentType, filename, name }: FormPart) {
    this.name = name;
    this.filename = filename;
    this.contentType = contentType;
  }

  async write(bytes: Buffer, fitsInMemory: boolean): Promise<void> {
    this.size += bytes.length;
    if (this.#handle === undefined && fitsInMemory) {
      this.#pieces.push(bytes);
      return;
    }
    if (this.#handle === undefined) {
      this.#handle = await openNameless();
      for (const piece of this.#pieces) await this.#handle.appendFile(piece);
      this.#pieces = [];
    }
    await this.#handle.appendFile(bytes);
  }

  async peek(): Promise<Uint8Array> {
    if (this.#handle === undefined) return Buffer.concat(this.#pieces).subarray(0, PEEK_BYTES);
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(PEEK_BYTES), 0, PEEK_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  }

  async *open(): AsyncIterable<Uint8Array> {
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

  async discard(): Promise<void> {
    this.#pieces = [];
    await this.#handle?.close().catch(() => undefined);
    this.#handle = undefined;
  }
}

/** A file that only this process can read, and that ends with it. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `multilane-upload-${randomUUID()}`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return handle;
}

/** One form while it arrives. */
class FormReading {
  private bytes = 0;
  private parts = 0;
  private files = 0;
  private fieldBytes = 0;
  private heldBytes = 0;
  private failure: Error | undefined = undefined;
  private readonly reads: Promise<void>[] = [];
  private readonly open = new Set<Readable>();
  private hasModel = false;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly form: ReceivedForm,
    private readonly rules: FormRules,
  ) {}

  async run(boundary: string): Promise<void> {
    const { incoming } = this;
    // Its types do not know the bound on the size of heads.
    const parser = new Dicer({ boundary, maxHeaderPairs: HEADER_PAIRS, maxHeaderSize: HEADER_BYTES } as Dicer.Config);
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (error: Error): void => {
          this.failure ??= error;
          reject(this.failure);
        };
        parser.on('part', (part) => this.take(part, fail));
        parser.on('finish', resolve);
        parser.on('error', () => fail(malformed('it has no end')));
        incoming.on('data', (bytes: Buffer) => {
          this.bytes += bytes.length;
          if (this.bytes > this.rules.limitBytes) fail(refuseSize(this.rules.limitBytes));
        });
        incoming.on('error', () => fail(new ClientGone()));
        incoming.on('close', () => {
          if (!incoming.complete) fail(new ClientGone());
        });
        incoming.pipe(parser);
      });
      await Promise.all(this.reads);
    } catch (error) {
      // What is refused half-way is parsed no further, but still read, so that the refusal reaches the client.
      incoming.unpipe(parser);
      incoming.resume();
      // A part whose end never comes would be waited for without end.
      for (const part of this.open) part.destroy(this.failure);
      await Promise.allSettled(this.reads);
      throw error;
    }
    if (this.parts === 0) throw malformed('it has no parts');
    if (this.reads.length < this.parts) throw malformed('the head of a part is incomplete');
  }

  private take(part: Dicer.PartStream, fail: (error: Error) => void): void {
    this.parts += 1;
    this.open.add(part);
    part.on('error', () => fail(malformed('a part has no end')));
    part.on('close', () => this.open.delete(part));
    if (this.failure === undefined && this.parts > MOST_PARTS) fail(refuseAmount(`more than ${MOST_PARTS} parts`));
    if (this.failure !== undefined) {
      part.resume();
      return;
    }
    part.on('header', (header) => {
      const reading = this.read(part, header as unknown as PartHeader);
      this.reads.push(reading);
      reading.catch((error: Error) => {
        part.resume();
        fail(error);
      });
    });
  }

  private async read(part: Readable, header: PartHeader): Promise<void> {
    const described = describePart(header);
    // The model that is authorised must be the one that a provider reads.
    if (described.name === 'model') this.noteModel(described);
    if (described.filename === undefined) return this.readField(part, described);
    this.files += 1;
    if (this.files > MOST_FILES) throw refuseAmount(`more than ${MOST_FILES} files`);
    const file = new ReceivedFile(described);
    this.form.add(file);
    for await (const bytes of part as AsyncIterable<Buffer>) {
      if (this.failure !== undefined) return;
      this.heldBytes += bytes.length;
      await file.write(bytes, this.heldBytes <= MEMORY_BYTES);
    }
  }

  private noteModel({ filename, name }: FormPart): void {
    if (!this.hasModel && filename === undefined) {
      this.hasModel = true;
      return;
    }
    const message =
      filename === undefined ? 'The form has more than one field `model`.' : 'The field `model` must be text.';
    throw new GatewayError('invalid_value', { param: name, message });
  }

  private async readField(part: Readable, described: FormPart): Promise<void> {
    const field = new ReceivedField(described);
    this.form.add(field);
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const bytes of part as AsyncIterable<Buffer>) {
      size += bytes.length;
      this.fieldBytes += bytes.length;
      if (size > FIELD_BYTES || this.fieldBytes > ALL_FIELDS_BYTES) {
        throw refuseAmount('fields that are too long: 1 MB each, 4 MB together');
      }
      pieces.push(bytes);
    }
    field.value = Buffer.concat(pieces).toString('utf8');
  }
}

/** Values as Latin-1, whatever their characters are. */
type PartHeader = Readonly<Record<string, readonly string[] | undefined>>;

function describePart(header: PartHeader): FormPart {
  const disposition = header['content-disposition']?.[0];
  const parameters = disposition === undefined ? undefined : readParameters(asUtf8(disposition));
  const name = parameters?.get('name');
  if (name === undefined) throw malformed('a part has no name');
  if (name.length > NAME_CHARACTERS) throw refuseAmount(`a name of more than ${NAME_CHARACTERS} characters`);
  const filename = parameters?.get('filename*') ?? parameters?.get('filename');
  if (filename !== undefined && filename.length > FILENAME_CHARACTERS) {
    throw refuseAmount(`a filename of more than ${FILENAME_CHARACTERS} characters`);
  }
  return { name, filename, contentType: header['content-type']?.[0]?.trim() || undefined };
}

function asUtf8(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** The parameters as they came: what stands escaped between quotes stays so, and is sent on in quotes. */
function readParameters(disposition: string): Map<string, string> | undefined {
  if (!/^\s*form-data\s*(;|$)/i.test(disposition)) return undefined;
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of disposition.matchAll(
    /;\s*(name|filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+)(?=\s*(?:;|$)))/gi,
  )) {
    const key = name.toLowerCase();
    if (found.has(key)) continue;
    const value = quoted ?? plain ?? '';
    found.set(key, key === 'filename*' ? decodeExtended(value) : value);
  }
  return found;
}

/** RFC 8187: `UTF-8''na%C3%AFve.wav`. */
function decodeExtended(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^[^']*'[^']*'/, '')).replaceAll('"', '%22');
  } catch {
    return value;
  }
}
