import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gatewayConfig, type RunningGateway, startGateway, TEST_KEYS, waitUntil } from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { SOUND, type SpeechProvider, startSpeechProvider, TEXT } from './speech-provider.js';

const SPEAKERS = ['elevenlabs', 'deepgram', 'cartesia'] as const;
const LISTENERS = [...SPEAKERS, 'assemblyai'] as const;
const VOICES = { narrator: 'aVoiceOfOurs' };

let provider: SpeechProvider;
let gateway: RunningGateway;
let client: OpenAI;

beforeAll(async () => {
  provider = await startSpeechProvider();
  const model = (name: string, entry: object) => ({
    logical_name: name,
    provider: name.split('-')[0],
    upstream_model: 'up',
    ...entry,
  });
  gateway = await startGateway({
    config: gatewayConfig({
      upstreamUrl: provider.url,
      providers: [...LISTENERS, 'mistral' as const].map((kind) => ({
        name: kind,
        kind,
        api_key: `key-of-${kind}`,
        base_url: provider.url,
      })),
      models: [
        ...SPEAKERS.map((kind) =>
          model(`${kind}-speech`, { type: 'speech', voices: VOICES, media_prices: { speech_per_1k_chars: 10 } }),
        ),
        model('assemblyai-speech', { type: 'speech' }),
        model('mistral-speech', { type: 'speech' }),
        model('mistral-allowed', { type: 'speech', capabilities: { beyond_reference: true } }),
        ...LISTENERS.map((kind) =>
          model(`${kind}-ears`, { type: 'transcription', media_prices: { transcription: 0.25 } }),
        ),
      ],
      teams: [
        { name: 'research', api_keys: [{ name: 'ci', key: TEST_KEYS.research, role: 'member' }] },
        { name: 'deaf', allowed_models: [], api_keys: [{ name: 'ci', key: TEST_KEYS.support, role: 'member' }] },
      ],
    }),
  });
  client = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 });
}, HOOK_LIMIT_MS);

afterAll(async () => {
  await gateway?.stop();
  await provider?.close();
}, HOOK_LIMIT_MS);

const find = (method: string) => provider.calls.find((call) => call.method === method);
const called = (method: string) => waitUntil(`a ${method} at the provider`, () => find(method));

beforeEach(async () => {
  // Calls that an answer does not wait for must not count with the next.
  if (find('POST')?.path === '/v2/upload') await called('DELETE');
  provider.calls.length = 0;
  provider.next.clear();
  provider.pollsBeforeDone = 1;
});

const wav = () =>
  toFile(Buffer.concat([Buffer.from('RIFF\xff\xff\xff\xffWAVE', 'latin1'), Buffer.alloc(2_000_000, 1)]), 'sound.bin');

