import { describe, expect, test } from '@jest/globals';
import type { ImageEditRequest, ImageRequest, ProviderKind } from '@multilane/contracts';
import { getAdapter } from '../registry.js';
import { FakeExchange, type FakeReply, fakeFiles, readAnswer, TINY_PNG } from './exchange.tools.spec.js';

const PNG = TINY_PNG.toString('base64');
const DATA_URL = `data:image/png;base64,${PNG}`;

type ImageEndpoint = 'imageGenerations' | 'imageEdits' | 'imageVariations';

async function ask(
  [kind, model]: readonly [ProviderKind, string],
  endpoint: ImageEndpoint,
  request: ImageRequest & ImageEditRequest,
  replies: FakeReply[],
  exchange = new FakeExchange(kind, model, replies),
) {
  const codec = getAdapter(kind)?.exchanges?.[endpoint];
  if (!codec) throw new Error(`${kind} has no ${endpoint}`);
  codec.check?.(request, exchange.target);
  const answer = await codec.serve(request, exchange);
  const text = (await readAnswer(answer)).toString();
  const sent = exchange.calls.map(({ body }) => JSON.parse(body.toString()));
  return { answer, text, sent, exchange, json: answer.isStream ? undefined : JSON.parse(text) };
}

const GEMINI = ['gemini', 'gemini-3.1-flash-lite-image'] as const;
const VERTEX = ['vertex', 'gemini-3-pro-image'] as const;
const IMAGEN = ['gemini', 'imagen-4.0-generate-001'] as const;
const XAI = ['xai', 'grok-imagine-image'] as const;
const OPENROUTER = ['openrouter', 'google/gemini-3.1-flash-lite-image'] as const;

const geminiReply = (parts: readonly object[] = [{ inlineData: { mimeType: 'image/png', data: PNG } }]): FakeReply => ({
  body: {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
    usageMetadata: {
      promptTokenCount: 5,
      candidatesTokenCount: 1518,
      totalTokenCount: 1523,
      promptTokensDetails: [{ modality: 'TEXT', tokenCount: 5 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1120 }],
    },
  },
});
const IMAGEN_REPLY: FakeReply = {
  body: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: PNG, prompt: 'A fine cat' }] },
};
const XAI_REPLY: FakeReply = {
  body: {
    data: [{ url: 'https://images.test/a.jpeg', mime_type: 'image/jpeg' }],
    usage: { cost_in_usd_ticks: 200_000_000 },
  },
};
const OPENROUTER_REPLY: FakeReply = {
  body: {
    created: 0,
    data: [{ b64_json: PNG, media_type: 'image/png' }],
    usage: { prompt_tokens: 5, completion_tokens: 1537, total_tokens: 1542, cost: 0.034 },
  },
};

const ALL = [
  [GEMINI, geminiReply()],
  [VERTEX, geminiReply()],
  [IMAGEN, IMAGEN_REPLY],
  [XAI, XAI_REPLY],
  [OPENROUTER, OPENROUTER_REPLY],
] as const;

