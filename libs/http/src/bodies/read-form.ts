import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import type { FormPart } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { ClientGone } from './arriving-bodies.js';
import { describePart, HEAD_BYTES, HEAD_LINES, malformed, type PartHeader, refuseAmount } from './describe-part.js';
import { type FormArrival, Latch, PEEK_BYTES, ReceivedField, ReceivedFile, ReceivedForm } from './received-form.js';

export interface FormRules {
  /** The whole body, in bytes. */
  readonly limitBytes: number;
}

/** The files of one form take so much memory; what is beyond it goes to disk, or on while it arrives. */
const MEMORY_BYTES = 1024 * 1024;

const MOST_PARTS = 256;
const MOST_FILES = 32;
/** Bytes of one field, and of all together. */
const FIELD_BYTES = 1024 * 1024;
const ALL_FIELDS_BYTES = 4 * 1024 * 1024;

/**
 * Reads a multipart form to its end. Files are held in memory up to a bound and then on disk, where they have no name: nothing
 * is left behind, however the process ends. `discard` frees them. Rejects with the refusal of a form that is malformed or too
 * large, and with `ClientGone` where the rest never comes. Call it after authentication.
 */
export async function readForm(incoming: IncomingMessage, rules: FormRules): Promise<ReceivedForm> {
  const form = await beginForm(incoming, rules);
  try {
    await form.readToEnd();
  } catch (error) {
    await form.discard();
    throw error;
  }
  return form;
}

/**
 * The same of a form whose files fit in memory. With others it resolves when the memory is full, and the client waits: `readToEnd`
 * takes the rest to disk, and `parts` hands it over while it arrives.
 */
export async function beginForm(incoming: IncomingMessage, rules: FormRules): Promise<ReceivedForm> {
  const { 'content-encoding': encoding, 'content-length': length, 'content-type': type = '' } = incoming.headers;
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw new GatewayError('unsupported_media_type', { message: 'Send a form without Content-Encoding.' });
  }
  const boundary = boundaryOf(type);
  if (length !== undefined && Number(length) > rules.limitBytes) throw refuseSize(rules.limitBytes);
  const form = new ReceivedForm();
  const reading = new FormReading(incoming, form, rules, boundary);
  form.comesFrom(reading);
  try {
    await reading.begin();
  } catch (error) {
    await form.discard();
    throw error;
  }
  return form;
}

/** True if a body says that it is a multipart form. */
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

function refuseSize(limitBytes: number): GatewayError {
  const message = `The upload is larger than ${Math.floor(limitBytes / 1024 / 1024)} MB (\`server.upload_limit_mb\`).`;
  return new GatewayError('payload_too_large', { message, headers: { connection: 'close' } });
}

