import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { parseBoundedJson } from '@multilane/contracts';
import type { GuardedFetch } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import type { JobResult, TakenJob } from '@multilane/jobs';
import { type LinkedPages, listLinkedPages } from '@multilane/knowledge';
import type { Database } from '@multilane/persistence';
import { toGatewayError } from '@multilane/providers';
import { type FetchedSource, fetchSource, SourceFailure } from './fetch-source.js';

/** Question of the workspace service: sealed in the job. */
interface PagesQuestion {
  readonly url: string;
  readonly most: number;
  readonly other_hosts: boolean;
  /** Left out by a workspace service of an older version. */
  readonly enclosures?: boolean;
}

export interface ListedPages {
  /** In the order of the list. */
  readonly pages: readonly string[];
  /** False if there are more pages, or a sitemap of the index could not be read. */
  readonly complete: boolean;
}

export interface ListedSource {
  readonly address: string;
  /** Pages at most. */
  readonly most: number;
  /** True if pages of other hosts than the list's count. */
  readonly otherHosts: boolean;
  /** True if the sound or video of an item counts instead of its page. */
  readonly enclosures?: boolean;
}

/** Limit of the sitemaps of one index. They may not be indexes themselves. */
const MOST_SITEMAPS = 50;
/** Limit of one unpacked list: that of the sitemap protocol. */
const MOST_BYTES = 50 * 2 ** 20;
/** For a list and the sitemaps of an index together. Milliseconds. */
const LONGEST_MS = 45_000;
const BOUNDS = { bytes: MOST_BYTES, timeMs: 20_000, redirects: 5 };

const unzip = promisify(gunzip);

/** Reads a list of pages for somebody who waits at the workspace service. Rejects for nothing that the list or its server does. */
export async function answerWithPages(
  database: Pick<Database, 'knowledge'>,
  fetch: Pick<GuardedFetch, 'fetchGuarded'>,
  { data, signal }: Pick<TakenJob<'knowledge.list_pages'>, 'data' | 'signal'>,
): Promise<JobResult<'knowledge.list_pages'>> {
  const { question_id: id, sealed } = data;
  try {
    const asked = parseBoundedJson(database.knowledge.openText(sealed, `question ${id}`)) as PagesQuestion;
    const { enclosures = false, most, other_hosts: otherHosts, url: address } = asked;
    const source = { address, most, otherHosts, enclosures };
    const listed = await listPages(fetch, source, signal);
    return { outcome: 'answered', sealed: database.knowledge.sealText(JSON.stringify(listed), `answer ${id}`) };
  } catch (error) {
    const { code, message, param } = toGatewayError(error instanceof SourceFailure ? refuse(error) : error);
    return { outcome: 'refused', code, message, ...(typeof param === 'string' && { param }) };
  }
}

/**
 * The pages that the feed or sitemap at an address names; of a sitemap index, those of its sitemaps
 * (docs/contract/knowledge.md#feeds-and-sitemaps).
 *
 * @throws SourceFailure
 */
export async function listPages(
  fetch: Pick<GuardedFetch, 'fetchGuarded'>,
  { address, enclosures = false, most, otherHosts }: ListedSource,
  signal: AbortSignal,
): Promise<ListedPages> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  const hosts = new Set([hostOf(new URL(address))]);
  const read = async (from: string, limit: number): Promise<LinkedPages | undefined> => {
    const source = await fetchSource(fetch, from, { bounds: BOUNDS, signal: deadline });
    if (source === undefined) return undefined;
    if (from === address) hosts.add(hostOf(new URL(source.address)));
    const isWanted = (url: URL): boolean => otherHosts || hosts.has(hostOf(url));
    return listLinkedPages(await unpack(source), { base: source.address, most: limit, isWanted, enclosures });
  };
  const list = await readFirst(() => read(address, Math.max(most, MOST_SITEMAPS)), deadline, signal);
  if (list === undefined) throw noList();
  const pages = new Set(list.pages.slice(0, most));
  let complete = !list.hasMore && list.pages.length <= most && list.sitemaps.length <= MOST_SITEMAPS;
  for (const sitemap of list.sitemaps.slice(0, MOST_SITEMAPS)) {
    // One more than fits says that there are more.
    const found = deadline.aborted ? undefined : await read(sitemap, most + 1).catch(() => undefined);
    signal.throwIfAborted();
    for (const page of found?.pages ?? []) pages.add(page);
    complete &&= found !== undefined && !found.hasMore && found.sitemaps.length === 0 && pages.size <= most;
    if (pages.size > most) break;
  }
  return { pages: [...pages].slice(0, most), complete };
}

/** Reads the first answer. An abort by the deadline is the server's fault. */
async function readFirst<Result>(
  read: () => Promise<Result>,
  deadline: AbortSignal,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (signal.aborted || !deadline.aborted) throw error;
    throw new SourceFailure('source_too_slow', 'The address did not answer in time.', true);
  }
}

/** With or without `www.`, it is the same site. */
const hostOf = ({ host }: URL): string => host.replace(/^www\./, '');

/** Sitemaps may be stored compressed. */
async function unpack({ bytes }: FetchedSource): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    throw noList();
  }
}

function noList(): SourceFailure {
  const message =
    'The address is neither a feed (RSS, Atom) nor a sitemap. Leave out `pages` to read what is there as one document.';
  return new SourceFailure('source_no_list', message);
}

const refuse = ({ code, message }: SourceFailure): GatewayError =>
  new GatewayError('source_unreadable', { param: 'url', message: `${message} (${code})` });
