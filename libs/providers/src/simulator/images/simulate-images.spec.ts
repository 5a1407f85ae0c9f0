import { inflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { ImageEditRequest, ImageRequest } from '@multilane/contracts';
import { FakeExchange, fakeFiles, readAnswer, TINY_PNG } from '../../contract/exchange.tools.spec.js';
import { drawPrompt } from './draw-prompt.js';
import { SIMULATED_EDITS, SIMULATED_GENERATIONS, SIMULATED_VARIATIONS } from './simulate-images.js';

const SMALL = { prompt: 'A siamese cat', size: '96x64' };

async function generate(request: ImageRequest, exchange = new FakeExchange('simulator', 'simulator-image', [])) {
  SIMULATED_GENERATIONS.check?.(request, exchange.target);
  const answer = await SIMULATED_GENERATIONS.serve(request, exchange);
  return { answer, exchange, text: (await readAnswer(answer)).toString() };
}

const drawing = { width: 96, height: 64, prompt: 'Hi', caption: '', index: 0, progress: 1 };

/** Width, height and the bytes of the rows of a PNG whose one data chunk follows the palette. */
function readPng(png: Buffer) {
  const at = png.indexOf('IDAT');
  const length = png.readUInt32BE(at - 4);
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    rows: inflateSync(png.subarray(at + 4, at + 4 + length)),
  };
}

describe('the images of the simulator', () => {
  test('are PNGs of the size that was asked for, as many as were asked for, each with colours of its own', async () => {
    const { text, answer } = await generate({ ...SMALL, n: 3 });
    const { created, data, usage, ...members } = JSON.parse(text);
    const images = data.map(({ b64_json }: { b64_json: string }) => Buffer.from(b64_json, 'base64'));
    expect(created).toBe(1_700_000_000);
    expect(images.map((png: Buffer) => readPng(png))).toMatchObject(Array(3).fill({ width: 96, height: 64 }));
    expect(new Set(data.map(JSON.stringify)).size).toBe(3);
    expect(members).toEqual({ background: 'opaque', output_format: 'png', quality: 'low', size: '96x64' });
    const details = { text_tokens: 4, image_tokens: 0 };
    expect(usage).toEqual({ input_tokens: 4, output_tokens: 6, total_tokens: 10, input_tokens_details: details });
    expect(answer.usage()).toMatchObject({ images: 3, tokens: { prompt_tokens: 4, completion_tokens: 6 } });
  });

  test('are the same for the same request', async () => {
    expect((await generate(SMALL)).text).toBe((await generate(SMALL)).text);
  });

  test('are 1,024 pixels square if no size is named', async () => {
    const { data } = JSON.parse((await generate({ prompt: 'Hi', size: 'auto' })).text);
    expect(readPng(Buffer.from(data[0].b64_json, 'base64'))).toMatchObject({ width: 1024, height: 1024 });
  });

  test('show the words of the prompt: another prompt has other pixels', async () => {
    const rowsOf = async (prompt: string) => readPng(await drawPrompt({ ...drawing, prompt })).rows;
    const [left, right] = [await rowsOf('AB'), await rowsOf('BA')];
    const white = (rows: Buffer) => rows.filter((pixel) => pixel === 64).length;
    expect(white(left)).toBeGreaterThan(20);
    expect(left.equals(right)).toBe(false);
    expect(white(await rowsOf(''))).toBe(0);
  });

  test('are published where an address is asked for', async () => {
    const { text, exchange } = await generate({ ...SMALL, response_format: 'url', n: 2 });
    expect(JSON.parse(text).data).toEqual([
      { url: 'https://gateway.test/v1/media/1' },
      { url: 'https://gateway.test/v1/media/2' },
    ]);
    expect(exchange.published.map((png) => readPng(png).width)).toEqual([96, 96]);
  });

  test('are rejected by address where nothing stores them, naming response_format', async () => {
    const exchange = new FakeExchange('simulator', 'simulator-image', []);
    exchange.publish = undefined;
    const answer = generate({ ...SMALL, response_format: 'url' }, exchange);
    await expect(answer).rejects.toMatchObject({ code: 'unsupported_parameter', param: 'response_format' });
  });

  test('come in a stream with as many partial images as were asked for, then whole', async () => {
    const { text, answer, exchange } = await generate({ ...SMALL, stream: true, partial_images: 2 });
    const events = text.trimEnd().split('\n\n');
    const parsed = events.map((event) => JSON.parse(event.split('\ndata: ')[1] ?? ''));
    expect(answer.isStream).toBe(true);
    expect(events.map((event) => event.split('\n')[0])).toEqual([
      'event: image_generation.partial_image',
      'event: image_generation.partial_image',
      'event: image_generation.completed',
    ]);
    expect(parsed.map((event) => event.partial_image_index)).toEqual([0, 1, undefined]);
    expect(new Set(parsed.map(({ b64_json }) => b64_json)).size).toBe(3);
    expect(parsed[2]).toMatchObject({ type: 'image_generation.completed', usage: { input_tokens: 4 } });
    expect(exchange.waits).toHaveLength(2);
  });

  test('come in a stream of one event an image where no partial images are asked for', async () => {
    const { text } = await generate({ ...SMALL, stream: true, n: 2 });
    expect(text.match(/^event: .*/gm)).toEqual(Array(2).fill('event: image_generation.completed'));
  });

  test.each([
    ['prompt', { prompt: '' }],
    ['prompt', { prompt: 'x'.repeat(100_000_000) }],
    ['size', { prompt: 'x', size: '100000x100000' }],
    ['size', { prompt: 'x', size: '3840x3840' }],
    ['size', { prompt: 'x', size: '0x10' }],
    ['size', { prompt: 'x', size: '-1x10' }],
    ['size', { prompt: 'x', size: '1e3x10' }],
    ['n', { prompt: 'x', n: 1_000_000_000 }],
    ['n', { prompt: 'x', n: 0 }],
    ['n', { prompt: 'x', n: 1.5 }],
    ['partial_images', { prompt: 'x', stream: true, partial_images: 4 }],
    ['response_format', { prompt: 'x', response_format: 'png' }],
    ['output_format', { prompt: 'x', output_format: 'webp' }],
    ['sidecar', { prompt: 'x', sidecar: 1 }],
  ])('a request whose %s cannot be drawn is rejected, naming it', (param, request) => {
    const { target } = new FakeExchange('simulator', 'simulator-image', []);
    let thrown: unknown;
    try {
      SIMULATED_GENERATIONS.check?.(request as ImageRequest, target);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ status: 400, param });
  });

  test.each([
    ['emoji and joiners', '👩‍👩‍👧‍👦 👍🏽'],
    ['marks of direction', '\u202E\u2066hello\u2069\u202C'],
    ['many accents on one letter', `Z${'\u0301'.repeat(5_000)}`],
    ['characters that expand', '\ufdfa'.repeat(5_000)],
    ['lone surrogates', '\ud800 \udc00'],
    ['nothing that can be drawn', '\u200b\u200b'],
    ['one long word', 'w'.repeat(32_000)],
    ['controls', 'a\0b\u0007\u001b[31m'],
  ])('draws a prompt of %s, however small the picture', async (_name, prompt) => {
    for (const [width, height] of [
      [1, 1],
      [7, 300],
      [300, 7],
      [128, 128],
    ] as const) {
      const { rows } = readPng(await drawPrompt({ ...drawing, prompt, width, height }));
      expect(rows).toHaveLength((width + 1) * height);
      for (let y = 0; y < height; y += 1) expect(rows[y * (width + 1)]).toBe(0);
    }
  });

  test.each([
    ['simulator-error-429', 'provider_rate_limited'],
    ['simulator-error-500', 'provider_error'],
  ])('fail for %s in the prompt as those of a provider do', async (prompt, code) => {
    await expect(generate({ ...SMALL, prompt })).rejects.toMatchObject({ code });
  });
});

