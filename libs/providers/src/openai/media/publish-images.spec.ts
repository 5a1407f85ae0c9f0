import { describe, expect, test } from '@jest/globals';
import type { ImageEditRequest } from '@multilane/contracts';
import { FakeExchange, type FakeReply, fakeFiles, readAnswer, TINY_PNG } from '../../contract/exchange.tools.spec.js';
import { getAdapter } from '../../registry.js';

const BASE64 = TINY_PNG.toString('base64');
const BYTES: FakeReply = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    created: 7,
    background: 'opaque',
    data: [{ b64_json: BASE64, revised_prompt: 'x' }],
    usage: { total_tokens: 5 },
  }),
};
const REFUSAL: FakeReply = {
  status: 400,
  body: {
    error: { message: "Unknown parameter: 'response_format'.", code: 'unknown_parameter', param: 'response_format' },
  },
};

type Endpoint = 'imageGenerations' | 'imageEdits';

function exchangeFor(model: string, ...replies: FakeReply[]): FakeExchange {
  return new FakeExchange('openai', model, replies);
}

async function ask(exchange: FakeExchange, request: ImageEditRequest, endpoint: Endpoint = 'imageGenerations') {
  const codec = getAdapter('openai')?.exchanges?.[endpoint];
  if (!codec) throw new Error('no codec');
  const answer = await codec.serve(request, exchange);
  return { answer, text: (await readAnswer(answer)).toString() };
}

const URL_WANTED = { prompt: 'a cat', response_format: 'url' };

describe('docs/contract/media.md#images-by-address of the reference provider', () => {
  test('the bytes of a GPT image model become an address; all else stays', async () => {
    const exchange = exchangeFor('gpt-image-1', BYTES);
    const { text, answer } = await ask(exchange, URL_WANTED);
    expect(JSON.parse(text)).toEqual({
      created: 7,
      background: 'opaque',
      data: [{ url: 'https://gateway.test/v1/media/1', revised_prompt: 'x' }],
      usage: { total_tokens: 5 },
    });
    expect(exchange.published).toEqual([TINY_PNG]);
    expect(JSON.parse(exchange.calls[0]?.body.toString() ?? '')).not.toHaveProperty('response_format');
    expect(answer.usage()).toBeDefined();
  });

  test('a deployment whose name does not tell is asked again without the parameter that it rejects', async () => {
    const exchange = exchangeFor('my-deployment', REFUSAL, BYTES);
    expect(JSON.parse((await ask(exchange, URL_WANTED)).text).data).toMatchObject([{ url: expect.any(String) }]);
    expect(exchange.calls).toHaveLength(2);
  });

  test('addresses of the provider itself stay byte by byte', async () => {
    const body = '{ "created": 1, "data": [ {"url": "https://provider.test/a.png"} ] }';
    const exchange = exchangeFor('dall-e-2', { headers: { 'content-type': 'application/json' }, body });
    expect((await ask(exchange, URL_WANTED)).text).toBe(body);
    expect(exchange.published).toEqual([]);
  });

  test('bytes that nobody wanted by address are relayed as they came', async () => {
    for (const response_format of [undefined, 'b64_json']) {
      const exchange = exchangeFor('gpt-image-1', BYTES);
      const request = { prompt: 'a cat', ...(response_format && { response_format }) };
      expect((await ask(exchange, request)).text).toBe(BYTES.body);
    }
  });

  test('a field that came behind the file counts', async () => {
    const form = fakeFiles(['image', TINY_PNG]);
    const late = { ...form, field: (name: string) => (name === 'response_format' ? 'url' : undefined) };
    const exchange = exchangeFor('gpt-image-1', BYTES);
    const { text } = await ask(exchange, { prompt: 'a hat', form: late }, 'imageEdits');
    expect(JSON.parse(text).data[0].url).toBe('https://gateway.test/v1/media/1');
  });

  test('without a place to store them nothing is sent to a model that gives bytes alone', async () => {
    const exchange = exchangeFor('gpt-image-1', BYTES);
    exchange.publish = undefined;
    await expect(ask(exchange, URL_WANTED)).rejects.toMatchObject({ param: 'response_format', status: 400 });
    expect(exchange.calls).toEqual([]);
  });

  test('an image that could not be stored is answered as a data URL, which is declared', async () => {
    const exchange = exchangeFor('gpt-image-1', BYTES);
    exchange.publish = () => Promise.resolve(undefined);
    const { text } = await ask(exchange, URL_WANTED);
    expect(JSON.parse(text).data[0].url).toBe(`data:image/png;base64,${BASE64}`);
    expect([...exchange.lost]).toEqual(['response_format']);
  });

  test('an answer that is no list of images stays as it came', async () => {
    for (const body of ['{"data": 7}', '[]', '{"data": [null, 1, "x"]}']) {
      const exchange = exchangeFor('gpt-image-1', { headers: { 'content-type': 'application/json' }, body });
      expect((await ask(exchange, URL_WANTED)).text).toBe(body);
    }
  });
});