describe('the OpenAI SDK speaks', () => {
  it.each(SPEAKERS)('with %s, byte by byte, at the price of the characters', async (kind) => {
    const response = await client.audio.speech.create({ model: `${kind}-speech`, voice: 'narrator', input: 'Hi 💎' });
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect(response.headers.get('x-service-provider')).toBe(kind);
    // Four code points at 10 dollars for a thousand.
    expect(response.headers.get('x-service-cost')).toBe('0.04');
    expect(Buffer.from(await response.arrayBuffer()).equals(SOUND)).toBe(true);
    const [call] = provider.calls;
    expect(`${call?.path} ${call?.body}`).toContain('aVoiceOfOurs');
    const { authorization, 'xi-api-key': key } = call?.headers ?? {};
    expect(key ?? authorization).toMatch(new RegExp(`^(?:Token |Bearer )?key-of-${kind}$`));
  });

  it('in events', async () => {
    const response = await client.audio.speech.create({
      ...{ model: 'deepgram-speech', voice: 'onyx', input: 'Hi', stream_format: 'sse' },
    });
    const events = (await response.text())
      .trim()
      .split('\n\n')
      .map((event) => JSON.parse(event.slice(6)));
    const deltas = events.slice(0, -1).map(({ audio }) => Buffer.from(audio, 'base64'));
    expect(Buffer.concat(deltas).equals(SOUND)).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done' });
  });

  it.each([
    ['cartesia-speech', { response_format: 'flac' }, 'unsupported_parameter', 'response_format'],
    ['elevenlabs-speech', { voice: '../../user' }, 'invalid_value', 'voice'],
    ['assemblyai-speech', {}, 'unsupported_provider', 'model'],
    ['mistral-speech', {}, 'unsupported_provider', 'model'],
    ['deepgram-ears', {}, 'invalid_model_type', 'model'],
  ])('and is rejected by %s for %j before anything is sent', async (model, more, code, param) => {
    const request = { model, voice: 'alloy', input: 'Hi', ...more } as OpenAI.Audio.SpeechCreateParams;
    await expect(client.audio.speech.create(request)).rejects.toMatchObject({ status: 400, code, param });
    expect(provider.calls).toEqual([]);
  });

  it('with a provider beyond the reference where the operator allows it', async () => {
    const response = await client.audio.speech.create({ model: 'mistral-allowed', voice: 'alloy', input: 'Hi' });
    expect(Buffer.from(await response.arrayBuffer()).equals(SOUND)).toBe(true);
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
  });

  it('and gets the provider’s refusal in the gateway’s words', async () => {
    provider.next.set('/v1/text-to-speech/aVoiceOfOurs', {
      ...{ status: 401, body: JSON.stringify({ detail: { status: 'invalid_api_key', message: 'secret words' } }) },
    });
    const request = client.audio.speech.create({ model: 'elevenlabs-speech', voice: 'narrator', input: 'Hi' });
    await expect(request).rejects.toMatchObject({ status: 502, code: 'provider_error' });
    await expect(request).rejects.not.toThrow(/secret words/);
  });

  it('and sees what was adjusted', async () => {
    const response = await client.audio.speech.create({
      model: 'elevenlabs-speech',
      voice: 'nova',
      input: 'Hi',
      speed: 4,
      instructions: 'x',
    });
    expect(response.headers.get('x-service-adjusted')).toBe('instructions, speed');
    await response.arrayBuffer();
  });
});

