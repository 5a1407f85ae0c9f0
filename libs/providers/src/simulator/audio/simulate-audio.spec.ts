import { describe, expect, test } from '@jest/globals';
import type { SpeechRequest, TranscriptionRequest } from '@multilane/contracts';
import { FakeExchange, fakeForm, MP3_FRAME, readAnswer, STREAMED_WAV } from '../../contract/exchange.tools.spec.js';
import { SIMULATED_SPEECH } from './simulate-speech.js';
import { SIMULATED_TRANSCRIPTIONS } from './simulate-transcription.js';

async function speak(request: SpeechRequest) {
  const exchange = new FakeExchange('simulator', 'simulator-speech', []);
  SIMULATED_SPEECH.check?.(request, exchange.target);
  const answer = await SIMULATED_SPEECH.serve(request, exchange);
  return { answer, exchange, bytes: await readAnswer(answer) };
}

async function hear(sound: Uint8Array, request: TranscriptionRequest = {}) {
  const exchange = new FakeExchange('simulator', 'simulator-transcription', []);
  SIMULATED_TRANSCRIPTIONS.check?.(request, exchange.target);
  const answer = await SIMULATED_TRANSCRIPTIONS.serve({ ...request, form: fakeForm(sound) }, exchange);
  return { answer, text: (await readAnswer(answer)).toString() };
}

const INPUT = 'Hello wörld, how are you 👩‍👩‍👧?';

describe('the speech of the simulator', () => {
  test.each([
    ['wav', 'audio/wav', 'RIFF'],
    ['flac', 'audio/flac', 'fLaC'],
  ] as const)('is %s where that is asked for, and wav where nothing is', async (format, contentType, magic) => {
    const { answer, bytes } = await speak({ input: INPUT, response_format: format });
    expect([answer.contentType, bytes.toString('latin1', 0, 4)]).toEqual([contentType, magic]);
    expect(answer.usage()).toEqual({ characters: 31 });
    expect((await speak({ input: INPUT })).answer.contentType).toBe('audio/wav');
  });

  test('has a header of true length', async () => {
    const { bytes } = await speak({ input: INPUT, response_format: 'wav' });
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    expect([bytes.readUInt32LE(24), bytes.readUInt16LE(22), bytes.readUInt16LE(34)]).toEqual([24_000, 1, 16]);
  });

  test('is as long as its words, and shorter the faster it is', async () => {
    const lengthOf = async (request: SpeechRequest) =>
      (await speak({ ...request, response_format: 'pcm' })).bytes.length;
    const usual = await lengthOf({ input: 'several words that take a while' });
    expect(await lengthOf({ input: 'several words that take a while and then some more' })).toBeGreaterThan(usual);
    expect(await lengthOf({ input: 'several words that take a while', speed: 2 })).toBe(usual / 2);
  });

  test('differs by voice', async () => {
    const [alloy, nova] = [
      await speak({ input: 'a', voice: 'alloy' }),
      await speak({ input: 'a', voice: { id: 'nova' } }),
    ];
    expect(alloy.bytes.equals(nova.bytes)).toBe(false);
  });

  test.each(['mp3', 'opus', 'aac'] as const)('is rejected as %s, naming response_format', (format) => {
    const check = () =>
      SIMULATED_SPEECH.check?.({ input: 'a', response_format: format }, new FakeExchange('simulator', 'm', []).target);
    expect(check).toThrow(expect.objectContaining({ code: 'unsupported_parameter', param: 'response_format' }));
  });

  test.each([
    ['input', { input: '' }],
    ['input', { input: 'x'.repeat(4_097) }],
    ['speed', { input: 'a', speed: 0.1 }],
    ['speed', { input: 'a', speed: Number.NaN }],
    ['frequency', { input: 'a', frequency: 1 }],
  ])('a request whose %s is impossible is rejected, naming it', (param, request) => {
    const check = () => SIMULATED_SPEECH.check?.(request, new FakeExchange('simulator', 'm', []).target);
    expect(check).toThrow(expect.objectContaining({ status: 400, param }));
  });

  test('comes as events whose pieces are the sound', async () => {
    const { bytes } = await speak({ input: INPUT, response_format: 'pcm', stream_format: 'sse' });
    const events = bytes
      .toString()
      .trimEnd()
      .split('\n\n')
      .map((line) => JSON.parse(line.slice('data: '.length)));
    const sound = Buffer.concat(events.slice(0, -1).map(({ audio }) => Buffer.from(audio, 'base64')));
    expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done' });
    expect(JSON.parse((await hear(sound)).text).text).toBe(INPUT);
  });

  test('says that it does not follow instructions', async () => {
    const { exchange } = await speak({ input: 'a', instructions: 'whisper' });
    expect([...exchange.lost]).toEqual(['instructions']);
  });
});

