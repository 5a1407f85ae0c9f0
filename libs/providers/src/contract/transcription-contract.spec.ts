import { describe, expect, test } from '@jest/globals';
import { TRANSCRIPT_FORMATS, type TranscriptionRequest, type UploadForm } from '@multilane/contracts';
import { getAdapter } from '../registry.js';
import { FakeExchange, type FakeReply, fakeForm, readAnswer, STREAMED_WAV } from './exchange.tools.spec.js';

const TEXT = 'Hi there. Hello.';
const TIMES = [
  ['Hi', 0.1, 0.4, 0],
  ['there.', 0.4, 1, 0],
  ['Hello.', 1.2, 2, 1],
] as const;

const words = (map: (word: string, start: number, end: number, speaker: number) => object) =>
  TIMES.map(([word, start, end, speaker]) => map(word, start, end, speaker));

/** The last answer of each provider to the same sound. */
const ANSWERS = {
  elevenlabs: {
    language_code: 'eng',
    text: TEXT,
    words: words((text, start, end, speaker) => ({
      text,
      start,
      end,
      type: 'word',
      speaker_id: `speaker_${speaker}`,
    })).flatMap((word) => [word, { text: ' ', start: 0, end: 0, type: 'spacing', speaker_id: 'speaker_9' }]),
    audio_duration_secs: 2.5,
  },
  deepgram: {
    metadata: { duration: 2.5 },
    results: {
      channels: [
        {
          detected_language: 'en',
          alternatives: [
            {
              transcript: TEXT,
              words: words((word, start, end, speaker) => ({
                ...{ word: word.toLowerCase(), punctuated_word: word, start, end, speaker, confidence: 0.9 },
              })),
            },
          ],
        },
      ],
    },
  },
  cartesia: { text: TEXT, language: 'en', duration: 2.5, words: words((word, start, end) => ({ word, start, end })) },
  assemblyai: {
    ...{ id: 'job_1', status: 'completed', text: TEXT, language_code: 'en_us', audio_duration: 2.5, utterances: null },
    words: words((text, start, end, speaker) => ({
      ...{ text, start: start * 1000, end: end * 1000, speaker: 'XY'[speaker], confidence: 0.9 },
    })),
  },
};
type Kind = keyof typeof ANSWERS;
const KINDS = Object.keys(ANSWERS) as Kind[];
const MODELS = { elevenlabs: 'scribe_v2', deepgram: 'nova-3', cartesia: 'ink-whisper', assemblyai: 'universal-3-pro' };

/** Replies of the provider, call by call. */
function repliesOf(kind: Kind, last: unknown): FakeReply[] {
  if (kind !== 'assemblyai') return [{ body: last }];
  return [
    { body: { upload_url: 'https://storage.test/upload' } },
    { body: { id: 'job_1', status: 'queued' } },
    { body: { id: 'job_1', status: 'processing' } },
    { body: last },
  ];
}

function codecOf(kind: Kind) {
  const codec = getAdapter(kind)?.exchanges?.transcriptions;
  if (!codec) throw new Error(`no transcriptions at ${kind}`);
  return codec;
}

async function transcribe(
  kind: Kind,
  request: Partial<TranscriptionRequest> = {},
  last: unknown = ANSWERS[kind],
  { form = fakeForm(STREAMED_WAV), model = MODELS[kind] as string }: { form?: UploadForm; model?: string } = {},
) {
  const exchange = new FakeExchange(kind, model, repliesOf(kind, last));
  const whole: TranscriptionRequest = { ...request, model: 'm', form };
  codecOf(kind).check?.(whole, exchange.target);
  const answer = await codecOf(kind).serve(whole, exchange);
  return { exchange, answer, calls: exchange.calls, text: (await readAnswer(answer)).toString() };
}

const CASES = KINDS.flatMap((kind) => TRANSCRIPT_FORMATS.map((format) => [kind, format] as const));
const isServed = ([kind, format]: readonly [Kind, string]) => !(kind === 'cartesia' && format === 'diarized_json');

