import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@multilane/persistence';
import {
  type GatewaySections,
  gatewayConfig,
  httpRequest,
  type PostgresServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { ENCRYPTION_KEY } from '../database/make-tenant.js';
import { HOOK_LIMIT_MS } from '../start-pair.js';

const NOWHERE = 'http://127.0.0.1:9';
const PUBLIC_URL = 'https://ai.example.com/gateway';

const model = (logical_name: string, type: string) => ({
  ...{ logical_name, type, provider: 'simulator', upstream_model: logical_name },
  media_prices: { image: 0.04, speech_per_1k_chars: 0.015, transcription: 0.006 },
});

const sections: GatewaySections = {
  models: [
    model('talk', 'chat'),
    model('embed', 'embedding'),
    model('draw', 'image'),
    model('speak', 'speech'),
    model('hear', 'transcription'),
  ],
  teams: [{ name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] }],
};

let postgres: PostgresServer;
let databaseUrl: string;
let organizationId: string;
let gateway: RunningGateway;
let client: OpenAI;
/** The same, with a public address. */
let behindProxy: RunningGateway;
/** Without a database. */
let alone: RunningGateway;

const clientOf = ({ baseUrl }: RunningGateway): OpenAI =>
  new OpenAI({ apiKey: TEST_KEYS.research, baseURL: `${baseUrl}/v1`, maxRetries: 0 });

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  const database = await openDatabase({ url: databaseUrl });
  await database.migrate();
  const actor = { type: 'system', id: null, name: 'test' } as const;
  ({ id: organizationId } = await database.change(actor, ({ organizations }) =>
    organizations.create({ name: 'default' }),
  ));
  await database.close();
  const config = (more: GatewaySections = {}) => gatewayConfig({ upstreamUrl: NOWHERE, ...sections, ...more });
  const env = { DATABASE_URL: databaseUrl, ENCRYPTION_KEY };
  [gateway, behindProxy, alone] = await Promise.all([
    startGateway({ config: config(), env, readyWithinMs: 25_000 }),
    startGateway({ config: config({ server: { public_base_url: PUBLIC_URL } }), env, readyWithinMs: 25_000 }),
    startGateway({ config: config() }),
  ]);
  client = clientOf(gateway);
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await Promise.all([gateway, behindProxy, alone].map((each) => each?.stop()));
  await postgres?.stop();
}, HOOK_LIMIT_MS);

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

