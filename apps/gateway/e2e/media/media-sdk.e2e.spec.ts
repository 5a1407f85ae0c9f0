import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { jsonReply, streamReply, textReply } from '@multilane/testing';
import OpenAI, { toFile } from 'openai';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { clientOf, readParts, startMedia } from './start-media.js';

let pair: Pair;
let client: OpenAI;

beforeAll(async () => {
  pair = await startMedia();
  client = clientOf(pair);
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
afterEach(() => pair.upstream.reset());

const sent = () => pair.upstream.requests.at(-1);
const sentParts = () => readParts(sent()?.rawBody ?? Buffer.alloc(0), sent()?.headers['content-type']);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n--boundary?\r\n', 'latin1');
const USAGE = { total_tokens: 5, input_tokens: 2, output_tokens: 3, input_tokens_details: { image_tokens: 1 } };

describe('images with the official SDK', () => {
  it('are generated, with the name of the model at the provider and without response_format', async () => {
    const body = { created: 1, data: [{ b64_json: 'AA==' }, { b64_json: 'AA==' }], usage: USAGE };
    pair.upstream.enqueue(jsonReply(body));
    const request = {
      model: 'draw',
      prompt: 'a cat',
      n: 2,
      size: '1040x16' as '256x256',
      response_format: 'b64_json' as const,
    };
    const { data, response } = await client.images.generate(request).withResponse();
    expect(data).toMatchObject(body);
    expect(sent()?.path).toBe('/v1/images/generations');
    expect(sent()?.body).toEqual({ model: 'gpt-image-1', prompt: 'a cat', n: 2, size: '1040x16' });
    expect(response.headers.get('x-service-provider')).toBe('openai');
    expect(response.headers.get('x-service-cost')).toBe('0.08');
  });

  it('are streamed with partial images, byte by byte', async () => {
    const events = [
      'event: image_generation.partial_image\ndata: {"type":"image_generation.partial_image","b64_json":"AA==","partial_image_index":0}\n\n',
      `event: image_generation.completed\ndata: {"type":"image_generation.completed","b64_json":"AA==","usage":${JSON.stringify(USAGE)}}\n\n`,
    ];
    pair.upstream.enqueue(streamReply(events.map((event) => Buffer.from(event))));
    const stream = await client.images.generate({ model: 'draw', prompt: 'a cat', stream: true, partial_images: 1 });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(['image_generation.partial_image', 'image_generation.completed']);
  });

  it('are edited from several files and a mask', async () => {
    pair.upstream.enqueue(jsonReply({ created: 1, data: [{ b64_json: 'AA==' }] }));
    await client.images.edit({
      model: 'draw',
      prompt: 'Größer',
      image: [await toFile(PNG, 'ä.png', { type: 'image/png' }), await toFile(PNG, 'b.png')],
      mask: await toFile(Buffer.alloc(2_000_000, 7), 'mask.png', { type: 'image/png' }),
    });
    expect(sent()?.path).toBe('/v1/images/edits');
    expect(Number(sent()?.headers['content-length'])).toBe(sent()?.rawBody.length);
    const parts = sentParts();
    const named = (wanted: string) => parts.filter(({ name }) => name === wanted);
    expect(named('model').map(({ text }) => text)).toEqual(['gpt-image-1']);
    expect(Buffer.from(named('prompt')[0]?.text ?? '', 'latin1').toString()).toBe('Größer');
    expect(named('image[]').map(({ text }) => text)).toEqual([PNG, PNG].map((bytes) => bytes.toString('latin1')));
    expect(Buffer.from(named('image[]')[0]?.filename ?? '', 'latin1').toString()).toBe('ä.png');
    expect(named('mask')[0]?.text).toBe('\x07'.repeat(2_000_000));
  });

  it('are edited from JSON', async () => {
    pair.upstream.enqueue(jsonReply({ created: 1, data: [{ b64_json: 'AA==' }] }));
    const images = [{ image_url: 'data:image/png;base64,AA==' }];
    const body = { model: 'draw', prompt: 'x', images };
    await client.post('/images/edits', { body });
    expect(sent()?.body).toEqual({ ...body, model: 'gpt-image-1' });
  });

  it('are varied: where variations are retired by an edit, elsewhere as asked', async () => {
    pair.upstream.onRequest(() => jsonReply({ created: 1, data: [{ url: 'https://x.example/1' }] }));
    await client.images.createVariation({ model: 'draw', image: await toFile(PNG, 'a.png'), n: 1 });
    expect(sent()?.path).toBe('/v1/images/edits');
    expect(sentParts().map(({ name }) => name)).toEqual(expect.arrayContaining(['image', 'n', 'model', 'prompt']));
    await client.images.createVariation({ model: 'draw-old', image: await toFile(PNG, 'a.png') });
    expect(sent()?.path).toBe('/v1/images/variations');
    await client.images.createVariation({ model: 'azure-draw', image: await toFile(PNG, 'a.png') });
    expect(sent()?.url).toBe('/openai/deployments/draw-deployment/images/variations?api-version=2024-10-21');
    expect(sent()?.headers['api-key']).toBeDefined();
  });
});

describe('sound with the official SDK', () => {
  it('is spoken: bytes come as they are made', async () => {
    const pieces = ['\xff\xf3', 'more', 'end'].map((piece) => Buffer.from(piece, 'latin1'));
    pair.upstream.enqueue(streamReply(pieces, { headers: { 'content-type': 'audio/mpeg' }, delayMs: 50 }));
    const answer = await client.audio.speech.create({ model: 'speak', input: 'Hi 👋', voice: 'alloy' });
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(answer.headers.get('x-service-cost')).toBe('0.00006');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(pieces));
    expect(sent()?.body).toEqual({ model: 'gpt-4o-mini-tts', input: 'Hi 👋', voice: 'alloy' });
  });

  it('is spoken as events', async () => {
    const events = [
      '{"type":"speech.audio.delta","audio":"AA=="}',
      `{"type":"speech.audio.done","usage":${JSON.stringify(USAGE)}}`,
    ];
    pair.upstream.enqueue(streamReply(events));
    const answer = await client.audio.speech.create({
      model: 'speak',
      input: 'Hi',
      voice: 'alloy',
      stream_format: 'sse',
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await answer.text()).toBe(events.map((event) => `data: ${event}\n\n`).join(''));
  });

  it.each([
    ['json', '{"text":"Hi"}', 'application/json'],
    ['text', 'Hi\n', 'text/plain; charset=utf-8'],
    ['srt', '1\n00:00:00,000 --> 00:00:01,000\nHi\n', 'text/plain; charset=utf-8'],
    ['vtt', 'WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n', 'text/vtt'],
    ['verbose_json', '{"text":"Hi","duration":1.5,"words":[]}', 'application/json'],
  ] as const)('is transcribed as %s, relayed as it came', async (response_format, text, type) => {
    pair.upstream.enqueue(textReply(text, { headers: { 'content-type': type } }));
    const file = await toFile(Buffer.from('RIFF'), 'a.wav', { type: 'audio/wav' });
    const asked = { model: 'hear', file, response_format, timestamp_granularities: ['word' as const] };
    const response = await client.audio.transcriptions.create(asked).asResponse();
    expect(await response.text()).toBe(text);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-service-cost')).toBe('0.006');
    const parts = sentParts();
    expect(parts.find(({ name }) => name === 'model')?.text).toBe('whisper-1');
    expect(parts.find(({ name }) => name === 'file')).toMatchObject({ filename: 'a.wav', text: 'RIFF' });
    expect(parts.filter(({ name }) => name === 'timestamp_granularities[]').map(({ text }) => text)).toEqual(['word']);
  });

  it('is transcribed as a stream', async () => {
    const events = [
      '{"type":"transcript.text.delta","delta":"Hi"}',
      `{"type":"transcript.text.done","text":"Hi","usage":${JSON.stringify({ type: 'tokens', ...USAGE })}}`,
    ];
    pair.upstream.enqueue(streamReply([...events, '[DONE]']));
    const file = await toFile(Buffer.from('RIFF'), 'a.wav');
    const stream = await client.audio.transcriptions.create({ model: 'hear-by-token', file, stream: true });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(['transcript.text.delta', 'transcript.text.done']);
  });

  it('costs by the tokens that the provider reports, where the model has prices of tokens', async () => {
    pair.upstream.enqueue(jsonReply({ text: 'Hi', usage: { type: 'tokens', ...USAGE } }));
    const file = await toFile(Buffer.from('RIFF'), 'a.wav');
    const { response } = await client.audio.transcriptions.create({ model: 'hear-by-token', file }).withResponse();
    expect(response.headers.get('x-service-cost')).toBe('0.000034');
  });

  it('is translated', async () => {
    pair.upstream.enqueue(jsonReply({ text: 'Hello' }));
    const file = await toFile(Buffer.from('RIFF'), 'a.wav');
    const { data, response } = await client.audio.translations.create({ model: 'hear', file }).withResponse();
    expect(data).toEqual({ text: 'Hello' });
    expect(response.headers.get('x-service-cost')).toBe('0.006');
    expect(sent()?.path).toBe('/v1/audio/translations');
  });

  it('reaches a deployment at Azure by its dated address', async () => {
    pair.upstream.enqueue(jsonReply({ text: 'Hi' }));
    await client.audio.transcriptions.create({ model: 'azure-hear', file: await toFile(Buffer.from('R'), 'a.wav') });
    expect(sent()?.url).toBe('/openai/deployments/hear%20deployment/audio/transcriptions?api-version=2024-10-21');
  });
});

describe('media are served by', () => {
  const hear = async (model: string) =>
    client.audio.transcriptions.create({ model, file: await toFile(Buffer.from('R'), 'a.wav') });

  it('a compatible host only where the model says so', async () => {
    await expect(hear('local-hear')).rejects.toMatchObject({
      status: 400,
      code: 'unsupported_provider',
      param: 'model',
    });
    pair.upstream.enqueue(jsonReply({ text: 'Hi' }));
    expect(await hear('local-hear-beyond')).toMatchObject({ text: 'Hi' });
  });

  it('models of the right type only, and those that the team may use', async () => {
    await expect(hear('talk')).rejects.toMatchObject({ status: 400, code: 'invalid_model_type' });
    await expect(hear('nobody')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    const support = clientOf(pair, (await import('@multilane/testing')).TEST_KEYS.support);
    const asked = support.audio.speech.create({ model: 'speak', input: 'x', voice: 'alloy' });
    await expect(asked).rejects.toMatchObject({ status: 403, code: 'model_not_allowed' });
    expect(pair.upstream.requests).toEqual([]);
  });
});