describe('the transcription of the simulator', () => {
  test.each(
    (['wav', 'flac', 'pcm'] as const).flatMap((format) =>
      [INPUT, 'a', '日本語'.repeat(1_365), `  spaces\n\nand lines  `, '\ufeffbom \0 zero'].flatMap((input) =>
        [0.25, 1, 4].map((speed) => [format, speed, input.slice(0, 20), input] as const),
      ),
    ),
  )('returns what was spoken as %s at speed %d: %j', async (response_format, speed, _name, input) => {
    const { bytes } = await speak({ input, response_format, speed });
    expect(JSON.parse((await hear(bytes)).text).text).toBe(input);
  });

  test('says when each word was spoken, and how long the sound is', async () => {
    const { bytes } = await speak({ input: 'one three', response_format: 'wav' });
    const { text, answer } = await hear(bytes, { response_format: 'verbose_json', timestamp_granularities: ['word'] });
    const seconds = (bytes.length - 44) / 48_000;
    expect(JSON.parse(text)).toMatchObject({
      text: 'one three',
      duration: seconds,
      words: [
        { word: 'one', start: 0, end: 0.075 },
        { word: 'three', start: 0.15, end: expect.any(Number) },
      ],
    });
    expect(answer.usage()).toEqual({ seconds });
  });

  test.each([
    ['text', 'Hello there.\n'],
    ['srt', '1\n00:00:00,000 --> 00:00:00,350\nHello there.\n\n'],
    ['vtt', 'WEBVTT\n\n00:00:00.000 --> 00:00:00.350\nHello there.\n\n'],
  ] as const)('answers as %s', async (response_format, expected) => {
    const { bytes } = await speak({ input: 'Hello there.' });
    expect((await hear(bytes, { response_format })).text).toBe(expected);
  });

  test('names one speaker', async () => {
    const { bytes } = await speak({ input: 'Hello there.' });
    const { text } = await hear(bytes, { response_format: 'diarized_json' });
    expect(JSON.parse(text).segments).toMatchObject([{ speaker: 'A', text: ' Hello there.' }]);
  });

  test.each([
    ['an MP3', MP3_FRAME, 'This file has 64 bytes of audio/mpeg.'],
    ['a WAV of somebody else', STREAMED_WAV, 'This file has 524 bytes of audio/wav.'],
    ['no sound', Buffer.from('hello'), 'This file has 5 bytes of an unknown type.'],
    ['the beginning of a FLAC', Buffer.from('fLaC'), 'This file has 4 bytes of audio/flac.'],
    [
      'a WAV of empty chunks',
      Buffer.from(`RIFF\0\0\0\0WAVE${'\0'.repeat(1_000)}`),
      'This file has 1012 bytes of audio/wav.',
    ],
    ['a tone that is cut', Buffer.from('RIFF....WAVEdata....MLTN', 'latin1'), 'This file has 24 bytes of audio/wav.'],
  ])('states size and type for %s', async (_name, sound, expected) => {
    const { text } = await hear(sound);
    expect(JSON.parse(text).text).toContain(expected);
    expect((await hear(sound, { response_format: 'srt' })).text).toContain('simulator');
  });

  test('reads no further than a tone reaches, whatever length it claims', async () => {
    const { bytes } = await speak({ input: 'a', response_format: 'pcm' });
    // The bits of the length, which follow those of the mark.
    for (let bit = 32; bit < 64; bit += 1) bytes[bit * 2] = (bytes[bit * 2] ?? 0) | 1;
    expect(JSON.parse((await hear(bytes)).text).text).toContain('12000 bytes');
  });
});