describe('images beyond the reference', () => {
  test.each(['gemini', 'vertex', 'xai', 'openrouter'] as const)('%s serves them only to models that say so', (kind) => {
    const { imageGenerations, imageEdits, imageVariations } = getAdapter(kind)?.exchanges ?? {};
    for (const codec of [imageGenerations, imageEdits, imageVariations]) expect(codec?.isBeyondReference).toBe(true);
  });

  test.each(ALL)('%j answers in the reference shape, with the time of the gateway', async (model, reply) => {
    const { json, answer } = await ask(model, 'imageGenerations', { prompt: 'a siamese cat' }, [reply]);
    expect(json.created).toBe(1_700_000_000);
    expect(json.data).toHaveLength(1);
    expect(answer.usage()?.images).toBe(1);
    expect(json.output_format).toBe(model === XAI ? undefined : 'png');
  });

  test.each(ALL.filter(([model]) => model !== XAI))(
    '%j answers by address what it has as bytes',
    async (model, reply) => {
      const request = { prompt: 'a cat', response_format: 'url' };
      const { json, exchange } = await ask(model, 'imageGenerations', request, [reply]);
      expect(json.data).toMatchObject([{ url: 'https://gateway.test/v1/media/1' }]);
      expect(json.data[0].b64_json).toBeUndefined();
      expect(exchange.published).toEqual([TINY_PNG]);
    },
  );

  test.each(ALL.filter(([model]) => model !== XAI))(
    '%j sends nothing where no address can be given',
    async (model, reply) => {
      const exchange = new FakeExchange(model[0], model[1], [reply]);
      exchange.publish = undefined;
      const asked = ask(model, 'imageGenerations', { prompt: 'a cat', response_format: 'url' }, [], exchange);
      await expect(asked).rejects.toMatchObject({ code: 'unsupported_parameter', param: 'response_format' });
      expect(exchange.calls).toEqual([]);
    },
  );

  test.each(ALL)('%j answers a stream with one event', async (model, reply) => {
    const { text, answer } = await ask(model, 'imageGenerations', { prompt: 'a cat', stream: true }, [reply]);
    expect(answer.contentType).toMatch('text/event-stream');
    expect(text.match(/^event: .*$/gm)).toEqual(['event: image_generation.completed']);
  });

  test.each([
    ['n', { n: 11 }],
    ['n', { n: 1e9 }],
    ['size', { size: 'large' }],
    ['size', { size: '1024x1024x1024' }],
    ['response_format', { response_format: 'jpeg' }],
  ])('every provider rejects a wrong %s, naming it', async (param, member) => {
    for (const [model] of ALL) {
      const asked = ask(model, 'imageGenerations', { prompt: 'a cat', ...member }, []);
      await expect(asked).rejects.toMatchObject({ code: 'invalid_value', param });
    }
  });

  test.each([[GEMINI], [IMAGEN], [XAI]] as const)(
    '%j rejects members that it does not know, and leaves out those that ask for nothing',
    async (model) => {
      const known = { quality: 'auto', background: 'auto', moderation: 'auto' };
      const [, reply] = ALL.find(([other]) => other[1] === model[1]) ?? [];
      const { exchange } = await ask(
        model,
        'imageGenerations',
        { prompt: 'a', user: 'u', ...known },
        reply ? [reply] : [],
      );
      expect([...exchange.lost]).toEqual(['user']);
      const asked = ask(model, 'imageGenerations', { prompt: 'a', background: 'transparent' }, []);
      await expect(asked).rejects.toMatchObject({ code: 'unsupported_parameter', param: 'background' });
    },
  );
});