/** One form while it arrives. Its parts are read one after the other. */
class FormReading implements FormArrival {
  failure: Error | undefined = undefined;
  isOver = false;
  private readonly parser: Dicer;
  private bytes = 0;
  private parts = 0;
  private files = 0;
  private fieldBytes = 0;
  private heldBytes = 0;
  private readonly reads: Promise<void>[] = [];
  private readonly open = new Set<Readable>();
  private hasModel = false;
  private rest: 'undecided' | 'spooled' | 'streamed' = 'undecided';
  private readonly isFull = new Latch();
  private readonly isDecided = new Latch();
  private changed = new Latch();
  private whole: Promise<void> = Promise.resolve();
  /** Ends the wait for the parser. */
  private reject: (error: Error) => void = ignore;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly form: ReceivedForm,
    private readonly rules: FormRules,
    boundary: string,
  ) {
    // Its types do not know the bound on the size of heads.
    this.parser = new Dicer({ boundary, maxHeaderPairs: HEAD_LINES, maxHeaderSize: HEAD_BYTES } as Dicer.Config);
  }

  get isStreaming(): boolean {
    return this.rest === 'streamed';
  }

  /** Resolves when everything is here, or when the memory for files is full. */
  async begin(): Promise<void> {
    this.whole = this.run();
    // The reader of the rest gets the error; without a reader, it must not end the process.
    this.whole.catch(ignore);
    await Promise.race([this.whole, this.isFull.opened]);
  }

  spool(): Promise<void> {
    if (this.rest === 'undecided') this.decide('spooled');
    return this.whole;
  }

  stream(): void {
    if (this.rest === 'undecided') this.decide('streamed');
  }

  change(): Promise<void> {
    return this.changed.opened;
  }

  abandon(): void {
    if (!this.isOver) this.fail(new Error('nobody reads the form any more'));
  }

  private decide(rest: 'spooled' | 'streamed'): void {
    this.rest = rest;
    this.isDecided.open();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.isDecided.open();
    this.reject(this.failure);
  }

  private async run(): Promise<void> {
    const { incoming, parser } = this;
    try {
      await new Promise<void>((resolve, reject) => {
        this.reject = reject;
        parser.on('part', (part) => this.take(part));
        parser.on('finish', resolve);
        parser.on('error', () => this.fail(malformed('it has no end')));
        incoming.on('data', (bytes: Buffer) => {
          this.bytes += bytes.length;
          if (this.bytes > this.rules.limitBytes) this.fail(refuseSize(this.rules.limitBytes));
        });
        incoming.on('error', () => this.fail(new ClientGone()));
        incoming.on('close', () => {
          if (!incoming.complete) this.fail(new ClientGone());
        });
        incoming.pipe(parser);
      });
      // Others may be found while these are read.
      for (let index = 0; index < this.reads.length; index += 1) await this.reads[index];
      if (this.parts === 0) throw malformed('it has no parts');
      if (this.reads.length < this.parts) throw malformed('the head of a part is incomplete');
      this.isOver = true;
    } catch (error) {
      this.failure ??= error as Error;
      this.isDecided.open();
      // A form that is rejected half-way is parsed no further, but still read, so that the rejection reaches the
      // client.
      incoming.unpipe(parser);
      incoming.resume();
      // A part whose end never comes would be waited for without end.
      for (const part of this.open) part.destroy(this.failure);
      this.announce();
      await Promise.allSettled(this.reads);
      throw this.failure;
    } finally {
      this.announce();
    }
  }

  /** Those who wait for parts look again. */
  private announce(): void {
    this.changed.open();
    this.changed = new Latch();
  }

  private take(part: Dicer.PartStream): void {
    this.parts += 1;
    this.open.add(part);
    part.on('error', () => this.fail(malformed('a part has no end')));
    part.on('close', () => this.open.delete(part));
    if (this.failure === undefined && this.parts > MOST_PARTS) this.fail(refuseAmount(`more than ${MOST_PARTS} parts`));
    if (this.failure !== undefined) {
      part.resume();
      return;
    }
    part.on('header', (header) => {
      const before = this.reads.at(-1) ?? Promise.resolve();
      const reading = before.then(() => this.read(part, header as unknown as PartHeader));
      this.reads.push(reading);
      reading.catch((error: Error) => {
        part.resume();
        this.fail(error);
      });
    });
  }

  private async read(part: Readable, header: PartHeader): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    const described = describePart(header);
    // The model that is authorised must be the one that a provider reads.
    if (described.name === 'model') this.noteModel(described);
    if (described.filename === undefined) {
      this.form.add(await this.readField(part, described));
      this.announce();
      return;
    }
    this.files += 1;
    if (this.files > MOST_FILES) throw refuseAmount(`more than ${MOST_FILES} files`);
    const file = new ReceivedFile(described, this);
    this.form.add(file);
    this.announce();
    try {
      await this.readFile(part, file);
    } finally {
      file.complete();
    }
  }

  private async readFile(part: Readable, file: ReceivedFile): Promise<void> {
    const pieces = (part as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      if (this.failure !== undefined) throw this.failure;
      const { value } = next;
      this.heldBytes += value.length;
      if (this.heldBytes > MEMORY_BYTES && this.rest === 'undecided') {
        this.isFull.open();
        await this.isDecided.opened;
        if (this.failure !== undefined) throw this.failure;
      }
      if (!this.isStreaming && this.heldBytes > MEMORY_BYTES) {
        await file.spool(value);
        continue;
      }
      file.hold(value);
      if (this.isStreaming && file.heldBytes >= PEEK_BYTES) {
        await file.handOver(pieces);
        return;
      }
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

  private async readField(part: Readable, described: FormPart): Promise<ReceivedField> {
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
    return new ReceivedField(described, Buffer.concat(pieces).toString('utf8'));
  }
}

function ignore(): void {}
