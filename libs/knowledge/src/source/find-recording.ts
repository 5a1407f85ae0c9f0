import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';

/** Text that captions are read from. */
interface CaptionTrack {
  readonly address: string;
  readonly language?: string;
}

/** A page that is there to play sound or a video. */
export interface PageRecording {
  /** Empty if the page has none. */
  readonly title: string;
  /** Absolute addresses of sound or video, those that the page prefers first. */
  readonly recordings: readonly string[];
  /** The track in the page's own language, or the one that is shown unless another is chosen. */
  readonly captions?: CaptionTrack;
  /** True if the page says that it is a video or a sound. */
  readonly isDeclared: boolean;
  /** True if the page has hardly any text: without its recording, nothing of it is worth reading. */
  readonly hasOnlyRecording: boolean;
}

/** Less text than this, outside menus, footers and links, is no article. In characters. */
const SHORT = 1_000;
const MOST_RECORDINGS = 20;
const MOST_TRACKS = 50;
const LONGEST_ADDRESS = 2_048;
const LONGEST_TITLE = 200;
/** Bytes of a page that are read. The rest is not looked at. */
const MOST_BYTES = 5 * 2 ** 20;
/** Elements inside each other. */
const DEEPEST = 500;
/** A page is read in pieces of so many bytes, with turns of the event loop between them. */
const PIECE_BYTES = 64 * 1024;

/** Elements whose text is no part of an article. */
const SKIPPED: ReadonlySet<string> = new Set(
  'a aside button footer header iframe label nav noscript option script style svg template textarea title'.split(' '),
);
/** Properties of Open Graph and Twitter cards that name a recording, and those that name its type. */
const MEDIA = /^(?:og:(?:video|audio)(?::url|:secure_url)?|twitter:player:stream)$/;
const MEDIA_TYPE = /^(?:og:(?:video|audio):type|twitter:player:stream:content_type)$/;
/** `og:type` of pages that are there for a recording. */
const DECLARED = /^(?:video|audio|music|podcast)\b/;
/** Lists of pieces, which are no recordings themselves. */
const PLAYLIST = /\.(?:m3u8?|mpd|pls)$/i;

/**
 * The sound or video that a web page is there to play (docs/contract/knowledge.md#sound-and-video): the page says so in its `og:type`, or
 * has hardly any text beside a player. Undefined for every other page. Nothing is fetched.
 */
export async function findRecording(bytes: Uint8Array, address: string): Promise<PageRecording | undefined> {
  const reader = new PageReader(address);
  const parser = new Parser(reader);
  const decoder = new TextDecoder();
  const size = Math.min(bytes.length, MOST_BYTES);
  for (let start = 0; start < size && !reader.isDone; start += PIECE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, Math.min(start + PIECE_BYTES, size)), { stream: true }));
    await nextTurn();
  }
  if (!reader.isDone) parser.end();
  return reader.result();
}

/** Recording as the head of a page names it. */
interface NamedRecording {
  readonly address: string;
  type?: string;
}

/** Gathers from the elements of a page as they come. */
class PageReader {
  /** Nothing that follows is looked at. */
  isDone = false;
  private base: string;
  private language = '';
  private title = '';
  private isDeclared = false;
  private readonly named: NamedRecording[] = [];
  private readonly played: string[] = [];
  private readonly tracks: (CaptionTrack & { readonly isDefault: boolean })[] = [];
  private length = 0;
  private depth = 0;
  /** Open elements whose text is no part of an article. */
  private skipped = 0;
  private isInTitle = false;
  /** True if the open player only decorates the page. */
  private isDecoration = false;

  constructor(private readonly address: string) {
    this.base = address;
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    if (this.depth > DEEPEST) this.isDone = true;
    if (this.isDone) return;
    if (SKIPPED.has(name)) this.skipped += 1;
    if (name === 'html') this.language = languageOf(attributes.lang);
    else if (name === 'base') this.base = toAddress(attributes.href, this.address) ?? this.base;
    else if (name === 'title') this.isInTitle = this.title === '';
    else if (name === 'meta') this.readMeta(attributes);
    else if (name === 'video' || name === 'audio') this.openPlayer(attributes);
    else if (name === 'source') this.play(attributes);
    else if (name === 'track') this.readTrack(attributes);
  }

