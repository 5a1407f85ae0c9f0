import { describe, expect, test } from '@jest/globals';
import type { AnyRequest, ProviderKind } from '@multilane/contracts';
import type {
  ExchangeCodec,
  ExchangeEndpoint,
  ProviderAnswer,
  ProviderCall,
  ProviderExchange,
} from '../../exchange.js';
import { ProviderFailure } from '../../provider-failure.js';
import { getAdapter } from '../../registry.js';
import { VARIATION_PROMPT } from '../../shared/images/read-input-images.js';
import { makeField, makeFile, makeForm, readBody } from '../../shared/texts/upload-form.tools.spec.js';
import type { ProviderTarget } from '../../target.js';

interface Answered {
  readonly type?: string;
  readonly pieces?: readonly string[];
  readonly fails?: ProviderFailure;
}

interface Sent {
  readonly path: string;
  readonly type: string | undefined;
  readonly text: string;
}

/** Serves a request at a provider that answers in turn what it is given. */
async function serve(
  key: ExchangeEndpoint,
  request: AnyRequest,
  answers: readonly Answered[],
  members: Partial<ProviderTarget> = {},
) {
  const target: ProviderTarget = {
    kind: 'openai',
    upstreamModel: 'up',
    baseUrl: 'https://h.example/v1',
    headers: {},
    ...members,
  };
  const sent: Sent[] = [];
  const exchange: ProviderExchange = {
    target,
    idSeed: 'seed',
    created: 0,
    losses: { lose: () => undefined },
    signal: new AbortController().signal,
    sendAnyway: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    async send({ body, headers, path }: ProviderCall) {
      sent.push({ path, type: headers?.['content-type']?.split(';')[0], text: await readBody(body) });
      const { fails, pieces = ['{}'], type = 'application/json' } = answers[sent.length - 1] ?? {};
      if (fails) throw fails;
      return makeAnswer(type, pieces);
    },
  };
  const codec = getAdapter(target.kind)?.exchanges?.[key] as ExchangeCodec<AnyRequest> | undefined;
  if (codec === undefined) throw new Error(`${target.kind} has no ${key}`);
  return { answer: await codec.serve(request, exchange), sent };
}

function makeAnswer(type: string, pieces: readonly string[]): ProviderAnswer {
  async function* read() {
    for (const piece of pieces) yield Buffer.from(piece, 'latin1');
  }
  return {
    status: 200,
    headers: type === '' ? {} : { 'content-type': type },
    body: read(),
    bytes: () => Promise.reject(new Error('not read whole')),
    json: () => Promise.reject(new Error('not read whole')),
  };
}

const FORM = { model: 'alias', form: makeForm([makeFile('image', ['PNG']), makeField('model', 'alias')]) };
const refusal = (param: string) => new ProviderFailure('provider_rejected_request', { status: 400, param });

