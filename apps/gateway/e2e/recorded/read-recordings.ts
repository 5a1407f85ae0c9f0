import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';

/** One part of a recorded form. */
export interface RecordedPart {
  readonly name: string;
  readonly filename?: string | undefined;
  readonly bytes: Buffer;
}

/** One call of a provider that was recorded, or that its documentation shows, with the answer. */
export interface RecordedExchange {
  /** The folder of the case, below that of all. */
  readonly name: string;
  readonly method: string;
  /** Path that a client of the gateway uses: `/v1/…`, with the query. */
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>> | undefined;
  readonly parts: readonly RecordedPart[] | undefined;
  readonly status: number;
  /** Headers of the answer that the gateway reads. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: Buffer;
}

const ROOT = SHARED_FIXTURES_BEYOND_TEXT;

/** Families of cases that belong to other parts of the product. */
const ELSEWHERE = /^(?:assets|documents|evals|mcp)/;

/** The cases for endpoints of the data plane, by their folders: `<family>/<case>`. None where there are no recordings. */
export function listCases(): string[] {
  if (!existsSync(ROOT)) return [];
  const families = readdirSync(ROOT, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !ELSEWHERE.test(entry.name),
  );
  return families.flatMap(({ name }) => readdirSync(join(ROOT, name)).map((each) => `${name}/${each}`)).sort();
}

/** The files of a case. */
export function listFiles(name: string): string[] {
  return readdirSync(join(ROOT, name));
}

/** The calls of a case in their order, without those whose answer was not recorded. */
export function readExchanges(name: string): RecordedExchange[] {
  const folder = join(ROOT, name);
  const files = readdirSync(folder).sort();
  if (UNASKED[name] !== undefined) return withAnswer(folder, '', { name, ...PLAIN, ...UNASKED[name] });
  const curl = files.includes('request.curl.txt') ? readText(folder, 'request.curl.txt') : undefined;
  if (curl !== undefined) return withAnswer(folder, '', { name, ...PLAIN, ...readCurl(curl) });
  return files
    .flatMap((file) => /^meta(\.\d+)?\.json$/.exec(file) ?? [])
    .filter((each): each is string => each !== undefined && !each.endsWith('.json'))
    .concat(files.includes('meta.json') ? [''] : [])
    .flatMap((number) => {
      const meta = JSON.parse(readText(folder, `meta${number}.json`)) as Meta;
      const { method, response_headers: { location } = {}, status = 200, url = '' } = meta;
      if (url === '') return [];
      const headers: Record<string, string> = location === undefined ? {} : { location };
      return withAnswer(folder, number, {
        ...{ name, method, path: toPath(url), status, headers },
        ...readBody(folder, number),
      });
    });
}

interface Meta {
  readonly method: string;
  readonly status?: number;
  readonly url?: string;
  readonly response_headers?: Readonly<Record<string, string | undefined>>;
}

type Asked = Omit<RecordedExchange, 'answer'>;

const PLAIN = { status: 200, headers: {}, json: undefined, parts: undefined } as const;

const SPEECH = { method: 'POST', path: '/v1/audio/speech', json: { model: 'own-speak', input: 'Hi', voice: 'alloy' } };
const HEAR = { method: 'POST', path: '/v1/audio/transcriptions' };
const HEARD: readonly RecordedPart[] = [
  { name: 'model', bytes: Buffer.from('own-hear') },
  { name: 'file', filename: 'a.wav', bytes: Buffer.from('RIFF data') },
];

/** Answers that were recorded without their requests, and requests that bring them. */
const UNASKED: Readonly<Record<string, Pick<Asked, 'method' | 'path'> & Partial<Asked>>> = {
  'speech-openai/tts-1-bytes': SPEECH,
  'speech-openai/tts-opus-bytes': { ...SPEECH, json: { ...SPEECH.json, response_format: 'opus' } },
  'transcription-openai/vtt': { ...HEAR, parts: [...HEARD, { name: 'response_format', bytes: Buffer.from('vtt') }] },
  'transcription-groq/verbose-like-json': { ...HEAR, parts: HEARD },
  'images-openai/error-400-response-format': {
    ...{ method: 'POST', path: '/v1/images/generations', status: 400 },
    json: { model: 'own-image', prompt: 'a cat', response_format: 'url' },
  },
};

function withAnswer(folder: string, number: string, asked: Asked): RecordedExchange[] {
  const file = readdirSync(folder).find(
    (each) => each.startsWith(`response${number}.`) || each === `stream${number}.txt`,
  );
  if (file === undefined) return [];
  const bytes = readFileSync(join(folder, file));
  const withType = (type: string, answer: Buffer): RecordedExchange => ({
    ...asked,
    headers: { ...asked.headers, 'content-type': type },
    answer,
  });
  if (file.startsWith('stream')) return [withType('text/event-stream', bytes)];
  const json = readLooseJson(bytes.toString());
  if (json !== undefined) return [withType('application/json', Buffer.from(json))];
  return [withType(/\.(?:sdp|txt)$/.test(file) ? 'text/plain' : 'application/octet-stream', bytes)];
}

/** Examples of a documentation may have a comma too many. */
function readLooseJson(text: string): string | undefined {
  const strict = text.replace(/,(\s*[}\]])/g, '$1');
  try {
    JSON.parse(strict);
    return strict;
  } catch {
    return undefined;
  }
}

