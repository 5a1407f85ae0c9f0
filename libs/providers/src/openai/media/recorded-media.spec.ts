import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { AnyRequest, FormField, FormFile } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { ExchangeCodec, ExchangeEndpoint, ProviderExchange } from '../../exchange.js';
import { getAdapter } from '../../registry.js';
import { makeField, makeFile, makeForm, readBody } from '../../shared/texts/upload-form.tools.spec.js';

const ROOT = join(SHARED_FIXTURES, '../fixtures-beyond-text');
const GROUPS = ['images-openai', 'speech-openai', 'transcription-openai', 'translation-openai'];

interface Exchange {
  readonly name: string;
  readonly folder: string;
  /** `.0`, `.1` … where a case has several exchanges. */
  readonly number: string;
  readonly path: string;
}

const ENDPOINTS: Readonly<Record<string, ExchangeEndpoint>> = {
  '/v1/images/generations': 'imageGenerations',
  '/v1/images/edits': 'imageEdits',
  '/v1/images/variations': 'imageVariations',
  '/v1/audio/speech': 'speech',
  '/v1/audio/transcriptions': 'transcriptions',
  '/v1/audio/translations': 'translations',
};

/** The exchanges that were recorded with their addresses and succeeded; none if the recordings are not there. */
function listExchanges(): Exchange[] {
  if (!existsSync(ROOT)) return [];
  const folders = GROUPS.flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name)));
  return folders.flatMap((name) => {
    const folder = join(ROOT, name);
    const metas = readdirSync(folder).filter((file) => /^meta(\.\d+)?\.json$/.test(file));
    return metas.flatMap((file) => {
      const meta: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      if (!isRecord(meta) || typeof meta.url !== 'string' || meta.status !== 200) return [];
      const number = /\.\d+/.exec(file)?.[0] ?? '';
      return [{ name: `${name}${number}`, folder, number, path: new URL(meta.url).pathname }];
    });
  });
}

interface RecordedPart {
  readonly name: string;
  readonly filename?: string;
  readonly text?: string;
  readonly content?: { readonly file: string };
}

function readRequest({ folder, number }: Exchange): AnyRequest | undefined {
  const json = join(folder, `request${number}.json`);
  if (existsSync(json)) return JSON.parse(readFileSync(json, 'utf8'));
  const form = join(folder, `request${number}.multipart.json`);
  if (!existsSync(form)) return undefined;
  const { parts }: { parts: RecordedPart[] } = JSON.parse(readFileSync(form, 'utf8'));
  return { model: 'alias', form: makeForm(parts.map(readPart)) } as AnyRequest;
}

function readPart({ content, filename, name, text = '' }: RecordedPart): FormField | FormFile {
  if (filename === undefined && content === undefined) return makeField(name, text);
  const bytes = content === undefined ? text : readFileSync(join(ROOT, content.file)).toString('latin1');
  return makeFile(name, [bytes], { filename });
}

function readAnswer({ folder, number }: Exchange): { type: string; bytes: Buffer } | undefined {
  const files = readdirSync(folder);
  const file = files.find((each) => each.startsWith(`response${number}.`) || each === `stream${number}.txt`);
  if (file === undefined) return undefined;
  const type = file.startsWith('stream')
    ? 'text/event-stream'
    : file.endsWith('.json')
      ? 'application/json'
      : 'application/octet-stream';
  return { type, bytes: readFileSync(join(folder, file)) };
}

/** One case of our own, so that the rule holds without the recordings. */
const OWN = [
  ['own/speech', '/v1/audio/speech', { model: 'tts', input: 'Hi', voice: 'alloy' }, 'audio/mpeg', '\xff\xf3\x00'],
  [
    'own/images',
    '/v1/images/generations',
    { model: 'gpt-image-1', prompt: 'a cat', n: 1 },
    'application/json',
    '{"created":1,"data":[{"b64_json":"AA=="}],"usage":{"input_tokens":1,"output_tokens":2}}',
  ],
] as const;

const CASES = [
  ...OWN.map(([name, path, request, type, text]) => ({
    name,
    path,
    request: request as AnyRequest | undefined,
    answer: { type: type as string, bytes: Buffer.from(text, 'latin1') },
  })),
  ...listExchanges().flatMap((exchange) => {
    const answer = readAnswer(exchange);
    return answer === undefined ? [] : [{ ...exchange, answer, request: readRequest(exchange) }];
  }),
].filter(({ path, request }) => ENDPOINTS[path] !== undefined && request !== undefined);

describe('questions to the reference provider and its answers', () => {
  test.each(CASES)('$name is sent to its address, and relayed byte by byte', async ({ answer, path, request }) => {
    let sentTo = '';
    let body = '';
    const model = request?.model ?? 'up';
    const exchange: ProviderExchange = {
      target: { kind: 'openai', upstreamModel: model, baseUrl: 'https://host.example/v1', headers: {} },
      idSeed: 'seed',
      created: 0,
      losses: { lose: () => undefined },
      signal: new AbortController().signal,
      sendAnyway: () => Promise.resolve(),
      wait: () => Promise.resolve(),
      async send(call) {
        sentTo = `/v1${call.path}`;
        body = await readBody(call.body);
        return {
          status: 200,
          headers: { 'content-type': answer.type },
          body: (async function* () {
            for (let at = 0; at < answer.bytes.length; at += 1000) yield answer.bytes.subarray(at, at + 1000);
          })(),
          bytes: () => Promise.resolve(answer.bytes),
          json: () => Promise.resolve(JSON.parse(answer.bytes.toString())),
        };
      },
    };
    const key = ENDPOINTS[path] as ExchangeEndpoint;
    const codec = getAdapter('openai')?.exchanges?.[key] as ExchangeCodec<AnyRequest>;
    const answered = await codec.serve(request as AnyRequest, exchange);
    expect(sentTo).toBe(path);
    expect(Buffer.from(await readBody(answered.body), 'latin1').equals(answer.bytes)).toBe(true);
    if (request !== undefined && !('form' in request))
      expect(JSON.parse(Buffer.from(body, 'latin1').toString() || body)).toEqual(request);
  });
});