describe('images in the reference format', () => {
  test('a request is sent on with the name of the model at the provider, and what nobody knows', async () => {
    const request = { model: 'alias', prompt: 'p', size: '17x3', newer: { a: null } };
    const { answer, sent } = await serve('imageGenerations', request, [{ pieces: ['{"data":[', '{},{}]}'] }]);
    expect(sent).toMatchObject([{ path: '/images/generations', type: 'application/json' }]);
    expect(JSON.parse(sent[0]?.text ?? '')).toEqual({ ...request, model: 'up' });
    expect(answer.contentType).toBe('application/json');
    expect(await readBody(answer.body)).toBe('{"data":[{},{}]}');
    expect(answer.usage()).toEqual({ images: 2 });
  });

  test('reports the tokens that the answer counts', async () => {
    const usage = { total_tokens: 9, input_tokens: 5, output_tokens: 4, input_tokens_details: { image_tokens: 2 } };
    const { answer } = await serve('imageEdits', FORM, [{ pieces: [JSON.stringify({ data: [{}], usage })] }]);
    const tokens = {
      prompt_tokens: 5,
      completion_tokens: 4,
      total_tokens: 9,
      prompt_tokens_details: { image_tokens: 2 },
    };
    expect(answer.usage()).toEqual({ images: 1, tokens });
  });

  test('a long answer is relayed as it comes, a short one is whole before it begins', async () => {
    const long = await serve('imageGenerations', { model: 'm' }, [{ pieces: Array(80).fill('x'.repeat(65_536)) }]);
    expect(long.answer.body).not.toBeInstanceOf(Uint8Array);
    expect(await readBody(long.answer.body)).toBe('x'.repeat(80 * 65_536));
    const short = await serve('imageGenerations', { model: 'm' }, [{ pieces: ['{', '}'] }]);
    expect(short.answer.body).toBeInstanceOf(Uint8Array);
  });

  test('edits continue as the form or the JSON that they came as', async () => {
    const form = await serve('imageEdits', FORM, [{}]);
    expect(form.sent[0]).toMatchObject({ path: '/images/edits', type: 'multipart/form-data' });
    expect(form.sent[0]?.text).toContain('name="model"\r\n\r\nup\r\n');
    const images = [{ image_url: 'data:image/png;base64,AA==' }];
    const json = await serve('imageEdits', { model: 'alias', images }, [{}]);
    expect(JSON.parse(json.sent[0]?.text ?? '')).toEqual({ model: 'up', images });
  });

  test.each([
    ['gpt-image-2', 'https://h.example/v1', '/images/edits'],
    ['chatgpt-image-latest', 'https://h.example/v1', '/images/edits'],
    ['dall-e-2', 'https://api.openai.com/v1', '/images/edits'],
    ['dall-e-2', 'https://h.example/v1', '/images/variations'],
  ])('a variation by %s at %s goes to %s', async (upstreamModel, baseUrl, path) => {
    const { sent } = await serve('imageVariations', FORM, [{}], { upstreamModel, baseUrl });
    expect(sent[0]?.path).toBe(path);
    expect(sent[0]?.text.includes(VARIATION_PROMPT)).toBe(path === '/images/edits');
    expect(sent[0]?.text).toContain('PNG');
  });

  test.each(['gpt-image-1', 'chatgpt-image-latest', 'openai/gpt-image-2.5-flare'])(
    '%s is not sent response_format, which it rejects',
    async (upstreamModel) => {
      const request = { model: 'a', prompt: 'p', response_format: 'b64_json' };
      const { sent } = await serve('imageGenerations', request, [{}], { upstreamModel });
      expect(JSON.parse(sent[0]?.text ?? '')).toEqual({ model: upstreamModel, prompt: 'p' });
    },
  );

  test('a deployment that rejects response_format is asked again without it, and for nothing else', async () => {
    const request = { model: 'a', prompt: 'p', response_format: 'b64_json' };
    const { sent } = await serve('imageGenerations', request, [{ fails: refusal('response_format') }, {}]);
    expect(sent.map(({ text }) => JSON.parse(text))).toEqual([
      { model: 'up', prompt: 'p', response_format: 'b64_json' },
      { model: 'up', prompt: 'p' },
    ]);
    await expect(serve('imageGenerations', request, [{ fails: refusal('size') }])).rejects.toThrow(ProviderFailure);
  });

  test('streamed images are relayed byte by byte, with their number and tokens', async () => {
    const events = [
      'event: image_edit.partial_image\ndata: {"type":"image_edit.partial_image","b64_json":"..."}\n\n',
      'event: image_edit.completed\ndata: {"type":"image_edit.completed","usage":{"input_tokens":1,"output_tokens":2}}\n\n',
    ];
    const { answer } = await serve('imageEdits', FORM, [{ type: 'text/event-stream', pieces: events }]);
    expect(answer.isStream).toBe(true);
    expect(await readBody(answer.body)).toBe(events.join(''));
    expect(answer.usage()).toMatchObject({ images: 1, tokens: { total_tokens: 3 } });
  });

  test.each([
    ['an error event', 'text/event-stream', 'data: {"type":"error","error":{"message":"secret words"}}\n\n'],
    ['an error in a 200', 'application/json', '{"error":{"message":"secret words"}}'],
  ])('%s fails the answer', async (_name, type, text) => {
    const read = async () => {
      const { answer } = await serve('imageGenerations', { model: 'm' }, [{ type, pieces: [text] }]);
      return readBody(answer.body);
    };
    await expect(read()).rejects.toThrow(ProviderFailure);
  });
});

