import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRecord } from '@multilane/contracts';
import { PROJECT_ROOT, streamReply, TEST_KEYS, TEST_PROVIDER_KEYS } from '@multilane/testing';
import { readParts } from '../media/start-media.js';
import { HOOK_LIMIT_MS, type Pair, startPair } from '../start-pair.js';
import { listCases, listFiles, type RecordedExchange, readExchanges } from './read-recordings.js';

/** Families whose calls a client of the gateway can make as they were recorded, and their answers get. */
const REPLAYED =
  /^(?:images|speech|transcription|translation|files|finetune|moderations)-openai\/|^transcription-(?:groq|openrouter)\/|^realtime-rest\//;

/** Other cases: the test that replays those that have such a file. */
const ELSEWHERE: readonly (readonly [cases: RegExp, file: RegExp, spec: string])[] = [
  [
    /^speech-(elevenlabs|deepgram|gemini|mistral|xai)\//,
    /^response\./,
    'libs/providers/src/contract/recorded-sound.spec.ts',
  ],
  [
    /^transcription-(elevenlabs|deepgram|cohere|gemini|mistral|xai)\//,
    /^response\.json$/,
    'libs/providers/src/contract/recorded-sound.spec.ts',
  ],
  [/^transcription-assemblyai\/poll-sequence/, /completed/, 'libs/providers/src/contract/recorded-sound.spec.ts'],
  [/^images-(gemini|xai|openrouter)\//, /^request/, 'libs/providers/src/contract/recorded-images.spec.ts'],
  [/^files-anthropic\//, /^meta/, 'libs/providers/src/contract/recorded-files.spec.ts'],
  [/^files-gemini\//, /^meta/, 'libs/providers/src/gemini/files-codec.spec.ts'],
  [/^batches-(openai|anthropic|gemini)\//, /^response/, 'libs/providers/src/contract/recorded-batches.spec.ts'],
  [/^realtime-(openai|azure|xai)\//, /^frames/, 'apps/gateway/e2e/realtime/realtime-sessions.e2e.spec.ts'],
  [/^webhooks\/standard/, /json$/, 'apps/gateway/src/workers/webhooks/sign-webhook.spec.ts'],
];

/** Cases that nothing can replay, and why. */
const NOT_REPLAYED: readonly (readonly [cases: RegExp, why: string])[] = [
  [/^realtime-gemini-live\//, 'another protocol; the gateway serves sessions of the reference only'],
  [/^realtime-azure-voice-live\//, 'another product of the cloud, with the names of the beta'],
  [/^realtime-openai\/doc-/, 'single events, no session'],
  [/^realtime-rest\/beta-sessions/, 'an endpoint of the beta, which the gateway does not serve'],
  [/^realtime-rest\/doc-calls/, 'an answer without the header Location, which every call has'],
  [/^realtime-rest\/doc-transcription/, 'an endpoint of the beta, which the gateway does not serve'],
  [/^realtime-rest\/doc-translation/, 'sessions of translation, which the gateway does not serve'],
  [/^batches-(mistral|xai)\//, 'batches of these providers are run by the gateway, line by line'],
  [/^batches-\w+\/finished-sdk-state/, 'objects of a client library, nothing that went over the wire'],
  [/^files-mistral\//, 'the gateway serves no files of this provider'],
  [/^transcription-deepgram\/websocket/, 'its live interface, which the gateway does not use'],
  [/^transcription-assemblyai\/sync-api/, 'an interface that the gateway does not use'],
  [/^(speech|transcription)-cartesia\//, 'bodies that a client library asserts, without an answer'],
  [/-openai\/doc-sse-events/, 'single events, no stream'],
  [/^webhooks\/openai-event/, 'events of the provider; ours of the same names hold what the job or batch is'],
];

const SERVED = /^\/v1\/(?:images\/|audio\/|files|fine_tuning\/jobs|moderations|realtime\/(?:client_secrets|calls))/;

/** Sessions of another kind, and what a browser asks the provider itself for, with a client secret. */
const NOT_THROUGH = /\/translations\/client|webrtcfilter/;

const isReplayed = (name: string): boolean => REPLAYED.test(name) && !NOT_REPLAYED.some(([cases]) => cases.test(name));

const DEFAULT_TYPES: readonly (readonly [path: RegExp, type: string])[] = [
  [/\/images\//, 'image'],
  [/\/speech/, 'speech'],
  [/\/audio\//, 'transcription'],
  [/\/moderations/, 'moderation'],
  [/\/realtime\//, 'realtime'],
];

/** One case of our own for each kind of body, so that a clone without recordings tests the rule. */
const OWN: readonly RecordedExchange[] = [
  {
    ...{ name: 'own/json', method: 'POST', path: '/v1/images/generations', status: 200, parts: undefined },
    json: { model: 'own-image', prompt: 'a cat', size: '1024x1024' },
    headers: { 'content-type': 'application/json' },
    answer: Buffer.from('{"created":1,"data":[{"b64_json":"AAAA"}]}'),
  },
  {
    ...{ name: 'own/form', method: 'POST', path: '/v1/audio/transcriptions', status: 200, json: undefined },
    parts: [
      { name: 'model', bytes: Buffer.from('own-hear') },
      { name: 'file', filename: 'a.wav', bytes: Buffer.from('RIFF data') },
    ],
    headers: { 'content-type': 'application/json' },
    answer: Buffer.from('{"text":"Hi"}'),
  },
  {
    ...{ name: 'own/none', method: 'GET', path: '/v1/files/file-1', status: 404, json: undefined, parts: undefined },
    headers: { 'content-type': 'application/json' },
    answer: Buffer.from('{"error":{"message":"No such File object: file-1","code":"secret-words"}}'),
  },
];

const CASES = listCases();
const EXCHANGES = [
  ...OWN,
  ...CASES.filter(isReplayed).flatMap((name) =>
    readExchanges(name).filter(({ path }) => SERVED.test(path) && !NOT_THROUGH.test(path)),
  ),
];

/** Answers whose requests were not recorded. */
const UNASKED = CASES.filter((name) => isReplayed(name) && !EXCHANGES.some((exchange) => exchange.name === name));

function modelsOf({ json, parts, path }: RecordedExchange): { name: string; type: string }[] {
  const type = DEFAULT_TYPES.find(([where]) => where.test(path))?.[1] ?? 'chat';
  const session = parts?.find(({ name }) => name === 'session')?.bytes.toString();
  const own = parts?.find(({ name }) => name === 'model')?.bytes.toString() ?? json?.model;
  const within = json?.session ?? (session === undefined ? undefined : JSON.parse(session));
  const found = [{ name: own, type }];
  if (isRecord(within)) {
    found.push({ name: within.model, type });
    for (const name of findModels(within.audio)) found.push({ name, type: 'transcription' });
  }
  return found.flatMap(({ name, type: each }) =>
    typeof name === 'string' && name !== '' ? [{ name, type: each }] : [],
  );
}

function findModels(value: unknown): unknown[] {
  if (!isRecord(value)) return [];
  return [value.model, ...Object.values(value).flatMap(findModels)].filter((each) => each !== undefined);
}

function writeForm(parts: NonNullable<RecordedExchange['parts']>): { type: string; body: Buffer } {
  const pieces = parts.flatMap(({ bytes, filename, name }) => [
    Buffer.from(
      `--recorded\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    type: 'multipart/form-data; boundary=recorded',
    body: Buffer.concat([...pieces, Buffer.from('--recorded--\r\n')]),
  };
}

/** The request of a client that names a model, as every client of the gateway does. */
function toRequest(exchange: RecordedExchange) {
  const { method, path } = exchange;
  const isNamed = modelsOf(exchange).length > 0;
  const model = { name: 'model', filename: undefined, bytes: Buffer.from('own-image') };
  const parts = !isNamed && exchange.parts && /\/images\//.test(path) ? [model, ...exchange.parts] : exchange.parts;
  const json = !isNamed && exchange.json ? { ...exchange.json, model: 'omni-moderation-latest' } : exchange.json;
  const form = parts && writeForm(parts);
  const headers = {
    authorization: `Bearer ${TEST_KEYS.research}`,
    ...(/files|fine_tuning/.test(path) && { 'x-service-model': 'any' }),
    ...(form && { 'content-type': form.type }),
    ...(json && { 'content-type': 'application/json' }),
  };
  const body = form?.body ?? (json && JSON.stringify(json));
  return { json, parts, init: { method, headers, ...(body !== undefined && { body }) } };
}

/** A session is JSON, which may be written anew. */
function readPart(name: string, text: string): unknown {
  return name === 'session' ? JSON.parse(text) : text;
}

describe('recorded calls of the reference provider, through the whole gateway', () => {
  let pair: Pair;

  beforeAll(async () => {
    const known = new Map(EXCHANGES.flatMap(modelsOf).map((model) => [`${model.type} ${model.name}`, model]));
    const names = new Set<string>();
    const models = [...known.values()].flatMap(({ name, type }) => {
      if (names.has(name)) return [];
      names.add(name);
      return [{ logical_name: name, provider: 'openai', upstream_model: name, type }];
    });
    pair = await startPair(
      (url) => ({
        server: { drain_delay_ms: 0, drain_ms: 1_000 },
        providers: [{ name: 'openai', kind: 'openai', api_key: TEST_PROVIDER_KEYS.openai, base_url: `${url}/v1` }],
        models: [...models, { logical_name: 'any', provider: 'openai', upstream_model: 'any', type: 'chat' }],
        teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
      }),
      {},
      { strict: false },
    );
  }, HOOK_LIMIT_MS);

  afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
  beforeEach(() => pair.upstream.reset());

  it.each(
    EXCHANGES.map(
      (exchange, index) => [`${exchange.name} ${exchange.method} ${exchange.path} (${index})`, exchange] as const,
    ),
  )('%s', async (_title, exchange) => {
    const { answer, headers, method, path, status } = exchange;
    const { json, parts, init } = toRequest(exchange);
    pair.upstream.enqueue(streamReply([answer], { status, headers }));
    const answered = await fetch(`${pair.gateway.baseUrl}${path}`, init);
    const bytes = Buffer.from(await answered.arrayBuffer());
    const [sent] = pair.upstream.requests;
    const asked = sent === undefined ? bytes.toString() : `${sent.method} ${sent.path.split('?')[0]}`;
    expect(asked).toBe(`${method} ${path.split('?')[0]}`);
    if (json !== undefined) expect(sent?.body).toMatchObject(json);
    if (parts !== undefined) {
      const received = readParts(sent?.rawBody ?? Buffer.alloc(0), sent?.headers['content-type']);
      const texts = received.map(({ filename, name = '', text }) => [name, filename, readPart(name, text)]);
      expect(texts).toHaveLength(parts.length);
      const wanted = parts.map(({ bytes: each, filename, name }) => [name, filename, each.toString('latin1')] as const);
      expect(texts).toEqual(
        expect.arrayContaining(wanted.map(([name, filename, text]) => [name, filename, readPart(name, text)])),
      );
    }
    if (status >= 400) {
      // Our own words, and none of the provider's.
      expect(answered.status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(bytes.toString())).toMatchObject({
        error: { code: expect.any(String), message: expect.any(String) },
      });
      expect(bytes.toString()).not.toMatch(/secret-words|No such File|api-keys/);
      return;
    }
    expect([answered.status, bytes.length > 0]).toEqual([status, true]);
    if (headers['content-type'] === 'application/json')
      expect(JSON.parse(bytes.toString())).toMatchObject(JSON.parse(answer.toString()));
    else expect(bytes.equals(answer)).toBe(true);
  });
});

describe('recordings', () => {
  it('are each replayed by a test, or it is said why not', () => {
    const isReplayedElsewhere = (name: string): boolean => {
      const found = ELSEWHERE.find(
        ([cases, file]) => cases.test(name) && listFiles(name).some((each) => file.test(each)),
      );
      const spec = found === undefined ? undefined : join(PROJECT_ROOT, found[2]);
      if (spec === undefined || !existsSync(spec)) return false;
      return readFileSync(spec, 'utf8').includes('SHARED_FIXTURES_BEYOND_TEXT');
    };
    const unexplained = CASES.filter(
      (name) =>
        !NOT_REPLAYED.some(([cases]) => cases.test(name)) &&
        !EXCHANGES.some((exchange) => exchange.name === name) &&
        !isReplayedElsewhere(name),
    );
    expect(unexplained).toEqual([]);
  });

  it('are asked for as a whole: none of those above has an answer alone', () => {
    expect(UNASKED).toEqual([]);
  });
});
