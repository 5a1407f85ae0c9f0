import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type SpeechRequest, TRANSCRIPT_FORMATS, type TranscriptionRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { getAdapter } from '../registry.js';
import { FakeExchange, type FakeReply, fakeForm, MP3_FRAME, readAnswer, STREAMED_WAV } from './exchange.tools.spec.js';

/** Exchanges recorded beside the project: each is replayed in the direction that it shows. */
const RECORDED = SHARED_FIXTURES_BEYOND_TEXT;
const hasRecordings = existsSync(RECORDED);

type Kind = 'elevenlabs' | 'deepgram' | 'cartesia' | 'assemblyai' | 'cohere' | 'gemini' | 'mistral' | 'xai';

interface Meta {
  readonly url?: string;
  readonly response_headers?: Readonly<Record<string, string>>;
}

const readJson = (...path: string[]): never => JSON.parse(readFileSync(join(RECORDED, ...path), 'utf8')) as never;
const list = (folder: string): string[] => (hasRecordings ? readdirSync(join(RECORDED, folder)) : []);
const has = (...path: string[]): boolean => existsSync(join(RECORDED, ...path));

/** Cases of the folder of a provider, and one of our own that holds if there are none. */
const casesOf = (kinds: readonly Kind[], task: string, file: RegExp) =>
  kinds.flatMap((kind) =>
    list(`${task}-${kind}`)
      .filter((name) => list(`${task}-${kind}/${name}`).some((each) => file.test(each)))
      .map((name) => [kind, `${task}-${kind}/${name}`] as const),
  );

describe('recorded speech', () => {
  const SPEAKERS = ['elevenlabs', 'deepgram', 'gemini', 'mistral', 'xai'] as const;
  const CASES = [['elevenlabs', 'own'] as const, ...casesOf(SPEAKERS, 'speech', /^response\./)];

  function readReply(folder: string): FakeReply {
    if (folder === 'own') return { body: MP3_FRAME };
    const file = list(folder).find((name) => name.startsWith('response.')) ?? '';
    const headers = (has(folder, 'meta.json') ? (readJson(folder, 'meta.json') as Meta).response_headers : {}) ?? {};
    const bytes = readFileSync(join(RECORDED, folder, file));
    return { headers, body: file.endsWith('.json') ? JSON.parse(bytes.toString()) : bytes };
  }

  test.each(CASES)('%s: the bytes of %s arrive, under the type that they have', async (kind, folder) => {
    const reply = readReply(folder);
    const url = has(folder, 'meta.json') ? ((readJson(folder, 'meta.json') as Meta).url ?? '') : '';
    const model = /[?&]model=([^&]+)|models\/([^:]+)/.exec(url);
    const recorded: Record<string, never> = has(folder, 'request.json') ? readJson(folder, 'request.json') : {};
    const exchange = new FakeExchange(kind, model?.[1] ?? model?.[2] ?? recorded.model ?? 'model', [reply]);
    const input = 'Ruby is a programming language designed for developer happiness.';
    const request: SpeechRequest = { input, voice: voiceOf(recorded) };
    const codec = getAdapter(kind)?.exchanges?.speech;
    codec?.check?.(request, exchange.target);
    const answer = await codec?.serve(request, exchange);
    if (!answer) throw new Error('no codec');
    const sound = await readAnswer(answer);
    expect(answer.usage()).toMatchObject({ characters: 64 });
    expect(answer.contentType).toBe(kind === 'gemini' ? 'audio/wav' : 'audio/mpeg');
    if (reply.body instanceof Uint8Array) expect(sound.equals(reply.body)).toBe(true);
    else expect(sound.length).toBeGreaterThan(3000);
    const [call] = exchange.calls;
    // The request of the recorded client is sent again, to the same address.
    if (url !== '' && call) expect(withQuerySorted(url)).toContain(withQuerySorted(call.path));
    const { model: _model, ...members } = recorded;
    if (call) expect(JSON.parse(call.body.toString())).toMatchObject(kind === 'deepgram' ? { text: input } : members);
  });

  const voiceOf = (recorded: Record<string, never>): string =>
    recorded.voice ??
    (
      recorded as {
        generationConfig?: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: string } } } };
      }
    ).generationConfig?.speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName ??
    'alloy';

  const withQuerySorted = (url: string): string => {
    const [path = '', query = ''] = url.split('?');
    return [path, ...query.split('&').sort()].join('?');
  };
});