describe('images of Gemini and Vertex', () => {
  test('ask generateContent for an image and read it with its usage', async () => {
    const { sent, exchange, json, answer } = await ask(GEMINI, 'imageGenerations', { prompt: 'a siamese cat' }, [
      geminiReply(),
    ]);
    expect(exchange.calls.map(({ path }) => path)).toEqual([
      '/v1beta/models/gemini-3.1-flash-lite-image:generateContent',
    ]);
    expect(sent).toEqual([
      {
        contents: [{ role: 'user', parts: [{ text: 'a siamese cat' }] }],
        generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
      },
    ]);
    expect(json.data).toEqual([{ b64_json: PNG }]);
    const details = { text_tokens: 5, image_tokens: 0 };
    expect(json.usage).toEqual({
      input_tokens: 5,
      output_tokens: 1518,
      total_tokens: 1523,
      input_tokens_details: details,
    });
    expect(answer.usage()?.tokens?.completion_tokens_details).toEqual({ image_tokens: 1120 });
  });

  test.each([
    ['1024x1024', { aspectRatio: '1:1' }, []],
    ['1536x1024', { aspectRatio: '3:2' }, ['size']],
    ['1024x1792', { aspectRatio: '9:16', imageSize: '2K' }, ['size']],
    ['3840x2160', { aspectRatio: '16:9', imageSize: '4K' }, ['size']],
    ['999999x1', { aspectRatio: '21:9', imageSize: '4K' }, ['size']],
  ])('the size %s becomes the nearest ratio', async (size, imageConfig, lost) => {
    const { sent, exchange } = await ask(GEMINI, 'imageGenerations', { prompt: 'a', size }, [geminiReply()]);
    expect(sent[0].generationConfig.imageConfig).toEqual(imageConfig);
    expect([...exchange.lost]).toEqual(lost);
  });

  test('several images are several calls, whose usage is one', async () => {
    const replies = Array.from({ length: 4 }, () => geminiReply());
    const { json, exchange, answer } = await ask(GEMINI, 'imageGenerations', { prompt: 'a', n: 4 }, replies);
    expect(exchange.calls).toHaveLength(4);
    expect(json.data).toHaveLength(4);
    expect(json.usage).toMatchObject({ input_tokens: 20, output_tokens: 6072 });
    expect(answer.usage()).toMatchObject({ images: 4, tokens: { total_tokens: 6092 } });
  });

  test('edits carry their images inline, before the prompt', async () => {
    const form = fakeFiles(['image[]', TINY_PNG], ['image[]', TINY_PNG]);
    const { sent } = await ask(GEMINI, 'imageEdits', { prompt: 'a hat', form }, [geminiReply()]);
    const inlineData = { mimeType: 'image/png', data: PNG };
    expect(sent[0].contents[0].parts).toEqual([{ inlineData }, { inlineData }, { text: 'a hat' }]);
  });

  test('edits pass an address on; Vertex must know its type', async () => {
    const images = [{ image_url: 'https://images.test/a' }];
    const { sent } = await ask(GEMINI, 'imageEdits', { prompt: 'a hat', images }, [geminiReply()]);
    expect(sent[0].contents[0].parts[0]).toEqual({ fileData: { fileUri: 'https://images.test/a' } });
    await expect(ask(VERTEX, 'imageEdits', { prompt: 'a', images }, [])).rejects.toMatchObject({ param: 'images' });
  });

  test('a variation is an edit with a prompt of the gateway', async () => {
    const { sent } = await ask(GEMINI, 'imageVariations', { form: fakeFiles(['image', TINY_PNG]) }, [geminiReply()]);
    expect(sent[0].contents[0].parts[1].text).toMatch(/variation/);
  });

  test('a mask is rejected', async () => {
    const form = fakeFiles(['image', TINY_PNG], ['mask', TINY_PNG]);
    const asked = ask(GEMINI, 'imageEdits', { prompt: 'a', form }, []);
    await expect(asked).rejects.toMatchObject({ code: 'unsupported_parameter', param: 'mask' });
  });

  test.each([
    [
      'a prompt that was blocked',
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
      'provider_rejected_request',
    ],
    ['an image that was held back', { candidates: [{ finishReason: 'IMAGE_SAFETY' }] }, 'provider_rejected_request'],
    [
      'words alone',
      { candidates: [{ content: { parts: [{ text: 'no' }] }, finishReason: 'NO_IMAGE' }] },
      'provider_rejected_request',
    ],
    ['nothing', {}, 'provider_error'],
    ['a list', [], 'provider_error'],
  ])('%s is no answer', async (_name, body, code) => {
    await expect(ask(GEMINI, 'imageGenerations', { prompt: 'a' }, [{ body }])).rejects.toMatchObject({ code });
  });

  test('thoughts are no images', async () => {
    const draft = { thought: true, inlineData: { data: 'AAAA' } };
    const { json } = await ask(GEMINI, 'imageGenerations', { prompt: 'a' }, [
      geminiReply([draft, { inlineData: { data: PNG } }]),
    ]);
    expect(json.data).toEqual([{ b64_json: PNG }]);
  });

  test('Vertex has a path and an address of its own', async () => {
    const { exchange } = await ask(VERTEX, 'imageGenerations', { prompt: 'a' }, [geminiReply()]);
    const [call] = exchange.calls;
    expect(call?.path).toBe(
      '/v1/projects//locations/global/publishers/google/models/gemini-3-pro-image:generateContent',
    );
    const target = { ...exchange.target, baseUrl: '', location: 'europe-west4' };
    expect(getAdapter('vertex')?.addressCall?.(target, '/v1/x')).toEqual({
      origin: 'https://europe-west4-aiplatform.googleapis.com',
      path: '/v1/x',
    });
  });

  test('Imagen makes four images a call at most, by predict', async () => {
    const four = { body: { predictions: Array(4).fill({ bytesBase64Encoded: PNG }) } };
    const { sent, exchange, json } = await ask(IMAGEN, 'imageGenerations', { prompt: 'a', n: 5, size: '1408x768' }, [
      four,
      IMAGEN_REPLY,
    ]);
    expect(exchange.calls[0]?.path).toBe('/v1beta/models/imagen-4.0-generate-001:predict');
    expect(sent).toEqual([
      { instances: [{ prompt: 'a' }], parameters: { sampleCount: 4, aspectRatio: '16:9' } },
      { instances: [{ prompt: 'a' }], parameters: { sampleCount: 1, aspectRatio: '16:9' } },
    ]);
    expect(json.data).toHaveLength(5);
    expect(json.data[4]).toEqual({ b64_json: PNG, revised_prompt: 'A fine cat' });
    expect(json.usage).toBeUndefined();
  });

  test('Imagen edits nothing', async () => {
    const asked = ask(IMAGEN, 'imageEdits', { prompt: 'a', form: fakeFiles(['image', TINY_PNG]) }, []);
    await expect(asked).rejects.toMatchObject({ code: 'unsupported_provider' });
  });

  test('an answer whose images were all filtered is the fault of the prompt', async () => {
    const asked = ask(IMAGEN, 'imageGenerations', { prompt: 'a' }, [{ body: {} }]);
    await expect(asked).rejects.toMatchObject({ code: 'provider_rejected_request', param: 'prompt' });
  });
});

