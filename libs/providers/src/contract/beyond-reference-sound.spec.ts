import { describe, expect, test } from '@jest/globals';
import type { ProviderKind, SpeechRequest, TranscriptionRequest } from '@multilane/contracts';
import { getAdapter } from '../registry.js';
import { FakeExchange, fakeForm, MP3_FRAME, readAnswer, STREAMED_WAV } from './exchange.tools.spec.js';

async function speak(kind: ProviderKind, request: Partial<SpeechRequest>, body: unknown) {
  const exchange = new FakeExchange(kind, 'model', [{ body }]);
  const codec = getAdapter(kind)?.exchanges?.speech;
  const whole = { input: 'Hi', ...request };
  codec?.check?.(whole, exchange.target);
  const answer = await codec?.serve(whole, exchange);
  if (!answer || !exchange.calls[0]) throw new Error('no answer');
  const sent = JSON.parse(exchange.calls[0].body.toString());
  return { answer, sound: await readAnswer(answer), sent, path: exchange.calls[0].path, lost: [...exchange.lost] };
}

async function transcribe(kind: ProviderKind, request: Partial<TranscriptionRequest>, body: unknown) {
  const exchange = new FakeExchange(kind, 'model', [{ body }]);
  const codec = getAdapter(kind)?.exchanges?.transcriptions;
  const whole = { ...request, form: fakeForm(STREAMED_WAV) };
  codec?.check?.(whole, exchange.target);
  const answer = await codec?.serve(whole, exchange);
  if (!answer || !exchange.calls[0]) throw new Error('no answer');
  const text = (await readAnswer(answer)).toString();
  return { answer, text, sent: exchange.calls[0].body.toString('latin1'), lost: [...exchange.lost] };
}

test.each<[ProviderKind, string]>([
  ['gemini', 'speech'],
  ['gemini', 'transcriptions'],
  ['cohere', 'transcriptions'],
  ['mistral', 'speech'],
  ['mistral', 'transcriptions'],
  ['xai', 'speech'],
  ['xai', 'transcriptions'],
])('%s serves %s only where the operator allows what is beyond the reference', (kind, name) => {
  expect(getAdapter(kind)?.exchanges?.[name as 'speech']?.isBeyondReference).toBe(true);
});

