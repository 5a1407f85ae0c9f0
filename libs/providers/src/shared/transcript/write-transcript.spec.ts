import { describe, expect, test } from '@jest/globals';
import type { Transcript, TranscriptionRequest } from '@multilane/contracts';
import { answerTranscript } from './write-transcript.js';

const TRANSCRIPT: Transcript = {
  text: 'Hi there. Hello.',
  language: 'en',
  duration: 3.7,
  words: [
    { word: 'Hi', start: 0.1, end: 0.4, speaker: 'A', logprob: -0.2 },
    { word: 'there.', start: 0.4, end: 1, speaker: 'A', logprob: -0.4 },
    { word: 'Hello.', start: 1.2, end: 2, speaker: 'B' },
  ],
};

const USAGE = { type: 'duration', seconds: 4 };

async function answer(request: Partial<TranscriptionRequest>, transcript: Transcript = TRANSCRIPT) {
  const lost: string[] = [];
  const { body, ...rest } = await answerTranscript(request, transcript, {
    losses: { lose: (parameter) => lost.push(parameter) },
    wait: () => Promise.resolve(),
  });
  if (typeof body === 'string') return { ...rest, text: body, lost };
  const pieces: Uint8Array[] = [];
  for await (const piece of body as AsyncIterable<Uint8Array>) pieces.push(piece);
  return { ...rest, text: Buffer.concat(pieces).toString(), lost };
}