describe('edits and variations of the simulator', () => {
  const edit = async (codec: typeof SIMULATED_EDITS, request: ImageEditRequest) => {
    const exchange = new FakeExchange('simulator', 'simulator-image', []);
    codec.check?.(request, exchange.target);
    return JSON.parse((await readAnswer(await codec.serve(request, exchange))).toString());
  };

  test.each(['image', 'image[]', 'image[0]'])('read images from the parts %s of a form', async (name) => {
    const form = fakeFiles([name, TINY_PNG], [name, TINY_PNG], ['mask', TINY_PNG]);
    const { usage } = await edit(SIMULATED_EDITS, { ...SMALL, form });
    expect(usage.input_tokens_details).toEqual({ text_tokens: 4, image_tokens: 512 });
  });

  test('read images from JSON, as data URLs and addresses', async () => {
    const images = [
      { image_url: `data:image/png;base64,${TINY_PNG.toString('base64')}` },
      { image_url: 'https://images.test/a.png' },
    ];
    const { usage } = await edit(SIMULATED_EDITS, { ...SMALL, images });
    expect(usage.input_tokens_details.image_tokens).toBe(512);
  });

  test('a variation needs no prompt', async () => {
    const { data } = await edit(SIMULATED_VARIATIONS, { size: '64x64', form: fakeFiles(['image', TINY_PNG]) });
    expect(data).toHaveLength(1);
  });

  test.each([
    ['no image', 'image', { form: fakeFiles() }],
    ['no image in JSON', 'image', {}],
    ['a file that is no image', 'image', { form: fakeFiles(['image', Buffer.from('hello')]) }],
    ['seventeen images', 'image', { form: fakeFiles(...Array(17).fill(['image', TINY_PNG])) }],
    ['an address that is not https', 'images[0]', { images: [{ image_url: 'http://169.254.169.254/' }] }],
    ['an id of a file', 'images[0].file_id', { images: [{ file_id: 'file-1' }] }],
    ['an image that is a number', 'images[1]', { images: ['https://images.test/a.png', 7] }],
  ])('an edit with %s is rejected, naming it', async (_name, param, request) => {
    await expect(edit(SIMULATED_EDITS, { ...SMALL, ...request })).rejects.toMatchObject({ status: 400, param });
  });

  test('images of more than 20 MB together are rejected', async () => {
    const large = Buffer.concat([TINY_PNG, Buffer.alloc(11 * 1024 * 1024)]);
    const request = { ...SMALL, form: fakeFiles(['image', large], ['image', large]) };
    await expect(edit(SIMULATED_EDITS, request)).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});