describe('recorded transcription', () => {
  const LISTENERS = ['elevenlabs', 'deepgram', 'cohere', 'gemini', 'mistral', 'xai'] as const;
  const OWN: readonly (readonly [Kind, string, unknown])[] = [
    ['xai', 'own', { text: 'Hi.', language: 'en', duration: 1, words: [{ text: 'Hi.', start: 0, end: 1 }] }],
  ];
  const CASES = [
    ...OWN,
    ...casesOf(LISTENERS, 'transcription', /^response\.json$/).map(
      ([kind, folder]) => [kind, folder, hasRecordings ? readJson(folder, 'response.json') : {}] as const,
    ),
  ];

  const transcribe = async (
    kind: Kind,
    request: Partial<TranscriptionRequest>,
    replies: FakeReply[],
    model = 'model',
  ) => {
    const exchange = new FakeExchange(kind, model, replies);
    const whole = { language: 'en', ...request, form: fakeForm(STREAMED_WAV) };
    const codec = getAdapter(kind)?.exchanges?.transcriptions;
    codec?.check?.(whole, exchange.target);
    const answer = await codec?.serve(whole, exchange);
    if (!answer) throw new Error('no codec');
    return { exchange, answer, text: (await readAnswer(answer)).toString() };
  };

  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

  test.each(CASES)('%s: %s is answered in every format, with all of its text', async (kind, _folder, body) => {
    const { text } = await transcribe(kind, {}, [{ body }]);
    const spoken = JSON.parse(text).text as string;
    expect(spoken).toMatch(/^\S.*\S$/s);
    expect(JSON.stringify(body)).toContain(JSON.stringify(spoken).slice(1, -1));
    for (const response_format of TRANSCRIPT_FORMATS) {
      const format = transcribe(kind, { response_format }, [{ body }]);
      if (kind === 'cohere' || kind === 'gemini') {
        if (response_format !== 'json' && response_format !== 'text')
          await expect(format).rejects.toThrow(GatewayError);
        else expect(plain((await format).text)).toContain(plain(spoken).slice(0, 60));
        continue;
      }
      // Recorded without words or segments: these have no times.
      const written = await format.catch((error: Error) => error);
      if (written instanceof Error) {
        expect([kind, (body as { segments?: [] }).segments]).toEqual(['mistral', []]);
        continue;
      }
      if (response_format === 'srt') {
        const cues = written.text
          .trim()
          .split('\n\n')
          .map((cue) => cue.split('\n'));
        expect(plain(cues.map(([, , said]) => said).join(' '))).toBe(plain(spoken));
        expect(cues.map(([number]) => number)).toEqual(cues.map((_, index) => String(index + 1)));
        const starts = cues.map(([, times = '']) => times.slice(0, 12));
        expect(starts).toEqual(starts.toSorted());
      }
      if (response_format.endsWith('e_json')) expect(JSON.parse(written.text).duration).toBeGreaterThan(0);
      if (response_format === 'diarized_json') expect(JSON.parse(written.text).segments[0].speaker).toBe('A');
    }
  });

  const REQUESTS = CASES.filter(([, folder]) => has(folder, 'meta.json') && !folder.includes('url')).map(
    ([kind, folder, body]) => [kind, folder, body] as const,
  );

  test.each([...OWN, ...REQUESTS])('%s: %s is asked for as the recorded client did', async (kind, folder, body) => {
    const { url = '' } =
      folder === 'own' ? { url: 'https://api.x.ai/v1/stt' } : (readJson(folder, 'meta.json') as Meta);
    const wanted = new URL(url);
    const speaks = folder.includes('diarize');
    const isTimed = wanted.searchParams.get('utterances') === 'true' || speaks;
    const request = { response_format: speaks ? 'diarized_json' : isTimed ? 'verbose_json' : 'json' } as const;
    const parts = has(folder, 'request.multipart.json')
      ? (readJson(folder, 'request.multipart.json') as { parts: { name: string; text?: string }[] }).parts
      : undefined;
    const language =
      parts?.find(({ name }) => name === 'language')?.text ?? wanted.searchParams.get('language') ?? undefined;
    const model =
      wanted.searchParams.get('model') ??
      /models\/([^:]+)/.exec(url)?.[1] ??
      parts?.find(({ name }) => name === 'model')?.text ??
      'm';
    const { exchange } = await transcribe(kind, { ...request, language } as never, [{ body }], model);
    const call = exchange.calls[0];
    const sent = new URL(`https://x${call?.path}`);
    expect(wanted.pathname.endsWith(sent.pathname)).toBe(true);
    // The recorded client let the language be guessed in its own way.
    sent.searchParams.delete('detect_language');
    expect(Object.fromEntries(sent.searchParams)).toEqual(Object.fromEntries(wanted.searchParams));
    if (parts) {
      const names = [...(call?.body.toString('latin1').matchAll(/form-data; name="([^"]+)"/g) ?? [])].map(
        ([, name]) => name,
      );
      expect(names.sort()).toEqual(parts.map(({ name }) => name).sort());
    }
  });

  const POLLS = 'transcription-assemblyai/poll-sequence';
  const SEQUENCE: readonly FakeReply[] = has(POLLS)
    ? ['0.upload', '1.create', '2.poll-processing', '3.poll-completed'].map((name) => ({
        body: (readJson(POLLS, `${name}.json`) as { response: object }).response,
      }))
    : [
        { body: { upload_url: 'u' } },
        { body: { id: '9' } },
        { body: { status: 'queued' } },
        {
          body: {
            status: 'completed',
            text: 'Hello, world!',
            language_code: 'en_us',
            audio_duration: 281,
            words: [
              { text: 'Hello,', start: 250, end: 650 },
              { text: 'world', start: 730, end: 1022 },
            ],
          },
        },
      ];

  test('assemblyai: the sequence of polls ends in the transcript, its times in seconds', async () => {
    const { text, exchange } = await transcribe(
      'assemblyai',
      { response_format: 'verbose_json', timestamp_granularities: ['word'] },
      [...SEQUENCE],
      'best',
    );
    expect(JSON.parse(text)).toMatchObject({
      ...{ text: 'Hello, world!', language: 'english', duration: 281 },
      words: [
        { word: 'Hello,', start: 0.25, end: 0.65 },
        { word: 'world', start: 0.73, end: 1.022 },
      ],
    });
    expect(JSON.parse(exchange.calls[1]?.body.toString() ?? '')).toMatchObject({ speech_model: 'best' });
    expect(exchange.cleanups).toHaveLength(1);
  });
});