describe('sound in the reference format', () => {
  const SPEECH = { model: 'alias', input: 'Héllo 👋🏽', voice: 'alloy' };

  test('speech is relayed as it comes and counted in code points', async () => {
    const { answer, sent } = await serve('speech', SPEECH, [{ type: 'audio/mpeg', pieces: ['\xff', '\xf3'] }]);
    expect(sent).toMatchObject([{ path: '/audio/speech' }]);
    expect(JSON.parse(Buffer.from(sent[0]?.text ?? '', 'latin1').toString())).toMatchObject({
      model: 'up',
      voice: 'alloy',
    });
    expect(answer).toMatchObject({ contentType: 'audio/mpeg', isStream: false });
    expect(answer.usage()).toEqual({ characters: 8 });
    expect(await readBody(answer.body)).toBe('\xff\xf3');
  });

  test.each([
    [undefined, 'audio/mpeg'],
    ['opus', 'audio/ogg'],
    ['pcm', 'audio/pcm'],
  ])('an answer of the format %s without a content type is %s', async (response_format, type) => {
    const { answer } = await serve('speech', { ...SPEECH, response_format }, [{ type: '' }]);
    expect(answer.contentType).toBe(type);
  });

  test("a voice of the model's own map is the provider's; others and inherited names go as they came", async () => {
    const voices = { alloy: 'marin' };
    const ask = async (voice: unknown) => {
      const { sent } = await serve('speech', { ...SPEECH, voice }, [{}], { voices });
      return JSON.parse(Buffer.from(sent[0]?.text ?? '', 'latin1').toString()).voice;
    };
    expect(await ask('alloy')).toBe('marin');
    expect(await ask('toString')).toBe('toString');
    expect(await ask({ id: 'voice_1' })).toEqual({ id: 'voice_1' });
  });

  test.each([
    ['{"text":"Hi","usage":{"type":"duration","seconds":4}}', { seconds: 4 }],
    ['{"text":"Hi","duration":3.7,"segments":[{"usage":1}]}', { seconds: 3.7 }],
    ['{"text":"Hi"}', undefined],
    ['{"text":"Hi","usage":{"type":"duration","seconds":-4}}', undefined],
  ])('a transcript %s reports %j', async (text, usage) => {
    const { answer, sent } = await serve('transcriptions', FORM, [{ pieces: [text] }]);
    expect(sent[0]?.path).toBe('/audio/transcriptions');
    expect(await readBody(answer.body)).toBe(text);
    expect(answer.usage()).toEqual(usage);
  });

  test('a streamed transcript with CRLF and without event lines is relayed byte by byte', async () => {
    const stream = [
      'data: {"type":"transcript.text.delta","delta":"Hi"}\r\n\r\n',
      'data: {"type":"transcript.text.done","usage":{"type":"tokens","input_tokens":1,"output_tokens":1}}\r\n\r\n',
      'data: [DONE]\r\n\r\n',
    ].join('');
    for (let at = 0; at <= stream.length; at++) {
      const pieces = [stream.slice(0, at), stream.slice(at)];
      const { answer } = await serve('transcriptions', FORM, [{ type: 'text/event-stream; charset=utf-8', pieces }]);
      expect(await readBody(answer.body)).toBe(stream);
      expect(answer.usage()?.tokens?.total_tokens).toBe(2);
    }
  });
});

describe('the kinds that serve media', () => {
  test('Azure has them below the deployment, with the version of its API', async () => {
    const members = { kind: 'azure-openai', baseUrl: 'https://r.openai.azure.com', upstreamModel: 'my tts' } as const;
    const { sent } = await serve('speech', { model: 'm', input: 'x' }, [{ type: 'audio/mpeg' }], members);
    expect(sent[0]?.path).toBe('/openai/deployments/my%20tts/audio/speech?api-version=2024-10-21');
  });

  const ALL = ['imageEdits', 'imageGenerations', 'imageVariations', 'speech', 'transcriptions', 'translations'];
  test.each([
    ['openai', ALL, undefined],
    ['azure-openai', ALL, undefined],
    ['openai-compatible', ALL, true],
    ['groq', ['speech', 'transcriptions', 'translations'], true],
    ['vllm', ['transcriptions', 'translations'], true],
  ] as const)('%s serves %j', (kind: ProviderKind, keys, isBeyondReference) => {
    const exchanges = getAdapter(kind)?.exchanges ?? {};
    const media = Object.entries(exchanges).filter(([key]) => ALL.includes(key));
    expect(media.map(([key]) => key).sort()).toEqual(keys);
    for (const [, codec] of media) expect(codec.isBeyondReference).toBe(isBeyondReference);
  });
});