const SRT = '1\n00:00:00,100 --> 00:00:01,000\nHi there.\n\n2\n00:00:01,200 --> 00:00:02,000\nHello.\n\n';
const EXPECTED: Readonly<Record<string, (text: string) => void>> = {
  text: (text) => expect(text).toBe(`${TEXT}\n`),
  json: (text) => expect(JSON.parse(text)).toEqual({ text: TEXT, usage: { type: 'duration', seconds: 3 } }),
  srt: (text) => expect(text).toBe(SRT),
  vtt: (text) => expect(text).toBe(`WEBVTT\n\n${SRT.replace(/^\d\n/gm, '').replaceAll(',', '.')}`),
  verbose_json: (text) =>
    expect(JSON.parse(text)).toMatchObject({
      ...{ task: 'transcribe', language: 'english', duration: 2.5, text: TEXT },
      segments: [
        { id: 0, start: 0.1, end: 1, text: ' Hi there.' },
        { id: 1, start: 1.2, end: 2, text: ' Hello.' },
      ],
    }),
  diarized_json: (text) =>
    expect(JSON.parse(text)).toMatchObject({
      ...{ task: 'transcribe', duration: 2.5, text: TEXT },
      segments: [
        { speaker: 'A', start: 0.1, end: 1, text: ' Hi there.' },
        { speaker: 'B', start: 1.2, end: 2, text: ' Hello.' },
      ],
    }),
};

describe('transcription', () => {
  test.each(CASES.filter(isServed))('%s answers %s', async (kind, response_format) => {
    const { text, answer } = await transcribe(kind, { response_format });
    EXPECTED[response_format]?.(text);
    expect(answer.usage()).toEqual({ seconds: 2.5 });
  });

  test.each(CASES.filter((each) => !isServed(each)))('%s rejects %s, and names it', async (kind, response_format) => {
    await expect(transcribe(kind, { response_format })).rejects.toMatchObject({
      ...{ code: 'unsupported_parameter', param: 'response_format' },
    });
  });

  test.each(KINDS)('%s gives the words that are asked for', async (kind) => {
    const { text } = await transcribe(kind, { response_format: 'verbose_json', timestamp_granularities: ['word'] });
    expect(JSON.parse(text).words).toEqual(words((word, start, end) => ({ word, start, end })));
  });

  test.each(KINDS)('%s streams', async (kind) => {
    const { text, answer } = await transcribe(kind, { stream: true });
    expect(answer.isStream).toBe(true);
    expect(text).toContain('{"type":"transcript.text.delta","delta":" there."}');
    expect(text.endsWith('data: [DONE]\r\n\r\n')).toBe(true);
  });

  test.each(['srt', 'vtt', 'verbose_json'] as const)('no provider streams %s', async (response_format) => {
    for (const kind of KINDS) {
      await expect(transcribe(kind, { stream: true, response_format })).rejects.toMatchObject({ param: 'stream' });
    }
  });

  test.each([
    ['source_url', 'https://inside.test'],
    ['include', ['logprobs']],
    ['url', 'x'],
    ['chunking_strategy', { type: 'server_vad' }],
  ])('no provider takes %s from a client', async (name, value) => {
    for (const kind of KINDS) {
      await expect(transcribe(kind, { [name]: value })).rejects.toMatchObject({
        code: 'unsupported_parameter',
        param: name,
      });
    }
  });

  test.each(KINDS)('%s wants a file that is not empty', async (kind) => {
    const none = { ...fakeForm(STREAMED_WAV), parts: async function* () {} };
    for (const form of [none, fakeForm(Buffer.alloc(0))]) {
      await expect(transcribe(kind, {}, {}, { form })).rejects.toMatchObject({ code: 'invalid_value', param: 'file' });
    }
  });

  test.each(KINDS)('%s gets the bytes of the file, whole, under the type that they have', async (kind) => {
    const { calls } = await transcribe(kind);
    const [{ body, headers }] = calls as [(typeof calls)[number]];
    expect(body.includes(STREAMED_WAV)).toBe(true);
    expect(headers['content-length']).toBe(String(body.length));
    if (kind === 'elevenlabs' || kind === 'cartesia')
      expect(body.toString('latin1')).toContain('Content-Type: audio/wav\r\n');
    if (kind === 'deepgram') expect(headers['content-type']).toBe('audio/wav');
  });

  test('names and types of files cannot break out of their part', async () => {
    const form = fakeForm(Buffer.from('raw samples of no known type'), {
      ...{ filename: 'a"\r\nx: y\r\n\r\nb', contentType: 'audio/x-raw\r\nevil: 1' },
    });
    const { calls } = await transcribe('elevenlabs', {}, undefined, { form });
    const text = calls[0]?.body.toString('latin1') ?? '';
    expect(text).toContain('filename="a%22%0D%0Ax: y%0D%0A%0D%0Ab"\r\nContent-Type: audio/x-raw  evil: 1\r\n\r\n');
    const { calls: raw } = await transcribe('deepgram', {}, undefined, { form });
    expect(raw[0]?.headers['content-type']).toBe('audio/x-rawevil: 1');
  });

  test.each(KINDS)('%s hears of the language and of what it cannot be told', async (kind) => {
    const { exchange, calls } = await transcribe(kind, {
      language: 'de',
      prompt: 'A long story that goes on for more than a few words',
      temperature: 0.4,
    });
    expect(calls.map(({ path, body }) => `${path} ${body.toString('latin1')}`).join()).toMatch(
      /language(?:_code)?"?[=:\s\r\n"]+de/,
    );
    const lost = {
      elevenlabs: ['prompt'],
      deepgram: ['temperature', 'prompt'],
      cartesia: ['temperature', 'prompt'],
      assemblyai: ['temperature'],
    };
    expect([...exchange.lost]).toEqual(lost[kind]);
  });
});