describe('the OpenAI SDK listens', () => {
  it.each(LISTENERS)('with %s, in JSON and as subtitles', async (kind) => {
    const model = `${kind}-ears`;
    expect(await client.audio.transcriptions.create({ model, file: await wav() })).toEqual({
      ...{ text: TEXT, usage: { type: 'duration', seconds: 3 } },
    });
    const sent = provider.calls[0];
    expect(sent?.body.includes(Buffer.alloc(2_000_000, 1))).toBe(true);
    if (kind === 'deepgram') expect(sent?.headers['content-type']).toBe('audio/wav');
    const { response } = await client.audio.transcriptions.create({ model, file: await wav() }).withResponse();
    expect(response.headers.get('x-service-cost')).toBe('0.25');
    const srt = await client.audio.transcriptions.create({ model, file: await wav(), response_format: 'srt' });
    expect(srt).toBe('1\n00:00:00,100 --> 00:00:01,000\nHi there.\n\n2\n00:00:01,200 --> 00:00:02,000\nHello.\n\n');
  });

  it.each(LISTENERS)('to words of %s', async (kind) => {
    const transcript = await client.audio.transcriptions.create({
      ...{
        model: `${kind}-ears`,
        file: await wav(),
        response_format: 'verbose_json',
        timestamp_granularities: ['word', 'segment'],
      },
    });
    expect(transcript).toMatchObject({
      duration: 2.5,
      words: [{ word: 'Hi', start: 0.1, end: 0.4 }, {}, {}],
      segments: [{}, {}],
    });
  });

  it.each(LISTENERS)('to a stream of %s', async (kind) => {
    const stream = await client.audio.transcriptions.create({ model: `${kind}-ears`, file: await wav(), stream: true });
    const events = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ type }) => type)).toEqual([...Array(3).fill('transcript.text.delta'), 'transcript.text.done']);
    expect(events.at(-1)).toMatchObject({ text: TEXT });
  });

  it('to speakers', async () => {
    const request = { model: 'deepgram-ears', file: await wav(), response_format: 'diarized_json' } as const;
    expect(await client.audio.transcriptions.create(request)).toMatchObject({
      segments: [{ speaker: 'A', text: ' Hi there.' }, {}],
    });
    expect(provider.calls[0]?.path).toContain('diarize_model=latest');
  });

  it('to the final transcript of AssemblyAI, and deletes it', async () => {
    await client.audio.transcriptions.create({ model: 'assemblyai-ears', file: await wav() });
    await called('DELETE');
    expect(provider.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...[
        'POST /v2/upload',
        'POST /v2/transcript',
        'GET /v2/transcript/job_1',
        'GET /v2/transcript/job_1',
        'DELETE /v2/transcript/job_1',
      ],
    ]);
  });

  it('and leaves: the polls end, and the transcript is deleted', async () => {
    provider.pollsBeforeDone = 1000;
    const leaving = new AbortController();
    const request = client.audio.transcriptions.create(
      { model: 'assemblyai-ears', file: await wav() },
      { signal: leaving.signal },
    );
    const left = expect(request).rejects.toThrow('aborted');
    await called('GET');
    leaving.abort();
    await left;
    await called('DELETE');
    const polls = provider.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(provider.calls).toHaveLength(polls);
  });

  it.each([
    ['cartesia-ears', { response_format: 'diarized_json' }, 'unsupported_parameter', 'response_format'],
    ['deepgram-ears', { source_url: 'http://169.254.169.254/' }, 'unsupported_parameter', 'source_url'],
    ['elevenlabs-ears', { response_format: 'srt', stream: true }, 'unsupported_parameter', 'stream'],
  ])('and is rejected by %s for %j before anything is sent', async (model, more, code, param) => {
    const request = { model, file: await wav(), ...more } as OpenAI.Audio.TranscriptionCreateParams;
    await expect(client.audio.transcriptions.create(request)).rejects.toMatchObject({ status: 400, code, param });
    expect(provider.calls).toEqual([]);
  });

  it('and gets no translation, which no speech provider has', async () => {
    const request = client.audio.translations.create({ model: 'deepgram-ears', file: await wav() });
    await expect(request).rejects.toMatchObject({ status: 400, code: 'unsupported_provider' });
  });
});

describe('GET /v1/audio/voices', () => {
  const ask = (query: string, key: string | null = TEST_KEYS.research) =>
    fetch(`${gateway.baseUrl}/v1/audio/voices${query}`, {
      headers: key === null ? {} : { authorization: `Bearer ${key}` },
    });

  it('lists the names of the reference and of the model, and the provider’s own, which it asks once', async () => {
    for (const _ of [1, 2]) {
      const answer = await ask('?model=elevenlabs-speech');
      const { data } = (await answer.json()) as { data: { id: string; source: string }[] };
      expect(data.map(({ id, source }) => `${source} ${id}`)).toEqual([
        ...['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'].map((name) => `reference ${name}`),
        ...['model narrator', 'provider v1'],
      ]);
    }
    expect(provider.calls.map(({ path }) => path)).toEqual(['/v1/voices']);
  });

  it.each([
    ['', 400, 'invalid_value'],
    ['?model=', 400, 'invalid_value'],
    ['?model=elevenlabs-speech&model=b', 400, 'invalid_value'],
    ['?model=nobody', 404, 'model_not_found'],
    ['?model=deepgram-ears', 400, 'invalid_model_type'],
    ['?model=assemblyai-speech', 400, 'unsupported_provider'],
  ])('%j is %d %s', async (query, status, code) => {
    const answer = await ask(query);
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { code } }]);
  });

  it('is for those who may use the model', async () => {
    expect((await ask('?model=elevenlabs-speech', null)).status).toBe(401);
    expect((await ask('?model=elevenlabs-speech', TEST_KEYS.support)).status).toBe(403);
  });
});
