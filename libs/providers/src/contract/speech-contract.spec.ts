import { describe, expect, test } from '@jest/globals';
import { type ProviderKind, SPEECH_FORMATS, type SpeechRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { getAdapter } from '../registry.js';
import { FakeExchange, type FakeReply, MP3_FRAME, readAnswer, STREAMED_WAV } from './exchange.tools.spec.js';

const KINDS = {
  elevenlabs: { model: 'eleven_multilingual_v2', formats: ['mp3', 'opus', 'wav', 'pcm'] },
  deepgram: { model: 'aura-2', formats: ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] },
  cartesia: { model: 'sonic-3.5', formats: ['mp3', 'wav', 'pcm'] },
} as const;
type Kind = keyof typeof KINDS;

const INPUT = 'Ruby 💎 speaks.';
const SAMPLES: Readonly<Record<string, Buffer>> = {
  mp3: MP3_FRAME,
  opus: Buffer.from('OggS\0\x02 OpusHead and more'),
  aac: Buffer.from([0xff, 0xf1, 0x50, 0x80, ...Buffer.alloc(20)]),
  flac: Buffer.from('fLaC and a stream of frames'),
  wav: STREAMED_WAV,
  pcm: Buffer.alloc(64, 7),
};
const TYPES: Readonly<Record<string, string>> = {
  ...{
    mp3: 'audio/mpeg',
    opus: 'audio/opus',
    aac: 'audio/aac',
    flac: 'audio/flac',
    wav: 'audio/wav',
    pcm: 'audio/pcm',
  },
};

function speechOf(kind: ProviderKind) {
  const codec = getAdapter(kind)?.exchanges?.speech;
  if (!codec) throw new Error(`no speech at ${kind}`);
  return codec;
}

async function speak(kind: Kind, request: Partial<SpeechRequest>, reply: FakeReply, voices?: Record<string, string>) {
  const exchange = new FakeExchange(kind, request.model ?? KINDS[kind].model, [reply], voices);
  const whole = { voice: 'alloy', ...request, input: request.input ?? INPUT };
  const codec = speechOf(kind);
  codec.check?.(whole, exchange.target);
  const answer = await codec.serve(whole, exchange);
  const [call] = exchange.calls;
  if (!call) throw new Error('nothing was sent');
  return { exchange, answer, call, bytes: await readAnswer(answer) };
}

const CASES = Object.entries(KINDS).flatMap(([kind, { formats }]) =>
  SPEECH_FORMATS.map((format) => [kind as Kind, format, (formats as readonly string[]).includes(format)] as const),
);