describe('a caller that leaves', () => {
  const STEPS = KINDS.flatMap((kind) => repliesOf(kind, {}).map((_, step) => [kind, step] as const));

  test.each(STEPS)('%s: ends the request in its call %d, and nothing is left at the provider', async (kind, step) => {
    const exchange = new FakeExchange(kind, MODELS[kind], repliesOf(kind, ANSWERS[kind]).slice(0, step));
    const served = expect(codecOf(kind).serve({ form: fakeForm(STREAMED_WAV) }, exchange)).rejects.toThrow(
      'nobody waits',
    );
    for (let turn = 0; exchange.calls.length <= step && turn < 1000; turn += 1) await Promise.resolve();
    exchange.abort();
    await served;
    expect(exchange.calls).toHaveLength(step + 1);
    // From the third call on there is a transcript to delete.
    expect(exchange.cleanups).toHaveLength(step > 1 ? 1 : 0);
  });
});

describe('requests for transcription', () => {
  const formOf = (body: Buffer) =>
    [...body.toString('latin1').matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)/g)].map(([, name, value]) => [name, value]);

  test('elevenlabs: times and speakers only where they are needed, terms one by one', async () => {
    const plain = await transcribe('elevenlabs', { temperature: 0.2, keywords: ['Multilane'], prompt: 'Ruby, VCR' });
    expect(plain.calls[0]?.path).toBe('/v1/speech-to-text');
    expect(formOf(plain.calls[0]?.body as Buffer)).toEqual([
      ...[
        ['model_id', 'scribe_v2'],
        ['temperature', '0.2'],
        ['timestamps_granularity', 'none'],
      ],
      ...[
        ['keyterms', 'Multilane'],
        ['keyterms', 'Ruby'],
        ['keyterms', 'VCR'],
      ],
    ]);
    expect([...plain.exchange.lost]).toEqual(['prompt']);
    const spoken = await transcribe('elevenlabs', { response_format: 'diarized_json' });
    expect(formOf(spoken.calls[0]?.body as Buffer)).toEqual([
      ...[
        ['model_id', 'scribe_v2'],
        ['timestamps_granularity', 'word'],
        ['diarize', 'true'],
      ],
    ]);
  });

  test.each<[Partial<TranscriptionRequest>, string, string]>([
    [{}, 'nova-3', '/v1/listen?model=nova-3&smart_format=true&detect_language=true'],
    [
      { language: 'en', response_format: 'srt' },
      'nova-3',
      '/v1/listen?model=nova-3&smart_format=true&utterances=true&language=en',
    ],
    [
      { language: 'en', response_format: 'diarized_json' },
      'nova-3',
      '/v1/listen?model=nova-3&smart_format=true&utterances=true&diarize_model=latest&language=en',
    ],
    [
      { language: 'en', prompt: 'Ruby & co' },
      'nova-3',
      '/v1/listen?model=nova-3&smart_format=true&language=en&keyterm=Ruby+%26+co',
    ],
    [
      { language: 'en&callback=x', keywords: ['a'] },
      'nova-2',
      '/v1/listen?model=nova-2&smart_format=true&language=en%26callback%3Dx&keywords=a',
    ],
  ])('deepgram: %j to %s', async (request, model, path) => {
    expect((await transcribe('deepgram', request, undefined, { model })).calls[0]?.path).toBe(path);
  });

  test('cartesia: a form with times where they are needed', async () => {
    const { calls } = await transcribe('cartesia', { language: 'en', response_format: 'vtt' });
    expect(calls[0]?.path).toBe('/stt');
    expect(formOf(calls[0]?.body as Buffer)).toEqual([
      ...[
        ['model', 'ink-whisper'],
        ['language', 'en'],
        ['timestamp_granularities[]', 'word'],
      ],
    ]);
  });

  test.each<[Partial<TranscriptionRequest>, string, object]>([
    [{}, 'universal-3-pro', { speech_models: ['universal-3-pro'], language_detection: true }],
    [{ language: 'en-US' }, 'best', { speech_model: 'best', language_code: 'en_us' }],
    [
      { response_format: 'diarized_json', prompt: 'A meeting.', keywords: ['Ruby'] },
      'universal-3-5-pro',
      {
        ...{ speech_models: ['universal-3-5-pro'], language_detection: true, speaker_labels: true },
        ...{ prompt: 'A meeting.', keyterms_prompt: ['Ruby'] },
      },
    ],
    [
      { prompt: 'Ruby; VCR' },
      'universal-2',
      { speech_models: ['universal-2'], language_detection: true, keyterms_prompt: ['Ruby', 'VCR'] },
    ],
  ])('assemblyai: %j to %s', async (request, model, options) => {
    const { calls, exchange } = await transcribe('assemblyai', request, undefined, { model });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...['POST /v2/upload', 'POST /v2/transcript', 'GET /v2/transcript/job_1', 'GET /v2/transcript/job_1'],
    ]);
    expect(JSON.parse(calls[1]?.body.toString() ?? '')).toEqual({
      audio_url: 'https://storage.test/upload',
      ...options,
    });
    expect(exchange.cleanups).toMatchObject([{ method: 'DELETE', path: '/v2/transcript/job_1' }]);
  });
});

