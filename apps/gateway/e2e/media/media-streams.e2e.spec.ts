import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { gatewayConfig, inTurn, type RunningGateway, startGateway, TEST_KEYS } from '@multilane/testing';
import OpenAI, { APIError, toFile } from 'openai';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { type SeenUpload, startWatchedProvider, type WatchedProvider } from './uploading.js';

const FIRST_BYTE_MS = 1_600;
const IDLE_MS = 800;

let provider: WatchedProvider;
let gateway: RunningGateway;
let client: OpenAI;

beforeAll(async () => {
  provider = await startWatchedProvider();
  const model = { provider: 'openai' };
  gateway = await startGateway({
    config: gatewayConfig({
      upstreamUrl: provider.url,
      server: { drain_delay_ms: 0, drain_ms: 5_000 },
      providers: [
        {
          name: 'openai',
          kind: 'openai',
          api_key: 'sk-test-upstream',
          base_url: `${provider.url}/v1`,
          timeouts: { first_byte_ms: FIRST_BYTE_MS, idle_ms: IDLE_MS, total_ms: 20_000 },
        },
      ],
      models: [
        { ...model, logical_name: 'hear', upstream_model: 'gpt-4o-transcribe', type: 'transcription' },
        { ...model, logical_name: 'draw', upstream_model: 'gpt-image-1', type: 'image' },
        { ...model, logical_name: 'speak', upstream_model: 'gpt-4o-mini-tts', type: 'speech' },
      ],
      teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
    }),
  });
  client = new OpenAI({ apiKey: TEST_KEYS.research, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  provider?.close();
}, HOOK_LIMIT_MS);
afterEach(() => provider.reset());

type Step = string | number | 'cut';

/** A provider that sends texts, waits for so many milliseconds, or cuts the connection, in this order. */
function script(contentType: string, steps: readonly Step[]): void {
  provider.onUpload = ({ incoming, response }: SeenUpload) => {
    incoming.resume();
    const play = async (): Promise<void> => {
      response.writeHead(200, { 'content-type': contentType });
      response.flushHeaders();
      for (const step of steps) {
        if (step === 'cut') response.destroy();
        else if (typeof step === 'number') await sleep(step);
        else response.write(step);
      }
      response.end();
    };
    incoming.on('end', () => void play());
  };
}

const EVENTS = 'text/event-stream';
const delta = (text: string) => `data: {"type":"transcript.text.delta","delta":"${text}"}\n\n`;
const partial = 'data: {"type":"image_generation.partial_image","b64_json":"AAAA","partial_image_index":0}\n\n';
const sound = 'data: {"type":"speech.audio.delta","audio":"AAAA"}\n\n';
const FAILED = 'event: error\ndata: {"type":"error","error":{"type":"server_error","message":"secret words"}}\n\n';

/** A stream as a client of plain HTTP sees it. */
async function readRaw(path: string, body: FormData | object) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${gateway.baseUrl}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_KEYS.research}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  return {
    status: answer.status,
    text: await answer.text(),
    requestId: answer.headers.get('x-request-id') ?? '',
  };
}

function transcription(): FormData {
  const form = new FormData();
  form.set('model', 'hear');
  form.set('stream', 'true');
  form.set('file', new Blob(['RIFF']), 'a.wav');
  return form;
}

const STREAMS: [string, string, () => FormData | object, string][] = [
  ['a transcription', '/audio/transcriptions', transcription, delta('Hi')],
  ['images', '/images/generations', () => ({ model: 'draw', prompt: 'x', stream: true, partial_images: 1 }), partial],
  ['speech', '/audio/speech', () => ({ model: 'speak', input: 'x', voice: 'alloy', stream_format: 'sse' }), sound],
];

describe('a stream of events whose provider', () => {
  const WAYS: [string, readonly Step[]][] = [
    ['cuts', [20, 'cut']],
    ['cuts within an event', ['data: {"type":"tran', 20, 'cut']],
    ['ends with an error', [FAILED]],
    ['falls silent', [IDLE_MS * 3]],
  ];

  const ENDINGS = STREAMS.flatMap(([stream, path, body, event]) =>
    WAYS.map(([way, steps]) => ({ way, stream, path, body, event, steps })),
  );

  it.each(inTurn('media streams', ENDINGS))('$way is reported in $stream', async ({ body, event, path, steps }) => {
    script(EVENTS, [event, ...steps]);
    const { requestId, status, text } = await readRaw(path, body());
    expect(status).toBe(200);
    expect(text.startsWith(`${event}event: error\ndata: {"type":"error","error":{`)).toBe(true);
    expect(text.endsWith('}}\n\n')).toBe(true);
    expect(text).not.toContain('secret words');
    expect(text).not.toContain('data: {"type":"tran{');
    expect(await findAuditRecord({ gateway }, requestId)).toMatchObject({ outcome: 'failed' });
  });

  it('fails in the SDK as an error of its kind, after the text so far', async () => {
    script(EVENTS, [delta('Hel') + delta('lo') + FAILED]);
    const stream = await client.audio.transcriptions.create({
      model: 'hear',
      stream: true,
      file: await toFile(Buffer.from('RIFF'), 'a.wav'),
    });
    const transcript: string[] = [];
    const read = async (): Promise<void> => {
      for await (const each of stream) if (each.type === 'transcript.text.delta') transcript.push(each.delta);
    };
    await expect(read()).rejects.toThrow(APIError);
    expect(transcript).toEqual(['Hel', 'lo']);
  });

  it('before its first event is an answer with a status', async () => {
    script(EVENTS, [FAILED]);
    const { status, text } = await readRaw('/audio/transcriptions', transcription());
    expect(status).toBe(502);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'provider_error' } });
  });
});

describe('the first byte', () => {
  it.each(STREAMS)('of %s may come long after the head', async (_what, path, body, event) => {
    script(EVENTS, [IDLE_MS * 1.6, event]);
    expect(await readRaw(path, body())).toMatchObject({ status: 200, text: event });
  });

  const SOUND: (typeof STREAMS)[number] = [
    'sound',
    '/audio/speech',
    () => ({ model: 'speak', input: 'x', voice: 'alloy' }),
    '',
  ];

  it.each([...STREAMS, SOUND])('of %s that never comes is 504, though the head came at once', async (...row) => {
    const [, path, body] = row;
    script(path.includes('speech') ? 'audio/mpeg' : EVENTS, [FIRST_BYTE_MS * 3]);
    const { status, text } = await readRaw(path, body());
    expect([status, JSON.parse(text).error.code]).toEqual([504, 'provider_timeout']);
  });
});