describe('speech', () => {
  test.each(CASES.filter(([, , serves]) => serves))('%s gives %s, labelled as what it is', async (kind, format) => {
    const { answer, bytes, exchange } = await speak(kind, { response_format: format }, { body: SAMPLES[format] });
    expect(answer.contentType).toBe(TYPES[format]);
    expect(bytes.equals(SAMPLES[format] as Buffer)).toBe(true);
    expect(answer.usage()).toEqual({ characters: 14 });
    expect([...exchange.lost]).toEqual([]);
  });

  test.each(CASES.filter(([, , serves]) => !serves))('%s rejects %s and names the formats it has', (kind, format) => {
    const exchange = new FakeExchange(kind, KINDS[kind].model, []);
    const check = () => speechOf(kind).check?.({ input: INPUT, response_format: format }, exchange.target);
    expect(check).toThrow(GatewayError);
    expect(check).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: 'response_format' }));
    expect(check).toThrow(`Ask for one of: ${KINDS[kind].formats.join(', ')}.`);
  });

  test.each(Object.keys(KINDS) as Kind[])('%s is asked for MP3 where the request names no format', async (kind) => {
    const { answer } = await speak(kind, {}, { body: MP3_FRAME });
    expect(answer.contentType).toBe('audio/mpeg');
  });

  test.each(Object.keys(KINDS) as Kind[])('%s sends events where the request asks for them', async (kind) => {
    const sound = Buffer.concat([MP3_FRAME, Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))]);
    const { answer, bytes } = await speak(kind, { stream_format: 'sse' }, { body: sound });
    expect([answer.contentType, answer.isStream]).toEqual(['text/event-stream; charset=utf-8', true]);
    const events = bytes.toString().split('\n\n').slice(0, -1);
    const read = events.map((event) => JSON.parse(event.replace('data: ', '')));
    const deltas = read.slice(0, -1).map(({ type, audio }) => {
      expect(type).toBe('speech.audio.delta');
      return audio as string;
    });
    expect(deltas.length).toBeGreaterThan(2);
    expect(Buffer.concat(deltas.map((delta) => Buffer.from(delta, 'base64'))).equals(sound)).toBe(true);
    expect(Buffer.from(deltas.join(''), 'base64').equals(sound)).toBe(true);
    expect(read.at(-1)).toEqual({
      type: 'speech.audio.done',
      usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    });
  });

  test.each(Object.keys(KINDS) as Kind[])('%s declares directions that its voices do not take', async (kind) => {
    const { exchange } = await speak(kind, { instructions: 'Cheerfully.', speed: 1 }, { body: MP3_FRAME });
    expect([...exchange.lost]).toEqual(['instructions']);
  });

  test.each(Object.keys(KINDS) as Kind[])('%s rejects members that it does not know', (kind) => {
    const exchange = new FakeExchange(kind, KINDS[kind].model, []);
    const check = () => speechOf(kind).check?.({ input: INPUT, pitch: 2 }, exchange.target);
    expect(check).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: 'pitch' }));
  });

  test.each<[Kind, number, number, boolean]>([
    ['elevenlabs', 1.1, 1.1, false],
    ['elevenlabs', 4, 1.2, true],
    ['elevenlabs', 0.25, 0.7, true],
    ['deepgram', 1.5, 1.5, false],
    ['deepgram', 0.25, 0.7, true],
    ['cartesia', 0.6, 0.6, false],
    ['cartesia', 2, 1.5, true],
  ])('%s speaks at speed %d as %d', async (kind, speed, sent, isLost) => {
    const { exchange, call } = await speak(kind, { speed }, { body: MP3_FRAME });
    expect(`${call.path} ${call.body}`).toContain(kind === 'deepgram' ? `speed=${sent}` : `"speed":${sent}`);
    expect([...exchange.lost]).toEqual(isLost ? ['speed'] : []);
  });

  test.each<[string, FakeReply]>([
    ['is JSON', { headers: { 'content-type': 'application/json' }, body: { ok: true } }],
    ['is a page', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['is empty', { headers: { 'content-type': 'audio/mpeg' }, body: Buffer.alloc(0) }],
  ])('an answer that %s is a failure of the provider', async (_, reply) => {
    for (const kind of Object.keys(KINDS) as Kind[]) {
      await expect(speak(kind, {}, reply)).rejects.toMatchObject({ name: 'ProviderFailure', code: 'provider_error' });
    }
  });

  test('a sound of another kind than asked for is labelled as what it is', async () => {
    const { answer } = await speak(
      'elevenlabs',
      { response_format: 'wav' },
      { body: Buffer.from('ID3\x04\0\0\0\0\0#TSSE') },
    );
    expect(answer.contentType).toBe('audio/mpeg');
  });

  test.each(Object.keys(KINDS) as Kind[])(
    '%s: a caller that leaves while the provider works ends the request',
    async (kind) => {
      const exchange = new FakeExchange(kind, KINDS[kind].model, []);
      const served = expect(speechOf(kind).serve({ input: INPUT }, exchange)).rejects.toThrow('nobody waits');
      for (let turn = 0; exchange.calls.length < 1 && turn < 1000; turn += 1) await Promise.resolve();
      exchange.abort();
      await served;
      await expect(speechOf(kind).serve({ input: INPUT }, exchange)).rejects.toThrow('nobody waits');
      expect(exchange.calls).toHaveLength(1);
    },
  );

  test('a reader that leaves lets go of the provider', async () => {
    let isClosed = false;
    const exchange = new FakeExchange('cartesia', 'sonic-3.5', []);
    exchange.send = () =>
      Promise.resolve({
        ...{ status: 200, headers: {} },
        body: (async function* () {
          try {
            for (;;) yield MP3_FRAME;
          } finally {
            isClosed = true;
          }
        })(),
        bytes: () => Promise.reject(new Error('not whole')),
        json: () => Promise.reject(new Error('not whole')),
      });
    const { body } = await speechOf('cartesia').serve({ input: INPUT }, exchange);
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(isClosed).toBe(true);
  });
});