/** Returns the path for a client of the gateway; the cloud edition has the same paths below one of its own. */
function toPath(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname.replace(/^\/(?:openai|api)(?=\/v1\/)/, '')}${search.replace(/[?&]api-version=[^&]*/, '')}`;
}

function readBody(folder: string, number: string): Pick<Asked, 'json' | 'parts'> {
  const json = join(folder, `request${number}.json`);
  if (existsSync(json)) return { json: JSON.parse(readFileSync(json, 'utf8')), parts: undefined };
  const form = join(folder, `request${number}.multipart.json`);
  if (!existsSync(form)) return { json: undefined, parts: undefined };
  const { parts } = JSON.parse(readFileSync(form, 'utf8')) as {
    parts: { name: string; filename?: string; text?: string; content?: { file: string } }[];
  };
  return {
    json: undefined,
    parts: parts.map(({ content, filename, name, text = '' }) => ({
      name,
      filename: filename ?? (content === undefined ? undefined : 'file'),
      bytes: content === undefined ? Buffer.from(text) : readFileSync(join(ROOT, content.file)),
    })),
  };
}

/** Reads a line of curl as documentation writes it: method, address, `-d` or `-F`. */
function readCurl(text: string): Pick<Asked, 'method' | 'path' | 'json' | 'parts'> {
  const [url = ''] = /https:\/\/[^\s"'\\]+/.exec(text) ?? [];
  const [, data] = /(?:-d|--data(?:-raw)?)\s+'([\s\S]*?)'\s*(?:$|\\|\||>)/.exec(text) ?? [];
  const parts = [...text.matchAll(/-F\s+(?:'([^']*)'|"([^"]*)"|(\S+))/g)].map(([, single, double, plain]) =>
    readFormArgument(single ?? double ?? plain ?? ''),
  );
  const [, method] = /-X\s+(\w+)/.exec(text) ?? [];
  return {
    method: method ?? (data === undefined && parts.length === 0 ? 'GET' : 'POST'),
    path: toPath(url),
    json: data === undefined ? undefined : (JSON.parse(readLooseJson(data) ?? data) as Record<string, unknown>),
    parts: parts.length === 0 ? undefined : parts,
  };
}

function readFormArgument(argument: string): RecordedPart {
  const [name = '', ...rest] = argument.split('=');
  const value = rest.join('=').replace(/^"(.*)"$/, '$1');
  if (value.startsWith('@'))
    return { name, filename: value.slice(1).split('/').at(-1), bytes: Buffer.from('RIFF data') };
  // `<` reads a field from a file, and `;type=` says what it is.
  return { name, filename: undefined, bytes: Buffer.from(value.replace(/^<.*$/, 'v=0').replace(/;type=.*$/, '')) };
}

function readText(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