async function fetchImage(url: string, init?: RequestInit) {
  const answer = await fetch(url, init);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function generateUrl(from: OpenAI = client): Promise<string> {
  const request = { model: 'draw', prompt: 'A cat', size: '64x48' as '256x256', response_format: 'url' as const };
  const { data } = await from.images.generate(request);
  return data?.[0]?.url ?? '';
}

describe('images of the simulator with the official SDK', () => {
  it('are drawn, with usage and cost', async () => {
    const request = { model: 'draw', prompt: 'A cat', n: 2, size: '96x64' as '256x256' };
    const { data, response } = await client.images.generate(request).withResponse();
    const images = data.data?.map(({ b64_json: base64 = '' }) => Buffer.from(base64, 'base64')) ?? [];
    expect(images.map(sizeOf)).toEqual(Array(2).fill([96, 64]));
    expect(data.usage?.total_tokens).toBeGreaterThan(0);
    expect(Number(response.headers.get('x-service-cost'))).toBeCloseTo(0.08);
  });

  it('are edited and varied', async () => {
    const { data } = await client.images.generate({ model: 'draw', prompt: 'A cat', size: '64x64' as '256x256' });
    const image = await toFile(Buffer.from(data?.[0]?.b64_json ?? '', 'base64'), 'cat.png', { type: 'image/png' });
    const edited = await client.images.edit({ model: 'draw', prompt: 'A hat', image: [image, image], mask: image });
    expect(edited.data?.[0]?.b64_json?.length).toBeGreaterThan(100);
    const varied = await client.images.createVariation({ model: 'draw', image, n: 2, size: '256x256' });
    expect(varied.data).toHaveLength(2);
  });

  it('are streamed with partial images', async () => {
    const stream = await client.images.generate({ model: 'draw', prompt: 'A cat', stream: true, partial_images: 2 });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    const partial = 'image_generation.partial_image';
    expect(types).toEqual([partial, partial, 'image_generation.completed']);
  });

  it.each([
    ['size', { prompt: 'x', size: '100000x100000' }],
    ['n', { prompt: 'x', n: 1_000_000_000 }],
    ['prompt', { prompt: 'x'.repeat(1_000_000) }],
    ['output_format', { prompt: 'x', output_format: 'webp' }],
  ])('are rejected for a %s that cannot be drawn', async (param, request) => {
    const asked = client.post('/images/generations', { body: { model: 'draw', ...request } });
    await expect(asked).rejects.toMatchObject({ status: 400, param });
  });
});

describe('sound of the simulator with the official SDK', () => {
  it.each(['wav', 'flac', 'pcm'] as const)('is spoken as %s, and transcribed again', async (response_format) => {
    const input = 'Größe matters, says the 🐈.';
    const answer = await client.audio.speech.create({ model: 'speak', voice: 'nova', input, response_format });
    const file = await toFile(Buffer.from(await answer.arrayBuffer()), `speech.${response_format}`);
    expect((await client.audio.transcriptions.create({ model: 'hear', file })).text).toBe(input);
    expect(await client.audio.translations.create({ model: 'hear', file })).toMatchObject({ text: input });
  });

  it('is rejected as mp3, naming response_format', async () => {
    const asked = client.audio.speech.create({ model: 'speak', voice: 'nova', input: 'a', response_format: 'mp3' });
    await expect(asked).rejects.toMatchObject({ status: 400, param: 'response_format' });
  });

  it('is transcribed as a stream', async () => {
    const answer = await client.audio.speech.create({ model: 'speak', voice: 'nova', input: 'one two' });
    const file = await toFile(Buffer.from(await answer.arrayBuffer()), 'a.wav');
    const stream = await client.audio.transcriptions.create({ model: 'hear', file, stream: true });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(['transcript.text.delta', 'transcript.text.delta', 'transcript.text.done']);
  });
});

describe('files of the simulator with the official SDK', () => {
  it('are uploaded, listed, read and removed', async () => {
    const options = { headers: { 'x-service-model': 'draw' } };
    const file = await toFile(Buffer.from('{"a":1}'), 'a.jsonl');
    const { id } = await client.files.create({ file, purpose: 'batch' }, options);
    expect((await client.files.list({}, options)).data.map((each) => each.id)).toContain(id);
    expect(await client.files.retrieve(id, options)).toMatchObject({ bytes: 7, filename: 'a.jsonl' });
    expect(await (await client.files.content(id, options)).text()).toBe('{"a":1}');
    expect(await client.files.delete(id, options)).toMatchObject({ id, deleted: true });
    await expect(client.files.retrieve(id, options)).rejects.toMatchObject({ status: 404 });
  });
});

// docs/contract/batches.md
describe('batches of the simulator with the official SDK', () => {
  it.each([
    ['/v1/chat/completions', { model: 'talk', messages: [{ role: 'user', content: 'Hello' }] }, 'chat.completion'],
    ['/v1/responses', { model: 'talk', input: 'Hello' }, 'response'],
    ['/v1/embeddings', { model: 'embed', input: 'Hello' }, 'list'],
  ] as const)(
    'run requests of %s',
    async (endpoint, body, object) => {
      const lines = ['a', 'b', 'c'].map((custom_id) =>
        JSON.stringify({ custom_id, method: 'POST', url: endpoint, body }),
      );
      const file = await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl');
      const options = { headers: { 'x-service-model': body.model } };
      const { id: input_file_id } = await client.files.create({ file, purpose: 'batch' }, options);
      const { id } = await client.batches.create({ input_file_id, endpoint, completion_window: '24h' });
      const batch = await waitUntil(
        'the end of the batch',
        async () => {
          const found = await client.batches.retrieve(id);
          return found.status === 'completed' || found.status === 'failed' ? found : undefined;
        },
        30_000,
      );
      expect([batch.errors, batch.request_counts]).toEqual([null, { total: 3, completed: 3, failed: 0 }]);
      const output = await (await client.files.content(batch.output_file_id ?? '')).text();
      const results = output
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(results.map(({ custom_id, response }) => [custom_id, response.body.object])).toEqual(
        ['a', 'b', 'c'].map((custom_id) => [custom_id, object]),
      );
      expect((await client.batches.list()).data.map((each) => each.id)).toContain(id);
    },
    60_000,
  );
});

describe('fine-tuning of the simulator with the official SDK', () => {
  it('makes a job from a file, which can be cancelled', async () => {
    const options = { headers: { 'x-service-model': 'draw' } };
    const file = await toFile(Buffer.from('{"a":1}'), 'a.jsonl');
    const { id: training_file } = await client.files.create({ file, purpose: 'fine-tune' }, options);
    const job = await client.fineTuning.jobs.create({ model: 'draw', training_file });
    expect(job.status).toBe('validating_files');
    expect((await client.fineTuning.jobs.list({}, options)).data.map(({ id }) => id)).toEqual([job.id]);
    expect((await client.fineTuning.jobs.listEvents(job.id, {}, options)).data).not.toEqual([]);
    expect(await client.fineTuning.jobs.cancel(job.id, options)).toMatchObject({ status: 'cancelled' });
  });
});

describe('docs/contract/media.md#images-by-address', () => {
  it('an address leads to the image without a credential, in a way that no browser runs it', async () => {
    const { answer, bytes } = await fetchImage(await generateUrl());
    expect(answer.status).toBe(200);
    expect(sizeOf(bytes)).toEqual([64, 48]);
    const header = (name: string) => answer.headers.get(name);
    expect(header('content-type')).toBe('image/png');
    expect(header('content-length')).toBe(String(bytes.length));
    expect(header('content-security-policy')).toContain('sandbox');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('content-disposition')).toBe('inline; filename="image.png"');
    expect(header('cache-control')).toMatch(/^private, max-age=3[56]\d\d, immutable$/);
  });

  it('is recorded for the organization whose image it is', async () => {
    const { answer, bytes } = await fetchImage(await generateUrl());
    const id = answer.headers.get('x-request-id');
    const database = await openDatabase({ url: databaseUrl });
    const [record] = await waitUntil('its record', async () => {
      const filters = { requestId: String(id) };
      const { data } = await database.auditRecords.listPage(organizationId, { limit: 1, filters });
      return data.length > 0 ? data : undefined;
    }).finally(() => database.close());
    expect(record).toMatchObject({
      ...{ endpoint: '/v1/media/:id', status: 200, credentialId: null },
      details: { download_bytes: bytes.length },
    });
  });

  it('HEAD answers the same without the bytes', async () => {
    const { answer, bytes } = await fetchImage(await generateUrl(), { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type'), bytes.length]).toEqual([200, 'image/png', 0]);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('every other address is answered alike: 404', async () => {
    const [one, two] = [new URL(await generateUrl()), new URL(await generateUrl())];
    const signature = one.searchParams.get('signature') ?? '';
    const later = Number(one.searchParams.get('expires')) + 1;
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const wrong = [
      `${one.pathname}?expires=${later}&signature=${signature}`,
      `${one.pathname}?expires=${one.searchParams.get('expires')}&signature=${flipped}`,
      `${one.pathname}?expires=${one.searchParams.get('expires')}&signature=${signature}%3D`,
      `${two.pathname}${one.search}`,
      `${one.pathname}?expires=1&signature=${signature}`,
      `${one.pathname}?signature=${signature}`,
      `${one.pathname}${one.search}&signature=${signature}`,
      one.pathname,
      `/v1/media/..%2f..%2fetc${one.search}`,
      `/v1/media/${'x'.repeat(1_000)}${one.search}`,
    ];
    const answers = await Promise.all(wrong.map((path) => httpRequest({ url: `${gateway.baseUrl}${path}` })));
    const bodies = answers.map((answer) => [
      answer.status,
      (answer.json() as { error?: { code?: string } }).error?.code,
    ]);
    expect(bodies).toEqual(wrong.map(() => [404, 'not_found']));
  });

  it('begins with the public address if there is one, whatever host a request names', async () => {
    expect(await generateUrl(clientOf(behindProxy))).toMatch(
      /^https:\/\/ai\.example\.com\/gateway\/v1\/media\/[0-9a-f-]{36}\?/,
    );
    const body = { model: 'draw', prompt: 'A cat', size: '64x48', response_format: 'url' };
    const headers = {
      authorization: `Bearer ${TEST_KEYS.research}`,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    };
    const { text } = await httpRequest({ url: `${gateway.baseUrl}/v1/images/generations`, headers, body });
    expect(text).not.toContain('evil.example');
    expect(text).toContain(`${gateway.baseUrl}/v1/media/`);
  });

  it('another gateway on the same database serves it too', async () => {
    const { pathname, search } = new URL(await generateUrl(clientOf(behindProxy)));
    expect((await fetchImage(`${gateway.baseUrl}${pathname.replace('/gateway', '')}${search}`)).answer.status).toBe(
      200,
    );
  });

  it('without a database there are no addresses: 400 naming response_format, and 404', async () => {
    await expect(generateUrl(clientOf(alone))).rejects.toMatchObject({ status: 400, param: 'response_format' });
    const { pathname, search } = new URL(await generateUrl());
    expect((await fetchImage(`${alone.baseUrl}${pathname}${search}`)).answer.status).toBe(404);
  });

  it('is counted', async () => {
    const metrics = String((await httpRequest({ url: `${gateway.baseUrl}/metrics` })).text);
    for (const result of ['stored', 'served', 'refused']) {
      expect(metrics).toMatch(new RegExp(`service_image_addresses_total\\{result="${result}"\\} [1-9]`));
    }
  });
});