describe('voices', () => {
  const voiceOf = async (kind: Kind, request: Partial<SpeechRequest>, voices?: Record<string, string>) => {
    const { call, exchange } = await speak(kind, request, { body: MP3_FRAME }, voices);
    const found = /text-to-speech\/([^?]+)|model=([^&]+)/.exec(call.path);
    const voice = found?.[1] ?? found?.[2] ?? JSON.parse(call.body.toString()).voice.id;
    return [voice, ...exchange.lost];
  };

  test.each(Object.keys(KINDS) as Kind[])('%s has a voice of its own for each of the reference', async (kind) => {
    const found = [];
    for (const voice of ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'])
      found.push(...(await voiceOf(kind, { voice })));
    expect(new Set(found).size).toBe(6);
    expect(found).not.toContain('alloy');
  });

  test.each(Object.keys(KINDS) as Kind[])('%s follows the voices that the model maps', async (kind) => {
    expect(await voiceOf(kind, { voice: 'alloy' }, { alloy: 'my-own-voice' })).toEqual(['my-own-voice']);
    expect(await voiceOf(kind, { voice: 'narrator' }, { narrator: 'my-own-voice' })).toEqual(['my-own-voice']);
  });

  test('names that only JavaScript knows are no voices', async () => {
    expect(await voiceOf('elevenlabs', { voice: 'constructor' }, { alloy: 'x' })).toEqual(['constructor']);
  });

  test.each(['../../user', '..', 'a/b', '', 'a?b', 'a'.repeat(100)])(
    'elevenlabs rejects %j as a voice',
    async (voice) => {
      await expect(voiceOf('elevenlabs', { voice })).rejects.toMatchObject({ code: 'invalid_value', param: 'voice' });
    },
  );

  test('a voice object names one of the provider', async () => {
    expect(await voiceOf('cartesia', { voice: { id: 'abc' } })).toEqual(['abc']);
  });

  test.each<[string, string | undefined, string[]]>([
    ['aura-2', 'alloy', ['aura-2-asteria-en']],
    ['aura-2', 'onyx', ['aura-2-zeus-en']],
    ['aura-2', 'thalia', ['aura-2-thalia-en']],
    ['aura-2', 'aura-2-celeste-es', ['aura-2-celeste-es']],
    ['aura', 'nova', ['aura-luna-en']],
    ['aura-2-thalia-en', 'alloy', ['aura-2-thalia-en']],
    ['aura-2-thalia-en', 'onyx', ['aura-2-zeus-en']],
    ['aura-2-celeste-es', 'onyx', ['aura-2-celeste-es', 'voice']],
    ['aura-2-celeste-es', 'diana', ['aura-2-diana-es']],
    ['custom-model', 'alloy', ['custom-model']],
    ['custom-model', 'thalia', ['custom-model', 'voice']],
  ])('deepgram serves %s with the voice %s by %j', async (model, voice, expected) => {
    expect(await voiceOf('deepgram', { model, ...(voice === undefined ? {} : { voice }) })).toEqual(expected);
  });
});

describe('requests for speech', () => {
  test('elevenlabs: the voice in the path, the format in the query', async () => {
    const { call } = await speak('elevenlabs', { response_format: 'mp3', speed: 1.1 }, { body: MP3_FRAME });
    expect(call.path).toBe('/v1/text-to-speech/SAz9YHcvj6GT2YYXdXww?output_format=mp3_44100_128');
    expect(JSON.parse(call.body.toString())).toEqual({
      ...{ text: INPUT, model_id: 'eleven_multilingual_v2', voice_settings: { speed: 1.1 } },
    });
  });

  test('deepgram: everything but the text in the query', async () => {
    const { call } = await speak(
      'deepgram',
      { model: 'aura-2-thalia-en', response_format: 'pcm' },
      { body: SAMPLES.pcm },
    );
    expect(call.path).toBe('/v1/speak?model=aura-2-thalia-en&encoding=linear16&container=none&sample_rate=24000');
    expect(JSON.parse(call.body.toString())).toEqual({ text: INPUT });
  });

  test('cartesia: one JSON body', async () => {
    const { call } = await speak('cartesia', { voice: 'v', speed: 1.2 }, { body: MP3_FRAME });
    expect(call.path).toBe('/tts/bytes');
    expect(JSON.parse(call.body.toString())).toEqual({
      model_id: 'sonic-3.5',
      transcript: INPUT,
      voice: { mode: 'id', id: 'v' },
      output_format: { container: 'mp3', sample_rate: 44_100, bit_rate: 128_000 },
      generation_config: { speed: 1.2 },
    });
  });

  test('cartesia: models before the third generation have no such speed', async () => {
    const { call, exchange } = await speak('cartesia', { model: 'sonic-2', speed: 1.2 }, { body: MP3_FRAME });
    expect(JSON.parse(call.body.toString())).not.toHaveProperty('generation_config');
    expect([...exchange.lost]).toEqual(['speed']);
  });

  test('assemblyai has no speech', () => {
    expect(getAdapter('assemblyai')?.exchanges?.speech).toBeUndefined();
  });
});

describe('GET /v1/audio/voices', () => {
  const listed = async (kind: ProviderKind, replies: FakeReply[], voices?: Record<string, string>) => {
    const exchange = new FakeExchange(kind, 'm', replies, voices);
    const ask = async () => {
      const answer = await getAdapter(kind)?.exchanges?.voices?.serve({ model: 'm' }, exchange);
      if (!answer) throw new Error('no codec');
      expect(answer.contentType).toBe('application/json');
      return JSON.parse((await readAnswer(answer)).toString()).data as { id: string; source: string; name: string }[];
    };
    return { exchange, ask };
  };

  test.each<[Kind, string, object, string]>([
    ['elevenlabs', '/v1/voices', { voices: [{ voice_id: 'v1', name: 'River' }, { name: 'nobody' }, null] }, 'v1'],
    [
      'deepgram',
      '/v1/models',
      { stt: [], tts: [{ canonical_name: 'aura-2-zeus-en', name: 'zeus' }] },
      'aura-2-zeus-en',
    ],
    ['cartesia', '/voices?limit=100', { data: [{ id: 'c1', name: 'Katie' }], has_more: false }, 'c1'],
  ])('%s: the names of the reference and of the model, then the provider’s own of %s', async (kind, path, body, id) => {
    const { exchange, ask } = await listed(kind, [{ body }], { alloy: 'mine', narrator: 'other' });
    const voices = await ask();
    expect(voices.map((voice) => `${voice.source} ${voice.id}`)).toEqual([
      ...['echo', 'fable', 'onyx', 'nova', 'shimmer'].map((name) => `reference ${name}`),
      ...['model alloy', 'model narrator', `provider ${id}`],
    ]);
    expect(exchange.calls).toMatchObject([{ method: 'GET', path }]);
    expect(voices.find((voice) => voice.id === 'alloy')).toMatchObject({ provider_voice: 'mine', object: 'voice' });
    // The second time, nobody is asked.
    expect(await ask()).toEqual(voices);
    expect(exchange.calls).toHaveLength(1);
  });

  test('a list is bounded, and what is no list has no voices', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ voice_id: `v${index}`, name: 'n'.repeat(1000) }));
    const { ask } = await listed('elevenlabs', [{ body: { voices: many } }]);
    const voices = await ask();
    expect(voices).toHaveLength(1006);
    expect(voices.at(-1)?.name).toHaveLength(200);
    for (const body of [null, 7, { voices: 'x' }, {}]) {
      const { ask: other } = await listed('elevenlabs', [{ body }]);
      expect(await other()).toHaveLength(6);
    }
  });

  test.each<[ProviderKind, number]>([
    ['openai', 13],
    ['azure-openai', 13],
    ['simulator', 13],
    ['gemini', 6],
    ['mistral', 6],
    ['xai', 6],
  ])('%s lists %d names, and is not asked', async (kind, count) => {
    const { ask, exchange } = await listed(kind, []);
    expect(await ask()).toHaveLength(count);
    expect(exchange.calls).toEqual([]);
  });
});