describe('answerTranscript', () => {
  test('answers JSON by default, with begun seconds as usage', async () => {
    const { text, contentType, lost, usage } = await answer({});
    expect(JSON.parse(text)).toEqual({ text: TRANSCRIPT.text, usage: USAGE });
    expect(contentType).toBe('application/json');
    expect(lost).toEqual([]);
    expect(usage()).toEqual({ seconds: 3.7 });
  });

  test('says nothing of usage where the provider does not', async () => {
    const { text, usage } = await answer({}, { text: 'a' });
    expect(JSON.parse(text)).toEqual({ text: 'a' });
    expect(usage()).toBeUndefined();
  });

  test('answers plain text with a line end', async () => {
    expect(await answer({ response_format: 'text' })).toMatchObject({
      text: 'Hi there. Hello.\n',
      contentType: 'text/plain; charset=utf-8',
    });
  });

  test('answers subtitles from words', async () => {
    expect((await answer({ response_format: 'srt' })).text).toBe(
      '1\n00:00:00,100 --> 00:00:01,000\nHi there.\n\n2\n00:00:01,200 --> 00:00:02,000\nHello.\n\n',
    );
    expect(await answer({ response_format: 'vtt' })).toMatchObject({
      text: 'WEBVTT\n\n00:00:00.100 --> 00:00:01.000\nHi there.\n\n00:00:01.200 --> 00:00:02.000\nHello.\n\n',
      contentType: 'text/vtt; charset=utf-8',
    });
  });

  test('prefers the segments that the provider cut', async () => {
    const segments = [{ text: 'Hi there. Hello.', start: 0.1, end: 2 }];
    expect((await answer({ response_format: 'srt' }, { ...TRANSCRIPT, segments })).text).toBe(
      '1\n00:00:00,100 --> 00:00:02,000\nHi there. Hello.\n\n',
    );
  });

  test('writes segments in verbose_json, with the name of the language, and declares what whisper alone knows', async () => {
    const { text, lost } = await answer({ response_format: 'verbose_json', temperature: 0.2 });
    const whisper = { seek: 0, tokens: [], temperature: 0.2, compression_ratio: 1, no_speech_prob: 0 };
    expect(JSON.parse(text)).toEqual({
      task: 'transcribe',
      language: 'english',
      duration: 3.7,
      text: TRANSCRIPT.text,
      segments: [
        { id: 0, start: 0.1, end: 1, text: ' Hi there.', ...whisper, avg_logprob: expect.closeTo(-0.3) },
        { id: 1, start: 1.2, end: 2, text: ' Hello.', ...whisper, avg_logprob: 0 },
      ],
      usage: USAGE,
    });
    expect(lost).toEqual(['response_format']);
  });

  test('writes the granularities that are asked for', async () => {
    const ask = async (...timestamp_granularities: ('word' | 'segment')[]) =>
      answer({ response_format: 'verbose_json', timestamp_granularities });
    const words = await ask('word');
    expect(JSON.parse(words.text)).toMatchObject({ words: [{ word: 'Hi', start: 0.1, end: 0.4 }, {}, {}] });
    expect(JSON.parse(words.text)).not.toHaveProperty('segments');
    expect(words.lost).toEqual([]);
    expect(Object.keys(JSON.parse((await ask('segment')).text))).not.toContain('words');
    const both = JSON.parse((await ask('word', 'segment')).text);
    expect([both.words.length, both.segments.length]).toEqual([3, 2]);
  });

  test('labels segments with their speakers', async () => {
    expect(JSON.parse((await answer({ response_format: 'diarized_json' })).text)).toEqual({
      task: 'transcribe',
      duration: 3.7,
      text: TRANSCRIPT.text,
      segments: [
        { type: 'transcript.text.segment', id: 'seg_0', text: ' Hi there.', speaker: 'A', start: 0.1, end: 1 },
        { type: 'transcript.text.segment', id: 'seg_1', text: ' Hello.', speaker: 'B', start: 1.2, end: 2 },
      ],
      usage: USAGE,
    });
  });

  test('streams a delta a word, framed as the recorded streams are', async () => {
    const { text, contentType, isStream } = await answer({ stream: true });
    expect([contentType, isStream]).toEqual(['text/event-stream; charset=utf-8', true]);
    expect(text).toBe(
      [
        'data: {"type":"transcript.text.delta","delta":"Hi"}',
        'data: {"type":"transcript.text.delta","delta":" there."}',
        'data: {"type":"transcript.text.delta","delta":" Hello."}',
        'data: {"type":"transcript.text.done","text":"Hi there. Hello.","usage":{"type":"duration","seconds":4}}',
        'data: [DONE]',
        '',
      ].join('\r\n\r\n'),
    );
  });

  test('streams segments instead of deltas where speakers are asked for', async () => {
    const { text } = await answer({ stream: true, response_format: 'diarized_json' });
    const events = text.split('\r\n\r\n').map((line) => line.replace('data: ', ''));
    expect(events.slice(0, 2).map((event) => JSON.parse(event))).toMatchObject([
      { type: 'transcript.text.segment', speaker: 'A', id: 'seg_0' },
      { type: 'transcript.text.segment', speaker: 'B', id: 'seg_1' },
    ]);
    expect(events.slice(2, 5).map((event) => event.slice(0, 31))).toEqual([
      '{"type":"transcript.text.done",',
      '[DONE]',
      '',
    ]);
  });

  test('streams deltas that together are the text', async () => {
    const said = `  one\ntwo   three ${'word '.repeat(10_000)}`;
    const { text } = await answer({ stream: true }, { text: said });
    const events = text.split('\r\n\r\n').slice(0, -3);
    expect(events.map((event) => JSON.parse(event.slice(6)).delta).join('')).toBe(said);
  });

  test('answers silence in every format', async () => {
    const silent = { text: '', duration: 2, words: [] };
    for (const response_format of ['srt', 'vtt', 'verbose_json', 'diarized_json', 'json', 'text'] as const) {
      expect((await answer({ response_format }, silent)).text).not.toContain('-->');
    }
    expect(JSON.parse((await answer({ response_format: 'verbose_json' }, silent)).text).segments).toEqual([]);
  });

  test('makes one cue of a text whose length alone is known, and fails if nothing is', async () => {
    expect((await answer({ response_format: 'srt' }, { text: 'a', duration: 2 })).text).toContain(
      '--> 00:00:02,000\na',
    );
    await expect(answer({ response_format: 'srt' }, { text: 'a' })).rejects.toThrow('provider_error');
  });

  test('writes the longest list of words that is read within a tenth of a second', async () => {
    const words = Array.from({ length: 100_000 }, (_, index) => ({ word: 'word', start: index, end: index + 1 }));
    const transcript = { text: 'word '.repeat(100_000), words, duration: 100_000 };
    const start = performance.now();
    await answer({ response_format: 'srt' }, transcript);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});