describe('images of xAI', () => {
  test('come by address, with the usage as the provider counts it', async () => {
    const { sent, exchange, json } = await ask(XAI, 'imageGenerations', { prompt: 'a siamese cat' }, [XAI_REPLY]);
    expect(exchange.calls[0]?.path).toBe('/images/generations');
    expect(sent).toEqual([{ model: 'grok-imagine-image', prompt: 'a siamese cat' }]);
    expect(json).toEqual({
      created: 1_700_000_000,
      data: [{ url: 'https://images.test/a.jpeg' }],
      usage: { cost_in_usd_ticks: 200_000_000 },
    });
  });

  test('get format, number and shape in the words of the provider', async () => {
    const reply = { body: { data: [{ b64_json: PNG }, { b64_json: PNG }] } };
    const request = { prompt: 'a', n: 2, response_format: 'b64_json', size: '2048x1024', quality: 'auto' };
    const { sent, json, exchange } = await ask(XAI, 'imageGenerations', request, [reply]);
    expect(sent).toEqual([
      {
        model: 'grok-imagine-image',
        prompt: 'a',
        n: 2,
        response_format: 'b64_json',
        aspect_ratio: '2:1',
        resolution: '2k',
      },
    ]);
    expect(json.data).toEqual([{ b64_json: PNG }, { b64_json: PNG }]);
    expect([...exchange.lost]).toEqual(['size']);
  });

  test('edits are JSON: one image, or a list', async () => {
    const one = await ask(XAI, 'imageEdits', { prompt: 'a', form: fakeFiles(['image', TINY_PNG]) }, [XAI_REPLY]);
    expect(one.exchange.calls[0]?.path).toBe('/images/edits');
    expect(one.sent[0].image).toEqual({ type: 'image_url', url: DATA_URL });
    const images = [{ image_url: 'https://images.test/a.png' }, { image_url: DATA_URL }];
    const two = await ask(XAI, 'imageEdits', { prompt: 'a', images }, [XAI_REPLY]);
    expect(two.sent[0]).toEqual({
      model: 'grok-imagine-image',
      prompt: 'a',
      images: images.map(({ image_url: url }) => ({ type: 'image_url', url })),
    });
  });

  test('an answer without images is unreadable', async () => {
    const asked = ask(XAI, 'imageGenerations', { prompt: 'a' }, [{ body: { data: [{ url: '' }] } }]);
    await expect(asked).rejects.toMatchObject({ code: 'provider_error' });
  });
});

describe('images of OpenRouter', () => {
  test('have one endpoint, and a time that the gateway mends', async () => {
    const { sent, exchange, json, answer } = await ask(OPENROUTER, 'imageGenerations', { prompt: 'a siamese cat' }, [
      OPENROUTER_REPLY,
    ]);
    expect(exchange.calls[0]?.path).toBe('/images');
    expect(sent).toEqual([{ model: OPENROUTER[1], prompt: 'a siamese cat' }]);
    expect(json).toMatchObject({ created: 1_700_000_000, data: [{ b64_json: PNG }], usage: { cost: 0.034 } });
    expect(answer.usage()?.tokens).toEqual({ prompt_tokens: 5, completion_tokens: 1537, total_tokens: 1542 });
  });

  test('pass further members on, but none that ask for nothing', async () => {
    const request = { prompt: 'a', size: '1536x1024', quality: 'auto', output_format: 'webp', seed: 7, n: 1 };
    const { sent } = await ask(OPENROUTER, 'imageGenerations', request, [OPENROUTER_REPLY]);
    expect(sent[0]).toEqual({ model: OPENROUTER[1], prompt: 'a', size: '1536x1024', output_format: 'webp', seed: 7 });
  });

  test('edits are references', async () => {
    const { sent } = await ask(OPENROUTER, 'imageEdits', { prompt: 'a', form: fakeFiles(['image', TINY_PNG]) }, [
      OPENROUTER_REPLY,
    ]);
    expect(sent[0].input_references).toEqual([{ type: 'image_url', image_url: { url: DATA_URL } }]);
  });
});
