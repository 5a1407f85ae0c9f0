import { EgressRefusal, type GuardedFetch } from '@multilane/egress';

/** Limits of one fetch. */
export interface SourceBounds {
  /** After decompression. */
  readonly bytes: number;
  /** From the first connection to the last byte, redirects included. Milliseconds. */
  readonly timeMs: number;
  /** The same for sound and video, which are larger than pages. Milliseconds. */
  readonly recordingTimeMs?: number;
  readonly redirects: number;
}

const DEFAULT_SOURCE_BOUNDS: SourceBounds = {
  bytes: 100 * 1024 * 1024,
  timeMs: 30_000,
  recordingTimeMs: 180_000,
  redirects: 5,
};

/** Headers that identify the stored version at the server. */
export interface KnownVersion {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface FetchedSource extends KnownVersion {
  readonly bytes: Buffer;
  /** Without parameters, in lower case; empty if the server named none. */
  readonly mediaType: string;
  /** The address that answered, after redirects. */
  readonly address: string;
  /** The file name that the server or the address gives. */
  readonly name: string;
}

export type SourceFailureCode =
  | 'source_refused'
  | 'source_unreachable'
  | 'source_status'
  | 'source_too_slow'
  | 'source_too_large'
  | 'source_no_list'
  | 'source_other_type'
  | 'needs_transcription';

/** Reason for which an address was not read: a sentence for the person who named it. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';

  constructor(
    readonly code: SourceFailureCode,
    message: string,
    /** True if it may succeed when it is tried again soon. */
    readonly isPassing = false,
  ) {
    super(message);
  }
}

interface FetchOptions {
  readonly known?: KnownVersion;
  readonly bounds?: SourceBounds;
  readonly signal?: AbortSignal;
  /** True if the body of an answer with this media type is wanted. */
  readonly accepts?: (mediaType: string) => boolean;
}

const USER_AGENT = 'Mozilla/5.0 (compatible; Multilane knowledge)';
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.8';
const LONGEST_NAME = 200;
const LONGEST_VALIDATOR = 1_000;

/**
 * Fetches a document that a person named by its address (docs/contract/knowledge.md#addresses). Undefined if it has not changed
 * since the known version. The address is checked when it is connected to, and again at each redirect.
 *
 * @throws SourceFailure
 */
export async function fetchSource(
  fetch: Pick<GuardedFetch, 'fetchGuarded'>,
  address: string,
  options: FetchOptions = {},
): Promise<FetchedSource | undefined> {
  const { accepts, bounds = DEFAULT_SOURCE_BOUNDS, known, signal } = options;
  const deadline = new Deadline(bounds.timeMs);
  const { signal: limit } = deadline;
  try {
    const response = await fetch.fetchGuarded(address, {
      headers: { accept: ACCEPT, 'user-agent': USER_AGENT, ...conditionsOf(known) },
      maxRedirects: bounds.redirects,
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    if (response.status === 304 && known !== undefined) {
      await response.body?.cancel();
      return undefined;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw describeStatus(response.status);
    }
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
    const declared = Number(response.headers.get('content-length') ?? 0);
    if (declared > bounds.bytes || accepts?.(mediaType) === false) {
      await response.body?.cancel();
      throw declared > bounds.bytes ? tooLarge(bounds) : otherType();
    }
    if (isRecording(mediaType)) deadline.move(bounds.recordingTimeMs ?? bounds.timeMs);
    const bytes = await readBody(response.body, bounds);
    const found = response.url === '' ? address : response.url;
    return {
      bytes,
      mediaType,
      address: found,
      name: nameOf(found, response.headers.get('content-disposition')),
      etag: bounded(response.headers.get('etag')),
      lastModified: bounded(response.headers.get('last-modified')),
    };
  } catch (error) {
    throw signal?.aborted ? error : explain(error, deadline);
  } finally {
    deadline.end();
  }
}

/** True for the media types of sound and video. */
export const isRecording = (mediaType: string): boolean => /^(?:audio|video)\/(?!.*mpegurl)/.test(mediaType);

/** Aborts so long after it was made. */
class Deadline {
  private readonly controller = new AbortController();
  private readonly beganAt = performance.now();
  private timer: NodeJS.Timeout;
  readonly signal = this.controller.signal;

  constructor(public timeMs: number) {
    this.timer = this.start(timeMs);
  }

  /** Counted from the beginning too. */
  move(timeMs: number): void {
    clearTimeout(this.timer);
    this.timeMs = timeMs;
    this.timer = this.start(timeMs - (performance.now() - this.beganAt));
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private start(timeMs: number): NodeJS.Timeout {
    return setTimeout(() => this.controller.abort(), timeMs);
  }
}

function conditionsOf(known: KnownVersion | undefined): Record<string, string> {
  return {
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
}

async function readBody(body: AsyncIterable<Uint8Array> | null, bounds: SourceBounds): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    // Leaving the loop cancels the body.
    if (size > bounds.bytes) throw tooLarge(bounds);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function describeStatus(status: number): SourceFailure {
  const isPassing = status === 429 || status >= 500;
  const remedy: Readonly<Record<number, string>> = {
    401: 'It requires a sign-in. Upload the document instead.',
    403: 'It does not let this service read the page. Upload the document instead.',
    404: 'There is no such page. Check the address.',
    410: 'The page was removed.',
    429: 'It is asked too often. Try again later.',
  };
  const advice = remedy[status] ?? (status >= 500 ? 'Try again later.' : 'Check the address.');
  return new SourceFailure('source_status', `The server answered with status ${status}. ${advice}`, isPassing);
}

function tooLarge({ bytes }: SourceBounds): SourceFailure {
  const limit = Math.floor(bytes / 2 ** 20);
  return new SourceFailure(
    'source_too_large',
    `The address has more than ${limit} MB. Upload parts of it as documents.`,
  );
}

function otherType(): SourceFailure {
  return new SourceFailure('source_other_type', 'The address has content of another type.');
}

/** Explains an error of the network without passing it on: its text names internal addresses. */
function explain(error: unknown, { signal, timeMs }: Deadline): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (error instanceof EgressRefusal) {
    return new SourceFailure('source_refused', `The address cannot be read: ${error.message}.`);
  }
  if (signal.aborted) {
    const seconds = Math.round(timeMs / 1_000);
    return new SourceFailure('source_too_slow', `The address did not answer within ${seconds} seconds.`, true);
  }
  const message = 'The address cannot be reached. Check it, and whether its server is up.';
  return new SourceFailure('source_unreachable', message, true);
}

function nameOf(address: string, disposition: string | null): string {
  const { hostname, pathname } = new URL(address);
  const given = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '');
  const last = pathname.split('/').findLast((part) => part !== '');
  const name = given?.[1] ?? given?.[2] ?? (last === undefined ? hostname : decodePart(last));
  // The name is the last part of a path, without characters that a terminal or a log would act on.
  const own =
    name
      .replaceAll(/\p{Cc}/gu, '')
      .split(/[/\\]/)
      .at(-1) ?? '';
  // Half a surrogate pair could not be stored.
  return Buffer.from(own.slice(-LONGEST_NAME)).toString() || hostname;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const bounded = (text: string | null): string | null =>
  text === null || text.length > LONGEST_VALIDATOR ? null : text;
