import type { GuardedFetch } from '@multilane/egress';
import { type Caption, captionsToDocument, renderDocument } from '@multilane/knowledge';
import { YoutubeTranscript } from 'youtube-transcript-plus';
import { type FetchedSource, SourceFailure } from './fetch-source.js';

const YOUTUBE = /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be)\.?$/i;
const VIMEO = /(^|\.)vimeo\.com\.?$/i;
const VIDEO_ID = /^[\w-]{11}$/;
/** The segment of a path that the id of a video follows. */
const BEFORE_ID: ReadonlySet<string> = new Set(['embed', 'shorts', 'live', 'v', 'e']);

const LONGEST_MS = 30_000;
/** Limit of the bytes of the page, of the player's description, and of the captions, each. */
const MOST_BYTES = 20 * 2 ** 20;
const LONGEST_TITLE = 200;

/** Result of the library, whose types omit parts of it. */
interface Transcript {
  readonly segments: readonly { readonly text: string; readonly offset: number; readonly lang: string }[];
  readonly videoDetails: { readonly title: string };
}

/** True if an address leads to a site of videos, whose pages do not contain the words spoken in them. */
export function isVideoSite(address: string): boolean {
  const hostname = URL.parse(address)?.hostname ?? '';
  return YOUTUBE.test(hostname) || VIMEO.test(hostname);
}

/** The id of a video of YouTube; undefined for every other address. */
export function findVideoId(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !YOUTUBE.test(url.hostname)) return undefined;
  const [first = '', second = ''] = url.pathname.split('/').filter((part) => part !== '');
  const isShort = /(^|\.)youtu\.be\.?$/i.test(url.hostname);
  const id = isShort ? first : BEFORE_ID.has(first) ? second : (url.searchParams.get('v') ?? '');
  return VIDEO_ID.test(id) ? id : undefined;
}

/**
 * The captions of a video as a document in Markdown (docs/contract/knowledge.md#sound-and-video).
 *
 * @throws SourceFailure
 */
export async function fetchCaptions(
  fetch: Pick<GuardedFetch, 'fetchGuarded'>,
  address: string,
  signal: AbortSignal,
): Promise<FetchedSource> {
  const id = findVideoId(address);
  if (id === undefined) {
    throw needsTranscription(
      URL.canParse(address) && VIMEO.test(new URL(address).hostname)
        ? 'Captions of this site are not read, and it does not give out the sound.'
        : 'The address names no video.',
    );
  }
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const get = async ({
    body,
    headers,
    method,
    url,
  }: {
    url: string;
    method?: string;
    body?: string;
    headers?: object;
  }) =>
    readBounded(
      await fetch.fetchGuarded(url, {
        ...(method && { method }),
        ...(body !== undefined && { body }),
        headers: { ...headers, 'accept-language': 'en' },
        maxRedirects: method === 'POST' ? 0 : 5,
        signal: deadline,
      }),
    );
  const youtube = new YoutubeTranscript({
    videoDetails: true,
    videoFetch: get,
    playerFetch: get,
    transcriptFetch: get,
    signal: deadline,
  });
  try {
    const { segments, videoDetails } = (await youtube.fetchTranscript(id)) as Transcript;
    const title =
      videoDetails.title
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_TITLE) || id;
    const captions = segments.map(({ offset, text }) => ({ text, ...(Number.isFinite(offset) && { offset }) }));
    return captionsToSource(captions, { address, title, language: segments[0]?.lang });
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error, deadline.aborted);
  }
}

/** Captions as a document in Markdown. */
export function captionsToSource(
  captions: readonly Caption[],
  {
    address,
    language,
    title,
  }: { readonly address: string; readonly title: string; readonly language?: string | undefined },
): FetchedSource {
  const { text } = renderDocument(captionsToDocument(captions, title, language));
  const bytes = Buffer.from(`# ${title}\n\n${text}\n`);
  return { bytes, mediaType: 'text/markdown', address, name: title, etag: null, lastModified: null };
}

/** Reads a response whole, within a bound, for the library. */
async function readBounded(response: Response): Promise<Response> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > MOST_BYTES) throw new SourceFailure('source_too_large', 'The page of the video is too large.');
    pieces.push(piece);
  }
  return new Response(Buffer.concat(pieces), { status: response.status, headers: response.headers });
}

function explain(error: unknown, isLate: boolean): SourceFailure {
  if (error instanceof SourceFailure) return error;
  if (isLate) return new SourceFailure('source_too_slow', 'The site of the video did not answer in time.', true);
  // The types of the package leave out its errors.
  const name = error instanceof Error ? error.name : '';
  if (name === 'YoutubeTranscriptTooManyRequestError') {
    return new SourceFailure('source_status', 'The site of the video is asked too often. Try again later.', true);
  }
  if (name === 'YoutubeTranscriptVideoUnavailableError') {
    return new SourceFailure('source_status', 'The video is not available. Check the address.');
  }
  if (name.startsWith('YoutubeTranscript')) {
    return needsTranscription('The video has no captions, and its site does not give out the sound.');
  }
  return new SourceFailure('source_unreachable', 'The site of the video cannot be reached.', true);
}

function needsTranscription(why: string): SourceFailure {
  const message = `${why} Upload the sound of the video, which a transcription model reads, or its transcript as text.`;
  return new SourceFailure('needs_transcription', message);
}
