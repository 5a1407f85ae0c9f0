import { setImmediate as nextTurn } from 'node:timers/promises';
import { Parser } from 'htmlparser2';

/** Kind of a list of pages, by its root element. */
const ROOTS: Readonly<Record<string, 'feed' | 'sitemap'>> = {
  rss: 'feed',
  feed: 'feed',
  rdf: 'feed',
  urlset: 'sitemap',
  sitemapindex: 'sitemap',
};

const LONGEST_ADDRESS = 2_048;
/** Elements inside each other. Honest lists have six. */
const DEEPEST = 100;
/** Links of one item of a feed at most. */
const MOST_LINKS = 20;
/** A list is read in pieces of so many bytes, with turns of the event loop between them. */
const PIECE_BYTES = 64 * 1024;

export interface LinkedPages {
  /** Absolute http and https addresses, in the order of the list, each once. */
  readonly pages: readonly string[];
  /** Sitemaps that a sitemap index names. */
  readonly sitemaps: readonly string[];
  /** True if the list names more pages or sitemaps than `most`. */
  readonly hasMore: boolean;
}

export interface LinkedPagesOptions {
  /** Address that relative addresses are relative to. */
  readonly base: string;
  /** Number of pages, and of sitemaps, at most. */
  readonly most: number;
  /** Others are left out, and do not count. */
  readonly isWanted: (address: URL) => boolean;
  /** True if the address of attached sound or video counts instead of the page of a feed's item, as for podcasts. */
  readonly enclosures?: boolean;
}

/**
 * The pages that a feed (RSS, Atom) or a sitemap names. Nothing is fetched, and no entity is expanded but those of XML itself.
 * Undefined if the bytes are neither.
 */
export async function listLinkedPages(
  bytes: Uint8Array,
  options: LinkedPagesOptions,
): Promise<LinkedPages | undefined> {
  const reader = new ListReader(options);
  const parser = new Parser(reader, { xmlMode: true });
  const decoder = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8');
  for (let start = 0; start < bytes.length && !reader.isDone; start += PIECE_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, start + PIECE_BYTES), { stream: true }));
    await nextTurn();
  }
  if (!reader.isDone) parser.end();
  if (reader.kind === undefined) return undefined;
  return { pages: [...reader.pages], sitemaps: [...reader.sitemaps], hasMore: reader.hasMore };
}

/** Gathers addresses from the elements of a list as they come. */
class ListReader {
  readonly pages = new Set<string>();
  readonly sitemaps = new Set<string>();
  kind: 'feed' | 'sitemap' | undefined = undefined;
  hasMore = false;
  /** Nothing that follows is needed. */
  isDone = false;
  private readonly open: string[] = [];
  private words = '';
  /** Links of the open item of a feed, if attachments count. */
  private links: string[] = [];
  private enclosure: string | undefined = undefined;

  constructor(private readonly options: LinkedPagesOptions) {}

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.isDone) return;
    const tag = localName(name);
    if (this.open.length === 0) this.kind = ROOTS[tag];
    this.open.push(tag);
    this.words = '';
    if (this.kind === undefined || this.open.length > DEEPEST) this.isDone = true;
    this.noteEnclosure(tag, attributes);
    if (this.isLinkOfEntry() && (attributes.rel ?? 'alternate') === 'alternate') this.addPage(attributes.href);
  }

  ontext(piece: string): void {
    if (this.words.length <= LONGEST_ADDRESS) this.words += piece;
  }

  onclosetag(): void {
    if (this.isDone) return;
    const parent = this.open.at(-2);
    const isLocation = this.kind === 'sitemap' && this.open.at(-1) === 'loc';
    if (this.isLinkOfEntry() || (isLocation && parent === 'url')) this.addPage(this.words);
    if (this.kind === 'feed' && isItem(this.open.at(-1))) this.finishItem();
    if (isLocation && parent === 'sitemap') this.add(this.sitemaps, this.words);
    this.open.pop();
    this.words = '';
  }

  private isLinkOfEntry(): boolean {
    return this.kind === 'feed' && this.open.at(-1) === 'link' && isItem(this.open.at(-2));
  }

  /** The first one that is sound or video: `<enclosure url>` of RSS, `<link rel="enclosure" href>` of Atom. */
  private noteEnclosure(tag: string, { href, rel, type = '', url }: Readonly<Record<string, string>>): void {
    if (this.options.enclosures !== true || this.kind !== 'feed' || !isItem(this.open.at(-2))) return;
    const address = tag === 'enclosure' ? url : tag === 'link' && rel === 'enclosure' ? href : undefined;
    if (/^(?:audio|video)\//i.test(type)) this.enclosure ??= address;
  }

  private addPage(text = ''): void {
    if (this.options.enclosures === true && this.kind === 'feed') {
      if (this.links.length < MOST_LINKS) this.links.push(text);
    } else this.add(this.pages, text);
  }

  private finishItem(): void {
    for (const text of this.enclosure === undefined ? this.links : [this.enclosure]) this.add(this.pages, text);
    this.links = [];
    this.enclosure = undefined;
  }

  private add(to: Set<string>, text = ''): void {
    const url = toAddress(text.trim(), this.options.base);
    if (url === undefined || to.has(url.href) || !this.options.isWanted(url)) return;
    if (to.size < this.options.most) to.add(url.href);
    else this.hasMore = this.isDone = true;
  }
}

const isItem = (tag: string | undefined): boolean => tag === 'item' || tag === 'entry';

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

function toAddress(text: string, base: string): URL | undefined {
  if (text === '' || text.length > LONGEST_ADDRESS) return undefined;
  const url = URL.parse(text, base);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > LONGEST_ADDRESS) return undefined;
  url.hash = '';
  return url;
}
