import { describe, expect, test } from '@jest/globals';
import type { FormField, FormFile, UploadForm } from '@multilane/contracts';
import {
  validateImageEditRequest,
  validateImageRequest,
  validateImageVariationRequest,
  validateSpeechRequest,
  validateTranscriptionRequest,
  validateTranslationRequest,
} from './validate-media-requests.js';

type Fields = readonly (readonly [name: string, value: string])[];

function makeForm(fields: Fields, ...files: readonly string[]): UploadForm {
  const all = fields.map(([name, value]): FormField => ({ name, value, filename: undefined, contentType: undefined }));
  return {
    fields: all,
    files: files.map((name) => ({ name }) as FormFile),
    isWhole: true,
    field: (name) => all.find((field) => field.name === name)?.value,
    readToEnd: () => Promise.resolve(),
    parts: () => {
      throw new Error('no part is read to validate a form');
    },
  };
}

const MODEL: Fields = [['model', 'm']];
const EDIT: Fields = [...MODEL, ['prompt', 'p']];

describe('requests for media as JSON', () => {
  test.each([
    [validateImageRequest, { model: 'm', prompt: 'p', n: 10, size: '17x3', quality: 'any', newer: { a: 1 } }],
    [validateImageEditRequest, { model: 'm', prompt: 'p', images: [{ image_url: 'data:' }], mask: { file_id: 'f' } }],
    [validateSpeechRequest, { model: 'm', input: 'x', voice: { id: 'v' }, speed: 4, stream_format: 'sse' }],
  ] as const)('come back as they came: %#', (validate, body) => {
    expect(validate({ ...body })).toEqual(body);
  });

  const image = { model: 'm', prompt: 'p' };
  const speech = { model: 'm', input: 'x', voice: 'alloy' };
  test.each([
    [validateImageRequest, { prompt: 'p' }, 'model'],
    [validateImageRequest, { model: 'm' }, 'prompt'],
    [validateImageRequest, { ...image, prompt: '' }, 'prompt'],
    ...[0, 11, 1.5, '2', true].map((n) => [validateImageRequest, { ...image, n }, 'n'] as const),
    [validateImageRequest, { ...image, response_format: 'png' }, 'response_format'],
    [validateImageRequest, { ...image, partial_images: 4 }, 'partial_images'],
    [validateImageRequest, { ...image, form: {} }, 'form'],
    [validateImageEditRequest, { ...image, images: [] }, 'images'],
    [validateImageEditRequest, { ...image, images: ['data:'] }, 'images[0]'],
    [validateSpeechRequest, { model: 'm', voice: 'alloy' }, 'input'],
    [validateSpeechRequest, { model: 'm', input: 'x' }, 'voice'],
    [validateSpeechRequest, { ...speech, input: '' }, 'input'],
    [validateSpeechRequest, { ...speech, input: 'x'.repeat(1_000_001) }, 'input'],
    [validateImageRequest, { ...image, prompt: 'x'.repeat(1_000_001) }, 'prompt'],
    [validateSpeechRequest, { ...speech, voice: {} }, 'voice.id'],
    [validateSpeechRequest, { ...speech, response_format: 'ogg' }, 'response_format'],
    [validateSpeechRequest, { ...speech, speed: 4.1 }, 'speed'],
    [validateSpeechRequest, { ...speech, stream_format: 'ndjson' }, 'stream_format'],
  ] as const)('are rejected with the field that is wrong: %#', (validate, body, param) => {
    expect(() => validate({ ...body })).toThrow(expect.objectContaining({ param }));
  });
});

describe('requests for media as forms', () => {
  test('become members with their types; other fields stay texts, and names in brackets are lists', () => {
    const fields: Fields = [
      ...MODEL,
      ['temperature', '0.5'],
      ['stream', 'True'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['include[]', 'logprobs'],
      ['chunking_strategy', 'auto'],
    ];
    const form = makeForm(fields, 'file');
    expect(validateTranscriptionRequest(form)).toEqual({
      model: 'm',
      temperature: 0.5,
      stream: true,
      timestamp_granularities: ['word', 'segment'],
      include: ['logprobs'],
      chunking_strategy: 'auto',
      form,
    });
  });

  test.each(['image', 'image[]', 'image[0]', 'image[15]'])('an edit takes images named %s', (name) => {
    const form = makeForm([...EDIT, ['n', '2']], name);
    expect(validateImageEditRequest(form)).toMatchObject({ prompt: 'p', n: 2, form });
  });

  test('fields of any name are members of the request alone', () => {
    const request = validateTranslationRequest(makeForm([...MODEL, ['__proto__', 'x'], ['form', 'y']], 'file'));
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    expect(request.form).not.toBe('y');
  });

  test.each([
    [validateTranscriptionRequest, makeForm([], 'file'), 'model'],
    [validateTranscriptionRequest, makeForm(MODEL), 'file'],
    [validateTranscriptionRequest, makeForm([...MODEL, ['file', 'text']]), 'file'],
    [validateTranscriptionRequest, makeForm([...MODEL, ['response_format', 'docx']], 'file'), 'response_format'],
    [validateTranscriptionRequest, makeForm([...MODEL, ['temperature', 'NaN']], 'file'), 'temperature'],
    [validateTranscriptionRequest, makeForm([...MODEL, ['temperature', '']], 'file'), 'temperature'],
    [
      validateTranscriptionRequest,
      makeForm([...MODEL, ['timestamp_granularities[]', 'letter']], 'file'),
      'timestamp_granularities[0]',
    ],
    [validateTranslationRequest, makeForm(MODEL, 'files'), 'file'],
    [validateImageEditRequest, makeForm(MODEL, 'image'), 'prompt'],
    [validateImageEditRequest, makeForm(EDIT, 'mask'), 'image'],
    [validateImageEditRequest, makeForm([...EDIT, ['n', '1'], ['n', '10']], 'image'), 'n'],
    [validateImageVariationRequest, makeForm([...MODEL, ['n', '0x2']], 'image'), 'n'],
    [validateImageVariationRequest, makeForm([...MODEL, ['n', '99']], 'image'), 'n'],
    [validateImageVariationRequest, { model: 'm' }, undefined],
  ] as const)('are rejected with the field that is wrong: %#', (validate, form, param) => {
    expect(() => validate(form)).toThrow(expect.objectContaining({ code: 'invalid_value', param }));
  });
});