describe('gemini', () => {
  const samples = Buffer.from([1, 0, 2, 0, 3, 0]);
  const answerOf = (...data: string[]) => ({
    candidates: [
      {
        content: {
          parts: data.map((each) => ({ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=16000', data: each } })),
        },
      },
    ],
    usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 30, totalTokenCount: 32 },
  });

  test('speaks WAV with the rate that the answer names, and charges tokens', async () => {
    const { sound, answer, lost, sent, path } = await speak('gemini', { voice: 'echo' }, answerOf('AQACAA==', 'AwA='));
    expect(sound.subarray(44).equals(samples)).toBe(true);
    expect([
      sound.toString('latin1', 0, 4),
      sound.readUInt32LE(4),
      sound.readUInt32LE(24),
      sound.readUInt32LE(40),
    ]).toEqual(['RIFF', 42, 16_000, 6]);
    expect([answer.contentType, lost]).toEqual(['audio/wav', ['response_format']]);
    expect(answer.usage()).toEqual({
      ...{ characters: 2, tokens: { prompt_tokens: 2, completion_tokens: 30, total_tokens: 32 } },
    });
    expect(sent.generationConfig.speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName).toBe('Puck');
    expect(path).toBe('/v1beta/models/model:generateContent');
  });

  test('speaks raw samples, and tells of the tokens in events', async () => {
    const { sound, lost } = await speak('gemini', { response_format: 'pcm' }, answerOf('AQACAAMA'));
    expect([sound.equals(samples), lost]).toEqual([true, []]);
    const { sound: events } = await speak(
      'gemini',
      { response_format: 'pcm', stream_format: 'sse' },
      answerOf('AQACAAMA'),
    );
    expect(events.toString()).toBe(
      'data: {"type":"speech.audio.delta","audio":"AQACAAMA"}\n\ndata: {"type":"speech.audio.done","usage":{"input_tokens":2,"output_tokens":30,"total_tokens":32}}\n\n',
    );
  });

  test.each(['mp3', 'opus', 'aac', 'flac'] as const)('cannot speak %s', async (response_format) => {
    await expect(speak('gemini', { response_format }, {})).rejects.toMatchObject({ param: 'response_format' });
  });

  test('hears the file as base64, and answers the text without the thoughts', async () => {
    const parts = [{ text: 'Hm.', thought: true }, { text: ' Hi ' }, { text: 'there.\n' }];
    const body = {
      candidates: [{ content: { parts } }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3, totalTokenCount: 12 },
    };
    const { text, sent, answer } = await transcribe('gemini', { language: 'de' }, body);
    expect(JSON.parse(text)).toEqual({
      ...{ text: 'Hi there.', usage: { type: 'tokens', input_tokens: 9, output_tokens: 3, total_tokens: 12 } },
    });
    expect(answer.usage()).toMatchObject({ tokens: { total_tokens: 12 } });
    const [instruction, sound] = JSON.parse(sent).contents[0].parts;
    expect(instruction.text).toMatch(/transcript text\. Its language is german\.$/);
    expect(sound.inline_data.mime_type).toBe('audio/wav');
    expect(Buffer.from(sound.inline_data.data, 'base64').equals(STREAMED_WAV)).toBe(true);
  });

  test('a rejected prompt is the request’s fault, an empty answer the provider’s', async () => {
    await expect(transcribe('gemini', {}, { promptFeedback: { blockReason: 'SAFETY' } })).rejects.toMatchObject({
      code: 'provider_rejected_request',
    });
    for (const body of [{}, { candidates: [] }, { candidates: [{ content: { parts: [{ text: 'no sound' }] } }] }]) {
      await expect(speak('gemini', {}, body)).rejects.toMatchObject({ code: 'provider_error' });
    }
  });

  test.each(['srt', 'vtt', 'verbose_json', 'diarized_json'] as const)(
    'knows no times for %s',
    async (response_format) => {
      await expect(transcribe('gemini', { response_format }, {})).rejects.toMatchObject({ param: 'response_format' });
    },
  );
});

describe('cohere', () => {
  test('needs a language, and its text is trimmed', async () => {
    await expect(transcribe('cohere', {}, {})).rejects.toMatchObject({ code: 'invalid_value', param: 'language' });
    const { text, sent } = await transcribe('cohere', { language: 'en', response_format: 'text' }, { text: ' Hi.' });
    expect(text).toBe('Hi.\n');
    expect(sent).toMatch(/name="language"\r\n\r\nen\r\n.*name="file"; filename="a.bin"\r\nContent-Type: audio\/wav/s);
  });
});

describe('mistral', () => {
  test('answers JSON, of which the bytes are made', async () => {
    const { sound, sent, answer } = await speak(
      'mistral',
      { voice: 'nova' },
      { audio_data: MP3_FRAME.toString('base64') },
    );
    expect([sound.equals(MP3_FRAME), answer.contentType]).toEqual([true, 'audio/mpeg']);
    expect(sent).toEqual({ model: 'model', input: 'Hi', voice: 'gb_jane_neutral', response_format: 'mp3' });
    for (const body of [{}, { audio_data: 7 }, { audio_data: '' }]) {
      await expect(speak('mistral', {}, body)).rejects.toMatchObject({ code: 'provider_error' });
    }
  });

  test('has segments with speakers, no words, and no times in a language', async () => {
    const body = {
      ...{
        text: 'Hi.',
        language: null,
        usage: { prompt_audio_seconds: 3, prompt_tokens: 5, completion_tokens: 20, total_tokens: 400 },
      },
      segments: [{ text: ' Hi.', start: 0.1, end: 3.6, speaker_id: 'speaker_7' }],
    };
    const { text, lost, answer } = await transcribe(
      'mistral',
      { response_format: 'diarized_json', language: 'en' },
      body,
    );
    expect(JSON.parse(text).segments).toMatchObject([{ text: ' Hi.', speaker: 'A', start: 0.1, end: 3.6 }]);
    expect(lost).toEqual(['language']);
    expect(answer.usage()).toMatchObject({ seconds: 3, tokens: { total_tokens: 400 } });
    const words = { response_format: 'verbose_json', timestamp_granularities: ['word'] } as const;
    await expect(transcribe('mistral', words, body)).rejects.toMatchObject({ param: 'timestamp_granularities[]' });
  });
});

describe('xai', () => {
  test('is asked without a model, and for another format than MP3 by name', async () => {
    const { sent, path } = await speak('xai', {}, MP3_FRAME);
    expect([path, sent]).toEqual(['/tts', { text: 'Hi', voice_id: 'eve', language: 'auto' }]);
    const raw = await speak('xai', { response_format: 'pcm' }, MP3_FRAME);
    expect(raw.sent.output_format).toEqual({ codec: 'pcm', sample_rate: 24_000 });
  });

  test('detects speakers where they are asked for', async () => {
    const body = { text: 'Hi.', language: 'en', duration: 3.7, words: [{ text: 'Hi.', start: 0, end: 1, speaker: 3 }] };
    const { text, sent } = await transcribe('xai', { response_format: 'diarized_json' }, body);
    expect(JSON.parse(text).segments).toMatchObject([{ speaker: 'A', start: 0, end: 1 }]);
    expect(sent).toContain('name="diarize"\r\n\r\ntrue\r\n');
    expect(sent).not.toContain('name="model"');
  });
});
