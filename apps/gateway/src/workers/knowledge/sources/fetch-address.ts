import type { GuardedFetch } from '@multilane/egress';
import { findRecording, type PageRecording, readCaptions } from '@multilane/knowledge';
import { captionsToSource, fetchCaptions, isVideoSite } from './fetch-captions.js';
import { type FetchedSource, fetchSource, isRecording, type KnownVersion, SourceFailure } from './fetch-source.js';

export interface AddressOptions {
  readonly known?: KnownVersion;
  readonly signal: AbortSignal;
  /** True if sound and video can be transcribed. */
  readonly transcribes: boolean;
}

type Fetch = Pick<GuardedFetch, 'fetchGuarded'>;

/** Limit of a page's recordings that are tried until one can be read. */
const MOST_TRIES = 3;
const MIB = 2 ** 20;
/** Bounds of a film's captions. */
const CAPTION_BOUNDS = { bytes: 2 * MIB, timeMs: 20_000, redirects: 5 };
const LONGEST_NAME = 200;
/** Media types by which servers describe files of unknown types. Files that are no recording after all are rejected by the parser. */
const UNKNOWN_TYPE = /^$|^application\/(?:octet-stream|ogg|mp4|binary)$|^binary\/octet-stream$/;

/**
 * Fetches the page or file behind an address; for a page that is there to play a recording, its captions, or else the recording itself
 * (docs/contract/knowledge.md#sound-and-video). Undefined if it has not changed since the known version. Every address is guarded, those
 * that a page names too.
 *
 * @throws SourceFailure
 */
export async function fetchAddress(
  fetch: Fetch,
  address: string,
  options: AddressOptions,
): Promise<FetchedSource | undefined> {
  const { known, signal } = options;
  if (isVideoSite(address)) return fetchCaptions(fetch, address, signal);
  const source = await fetchSource(fetch, address, { ...(known && { known }), signal });
  if (source === undefined || !/^(?:text\/html|application\/xhtml\+xml)$/.test(source.mediaType)) return source;
  // A short address may lead there.
  if (isVideoSite(source.address)) return fetchCaptions(fetch, source.address, signal);
  const page = await findRecording(source.bytes, source.address);
  if (page === undefined) return source;
  const found = (await fetchTrack(fetch, page, signal)) ?? (await fetchRecording(fetch, page, options));
  // The page says whether there is something new.
  return found === undefined ? source : { ...found, etag: source.etag, lastModified: source.lastModified };
}

/** The captions of a page as a document; undefined if there are none that can be read. */
async function fetchTrack(
  fetch: Fetch,
  { captions, title }: PageRecording,
  signal: AbortSignal,
): Promise<FetchedSource | undefined> {
  if (captions === undefined) return undefined;
  const { address, language } = captions;
  try {
    const source = await fetchSource(fetch, address, { bounds: CAPTION_BOUNDS, signal });
    const said = readCaptions(source?.bytes.toString('utf8') ?? '');
    if (source === undefined || said.length === 0) return undefined;
    return captionsToSource(said, { address, title: title || source.name, language });
  } catch (error) {
    if (error instanceof SourceFailure) return undefined;
    throw error;
  }
}

/** The recording of a page; undefined if its text is to be read instead. */
async function fetchRecording(
  fetch: Fetch,
  { hasOnlyRecording, isDeclared, recordings, title }: PageRecording,
  { signal, transcribes }: AddressOptions,
): Promise<FetchedSource | undefined> {
  if (!transcribes) {
    // A page that does not say that it is a video may have a player for decoration.
    if (!(hasOnlyRecording && isDeclared)) return undefined;
    throw needsModel(recordings.length > 0);
  }
  let failure: SourceFailure | undefined;
  for (const address of recordings.slice(0, MOST_TRIES)) {
    try {
      const source = await fetchSource(fetch, address, { accepts: mayBeRecording, signal });
      if (source !== undefined) return { ...source, name: nameOf(title, source) };
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error;
      // A failure that may pass is more useful than one about a file that is no recording.
      if (failure === undefined || (error.isPassing && !failure.isPassing)) failure = error;
    }
  }
  if (!hasOnlyRecording) return undefined;
  if (failure === undefined || failure.code === 'source_other_type') throw hidesRecording();
  const message = `The sound or video that the page plays cannot be read. ${failure.message}`;
  throw new SourceFailure(failure.code, message, failure.isPassing);
}

const mayBeRecording = (mediaType: string): boolean => isRecording(mediaType) || UNKNOWN_TYPE.test(mediaType);

/** The title of the page, which must not look like the name of a file of another type. */
function nameOf(title: string, { name }: FetchedSource): string {
  return title === '' || /\.[a-z0-9]{1,8}$/i.test(title) ? name : title.slice(0, LONGEST_NAME);
}

function needsModel(isThere: boolean): SourceFailure {
  if (!isThere) return hidesRecording();
  const message =
    'The page is a video or a sound without captions, which a transcription model reads, and none is configured. Set `knowledge.transcription_model`, or upload a transcript as text.';
  return new SourceFailure('needs_transcription', message);
}

function hidesRecording(): SourceFailure {
  const message =
    'The page is a video or a sound without captions, and does not give out its file. Upload the sound, which a transcription model reads, or its transcript as text.';
  return new SourceFailure('needs_transcription', message);
}