  ontext(piece: string): void {
    if (this.isInTitle && this.title.length < LONGEST_TITLE) this.title += piece;
    if (this.skipped === 0 && this.length < SHORT) this.length += piece.replaceAll(/\s+/g, ' ').trim().length;
  }

  onclosetag(name: string): void {
    this.depth -= 1;
    if (SKIPPED.has(name)) this.skipped -= 1;
    if (name === 'title') this.isInTitle = false;
    if (name === 'video' || name === 'audio') this.isDecoration = false;
  }

  result(): PageRecording | undefined {
    const hasOnlyRecording = this.length < SHORT;
    const playable = this.named.filter(({ type }) => type === undefined || /^(?:audio|video)\//i.test(type));
    const recordings = [...new Set([...playable.map(({ address }) => address), ...this.played])];
    const isPlayer = recordings.length > 0 || this.tracks.length > 0;
    // A page that declares itself to be a video may hide its file, and then only its text is left.
    if (!(isPlayer && hasOnlyRecording) && !(this.isDeclared && (isPlayer || hasOnlyRecording))) return undefined;
    const track =
      this.tracks.find(({ language }) => language !== undefined && language === this.language) ??
      this.tracks.find(({ isDefault }) => isDefault) ??
      this.tracks[0];
    return {
      title: this.title
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, LONGEST_TITLE),
      recordings,
      ...(track && {
        captions: { address: track.address, ...(track.language !== undefined && { language: track.language }) },
      }),
      isDeclared: this.isDeclared,
      hasOnlyRecording,
    };
  }

  private readMeta({ content = '', name = '', property = name }: Readonly<Record<string, string>>): void {
    const key = property.toLowerCase();
    if (key === 'og:type') this.isDeclared ||= DECLARED.test(content.trim().toLowerCase());
    else if (key === 'og:title' && content.trim() !== '') this.title = content.slice(0, LONGEST_TITLE);
    else if (MEDIA.test(key)) {
      const address = toAddress(content, this.base);
      if (address !== undefined && this.named.length < MOST_RECORDINGS) this.named.push({ address });
    } else if (MEDIA_TYPE.test(key)) {
      // It describes the addresses before it: `og:video` and `og:video:secure_url` of one recording.
      for (const recording of this.named) recording.type ??= content.trim();
    }
  }

  private openPlayer(attributes: Readonly<Record<string, string>>): void {
    const { autoplay, loop, muted } = attributes;
    // A silent loop behind a heading.
    this.isDecoration = muted !== undefined && (autoplay !== undefined || loop !== undefined);
    this.play(attributes);
  }

  /** Sources of pictures have `srcset`, and no `src`. */
  private play({ src }: Readonly<Record<string, string>>): void {
    if (this.isDecoration || this.played.length >= MOST_RECORDINGS) return;
    const address = toAddress(src, this.base);
    if (address !== undefined) this.played.push(address);
  }

  private readTrack({ default: shown, kind = 'subtitles', src, srclang }: Readonly<Record<string, string>>): void {
    const address = toAddress(src, this.base);
    if (address === undefined || !/^(?:captions|subtitles)$/i.test(kind) || this.tracks.length >= MOST_TRACKS) return;
    const language = languageOf(srclang);
    this.tracks.push({ address, ...(language !== '' && { language }), isDefault: shown !== undefined });
  }
}

/** The first part of a language tag, in lower case. */
const languageOf = (tag = ''): string => /^[a-z]{2,3}(?![a-z])/i.exec(tag)?.[0].toLowerCase() ?? '';

function toAddress(text: string | undefined, base: string): string | undefined {
  if (text === undefined || text.trim() === '' || text.length > LONGEST_ADDRESS) return undefined;
  const url = URL.parse(text.trim(), base);
  if (url === null || !/^https?:$/.test(url.protocol) || PLAYLIST.test(url.pathname)) return undefined;
  url.hash = '';
  return url.href.length > LONGEST_ADDRESS ? undefined : url.href;
}
