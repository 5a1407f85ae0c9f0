import {
  type FormField,
  type FormFile,
  keepLongIntegers,
  type ProviderKind,
  type UploadForm,
} from '@multilane/contracts';
import type { ExchangeAnswer, ProviderAnswer, ProviderCall, ProviderExchange } from '../exchange.js';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter } from '../registry.js';
import { joinBody } from '../shared/texts/join-body.js';
import type { ProviderTarget } from '../target.js';

/** Reply of a fake provider: a body of bytes or JSON, with a status other than 200 if it has one. */
export interface FakeReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A call that a codec made, with its body read. */
export interface MadeCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An exchange with a provider that answers from a list, or never where the list ends. */
export class FakeExchange implements ProviderExchange {
  readonly target: ProviderTarget;
  readonly idSeed = 'seed';
  readonly created = 1_700_000_000;
  readonly calls: MadeCall[] = [];
  readonly cleanups: MadeCall[] = [];
  readonly waits: number[] = [];
  readonly lost = new Set<string>();
  readonly losses = { lose: (parameter: string) => void this.lost.add(parameter) };
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;
  #remaining = 600_000;

  constructor(
    kind: ProviderKind,
    upstreamModel: string,
    private readonly replies: FakeReply[],
    voices?: Record<string, string>,
  ) {
    this.target = { kind, upstreamModel, baseUrl: 'https://provider.test', headers: {}, voices };
  }

  abort(): void {
    this.#abort.abort(new Error('nobody waits'));
  }

  async send(call: ProviderCall): Promise<ProviderAnswer> {
    this.signal.throwIfAborted();
    this.calls.push(await readCall(call));
    const reply = this.replies[this.calls.length - 1];
    if (!reply)
      return new Promise((_, reject) => this.signal.addEventListener('abort', () => reject(this.signal.reason)));
    const { status = 200, headers = {}, body = {} } = reply;
    const isParsed = typeof body === 'object' && !(body instanceof Uint8Array);
    if (isParsed && status < 300) return describeAnswer(status, headers, undefined, body);
    const bytes =
      body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
    if (status >= 300) throw getAdapter(this.target.kind)?.mapError(status, Buffer.from(bytes).toString(), headers);
    return describeAnswer(status, headers, bytes, undefined);
  }

  async sendAnyway(call: ProviderCall): Promise<void> {
    this.cleanups.push(await readCall(call));
  }

  async wait(milliseconds: number): Promise<void> {
    this.signal.throwIfAborted();
    this.waits.push(milliseconds);
    this.#remaining -= milliseconds;
    if (this.#remaining < 0) throw new ProviderFailure('provider_timeout');
    if (this.waits.length === this.abortsAtWait) this.abort();
    this.signal.throwIfAborted();
  }

  readonly published: Buffer[] = [];
  /** Store for images; a test takes it away by setting it to undefined. */
  publish: ProviderExchange['publish'] = (image) => {
    this.published.push(Buffer.from(image));
    return Promise.resolve(`https://gateway.test/v1/media/${this.published.length}`);
  };

  /** The wait in which the caller leaves, counted from 1. */
  abortsAtWait = Number.POSITIVE_INFINITY;
}

/** An answer of bytes, or of JSON that is parsed already: hostile ones are too long to be written out. */
function describeAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Uint8Array | undefined,
  parsed: unknown,
): ProviderAnswer {
  const read = () => bytes ?? Buffer.from(JSON.stringify(parsed));
  return {
    ...{ status, headers },
    body: (async function* () {
      const whole = read();
      for (let from = 0; from < whole.length; from += 1000) yield whole.subarray(from, from + 1000);
    })(),
    bytes: () => Promise.resolve(Buffer.from(read())),
    json: async (keepsLongIntegers) => {
      if (!bytes) return parsed;
      try {
        const text = Buffer.from(bytes).toString();
        return keepsLongIntegers ? keepLongIntegers(text, JSON.parse(text)) : JSON.parse(text);
      } catch {
        throw new ProviderFailure('provider_error', { detail: 'not JSON' });
      }
    },
  };
}

async function readCall({ method = 'POST', path, headers = {}, body = '' }: ProviderCall): Promise<MadeCall> {
  const whole = joinBody(body);
  return { method, path, headers, body: typeof whole === 'string' ? Buffer.from(whole) : await readAll(whole) };
}

async function readAll(body: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function readAnswer({ body }: ExchangeAnswer): Promise<Buffer> {
  return typeof body === 'string' ? Buffer.from(body) : readAll(body);
}

/** A whole form with a field and a file. */
export function fakeForm(bytes: Uint8Array, part: Partial<FormFile> = {}): UploadForm {
  const field: FormField = { name: 'model', filename: undefined, contentType: undefined, value: 'm' };
  const file: FormFile = {
    ...{ name: 'file', filename: 'a.bin', contentType: 'application/x-wrong', size: bytes.length },
    peek: () => Promise.resolve(bytes.subarray(0, 4096)),
    open: async function* () {
      yield bytes;
    },
    ...part,
  };
  return {
    ...{ fields: [field], files: [file], isWhole: true },
    field: (name) => (name === 'model' ? 'm' : undefined),
    readToEnd: () => Promise.resolve(),
    parts: async function* () {
      yield field;
      yield file;
    },
  };
}

/** A whole form of files, such as the images of an edit. */
export function fakeFiles(...files: readonly (readonly [name: string, bytes: Uint8Array])[]): UploadForm {
  const parts = files.map(
    ([name, bytes]): FormFile => ({
      ...{ name, filename: 'a.bin', contentType: undefined, size: bytes.length },
      peek: () => Promise.resolve(bytes.subarray(0, 4096)),
      open: async function* () {
        yield bytes;
      },
    }),
  );
  return {
    ...{ fields: [], files: parts, isWhole: true },
    field: () => undefined,
    readToEnd: () => Promise.resolve(),
    parts: async function* () {
      yield* parts;
    },
  };
}

/** The smallest PNG: one pixel. */
export const TINY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The beginning of a WAV from a stream, whose header knows no length, with a few samples. */
export const STREAMED_WAV = Buffer.concat([
  Buffer.from('RIFF\xff\xff\xff\xffWAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1'),
  Buffer.from('\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0data\xff\xff\xff\xff', 'latin1'),
  Buffer.alloc(480),
]);
/** A frame of MPEG 2, layer III. */
export const MP3_FRAME = Buffer.from([0xff, 0xf3, 0x64, 0xc4, ...Buffer.alloc(60)]);