describe('polls of assemblyai', () => {
  const processing = { body: { id: 'job_1', status: 'processing' } };
  const start = (replies: FakeReply[]) => {
    const exchange = new FakeExchange('assemblyai', 'best', [...repliesOf('assemblyai', {}).slice(0, 2), ...replies]);
    return { exchange, run: () => codecOf('assemblyai').serve({ form: fakeForm(STREAMED_WAV) }, exchange) };
  };

  test('come at growing intervals, and end with the time limit', async () => {
    const { exchange, run } = start(new Array(1000).fill(processing));
    await expect(run()).rejects.toMatchObject({ code: 'provider_timeout' });
    expect(exchange.waits.slice(0, 3)).toEqual([500, 700, 980]);
    expect(Math.max(...exchange.waits)).toBe(5000);
    expect(exchange.calls.length).toBeLessThan(140);
    expect(exchange.cleanups).toHaveLength(1);
  });

  test('end when the caller leaves, and the transcript is deleted', async () => {
    for (const abortsAtWait of [1, 2, 5]) {
      const { exchange, run } = start(new Array(10).fill(processing));
      exchange.abortsAtWait = abortsAtWait;
      await expect(run()).rejects.toThrow('nobody waits');
      expect(exchange.calls).toHaveLength(abortsAtWait + 1);
      expect(exchange.cleanups.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /v2/transcript/job_1']);
    }
  });

  test('end when the caller leaves while the provider answers', async () => {
    const { exchange, run } = start([]);
    const served = expect(run()).rejects.toThrow('nobody waits');
    for (let turn = 0; exchange.calls.length < 3 && turn < 1000; turn += 1) await Promise.resolve();
    exchange.abort();
    await served;
    expect(exchange.cleanups).toHaveLength(1);
  });

  test.each([
    ['Aw, snap!', { code: 'provider_error' }],
    [undefined, { code: 'provider_error' }],
    [
      'Transcoding failed. File does not appear to contain audio.',
      { code: 'provider_rejected_request', param: 'file' },
    ],
  ])('end with the failure that a 200 reports: %s', async (error, failure) => {
    const { exchange, run } = start([{ body: { id: 'job_1', status: 'error', error } }]);
    await expect(run()).rejects.toMatchObject(failure);
    expect(exchange.cleanups).toHaveLength(1);
  });

  test('never follow an id that is a path', async () => {
    for (const id of ['../../v2/account', '', 7, null, 'a/b']) {
      const exchange = new FakeExchange('assemblyai', 'best', [{ body: { upload_url: 'u' } }, { body: { id } }]);
      const served = codecOf('assemblyai').serve({ form: fakeForm(STREAMED_WAV) }, exchange);
      await expect(served).rejects.toMatchObject({ code: 'provider_error' });
      expect(exchange.calls).toHaveLength(2);
    }
  });
});

describe('hostile answers', () => {
  const wordsOf = (kind: Kind, list: unknown): unknown => {
    if (kind !== 'deepgram') return { ...ANSWERS[kind], words: list };
    return { results: { channels: [{ alternatives: [{ transcript: TEXT, words: list }] }] } };
  };

  test.each(
    KINDS.flatMap((kind) =>
      [null, [], 'text', 1, {}, { text: 7 }, { results: {} }, { text: null, status: 'completed' }].map(
        (body) => [kind, body] as const,
      ),
    ),
  )('%s answering %j is a failure of the provider', async (kind, body) => {
    await expect(transcribe(kind, {}, body)).rejects.toMatchObject({ name: 'ProviderFailure', code: 'provider_error' });
  });

  test.each(KINDS)('%s with a list of ten million words is a failure of the provider', async (kind) => {
    const hostile = wordsOf(kind, new Array(10_000_000));
    await expect(transcribe(kind, { response_format: 'srt' }, hostile)).rejects.toMatchObject({
      code: 'provider_error',
    });
  });

  test.each(KINDS)('%s with times that are none still answers cues in order', async (kind) => {
    const times = [Number.NaN, '7', -1, null, 1e308, {}];
    const list = TIMES.map(([text], index) => ({
      text,
      word: text,
      type: 'word',
      start: times[index],
      end: times[index + 3],
    }));
    const { text } = await transcribe(kind, { response_format: 'srt' }, wordsOf(kind, list));
    expect(text).toContain('Hi there.');
    expect(text).not.toMatch(/NaN|Infinity|undefined|-1/);
  });

  test.each(KINDS)('%s without times fails where they are needed, and not where they are not', async (kind) => {
    const answer = JSON.parse(JSON.stringify(ANSWERS[kind]), (key, value) =>
      /^words$|duration/.test(key) ? undefined : value,
    );
    await expect(transcribe(kind, { response_format: 'srt' }, answer)).rejects.toMatchObject({
      code: 'provider_error',
    });
    expect(JSON.parse((await transcribe(kind, {}, answer)).text)).toEqual({ text: TEXT });
  });
});

describe('errors', () => {
  test.each<[Kind, number, unknown, object]>([
    [
      'elevenlabs',
      401,
      { detail: { status: 'invalid_api_key', message: 'Invalid API key' } },
      { code: 'provider_error', retryable: false },
    ],
    [
      'elevenlabs',
      401,
      { detail: { status: 'quota_exceeded', message: 'x' } },
      { code: 'provider_error', detail: '401 quota_exceeded x' },
    ],
    [
      'elevenlabs',
      422,
      { detail: [{ loc: ['body', 'file'], msg: 'x' }] },
      { code: 'provider_rejected_request', param: 'file' },
    ],
    [
      'elevenlabs',
      429,
      { detail: { status: 'too_many_concurrent_requests', message: 'x' } },
      { code: 'provider_rate_limited' },
    ],
    [
      'deepgram',
      401,
      { err_code: 'INVALID_AUTH', err_msg: 'Invalid credentials.' },
      { code: 'provider_error', detail: '401 INVALID_AUTH Invalid credentials.' },
    ],
    [
      'deepgram',
      400,
      { err_code: 'Bad Request', err_msg: 'x' },
      { code: 'provider_rejected_request', detail: '400 Bad Request' },
    ],
    [
      'deepgram',
      400,
      { category: 'INVALID_QUERY_PARAMETER', message: 'x' },
      { code: 'provider_rejected_request', detail: '400 INVALID_QUERY_PARAMETER' },
    ],
    [
      'assemblyai',
      401,
      { error: 'Authentication error, API token missing/invalid' },
      { code: 'provider_error', retryable: false },
    ],
    ['assemblyai', 500, 'oops', { code: 'provider_error', retryable: true }],
    [
      'cartesia',
      401,
      { error_code: 'authentication_failed', title: 'x', message: 'Invalid API key.' },
      { code: 'provider_error', detail: '401 authentication_failed Invalid API key.' },
    ],
    ['cartesia', 429, { error_code: 'concurrency_limited', title: 'x' }, { code: 'provider_rate_limited' }],
  ])('%s %d %j', (kind, status, body, failure) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(getAdapter(kind)?.mapError(status, text, {})).toMatchObject(failure);
  });

  test.each<[Kind, Record<string, string>]>([
    ['elevenlabs', { 'xi-api-key': 'k' }],
    ['deepgram', { authorization: 'Token k' }],
    ['assemblyai', { authorization: 'k' }],
    ['cartesia', { authorization: 'Bearer k', 'cartesia-version': '2026-08-14' }],
  ])('%s is called with its own credential header', (kind, headers) => {
    const draft = { address: { origin: 'https://a', path: '/' }, headers: {}, body: undefined };
    expect(getAdapter(kind)?.authorize(draft, 'k').headers).toEqual(headers);
  });
});
