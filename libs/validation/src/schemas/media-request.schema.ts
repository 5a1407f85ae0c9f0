import { SPEECH_FORMATS, TRANSCRIPT_FORMATS } from '@multilane/contracts';
import { OTHER_MODELS } from '../refused-everywhere.js';
import {
  BOOLEAN,
  integerBetween,
  NON_EMPTY_STRING,
  numberBetween,
  objectOf,
  type RequestSchema,
  refused,
  STRING,
  word,
} from './schema-words.js';

const MODEL: RequestSchema = {
  ...NON_EMPTY_STRING,
  maxLength: 512,
  description: 'a non-empty string of at most 512 characters',
};

/**
 * Members that requests for images have in common. Sizes are not compared with a list (docs/contract/media.md#images).
 */
const IMAGE_MEMBERS = {
  model: MODEL,
  n: integerBetween(1, 10),
  size: STRING,
  response_format: word('url', 'b64_json'),
  user: STRING,
  ...OTHER_MODELS,
};

/** Rejection of `form` in a JSON body: the name belongs to the form that the endpoint also reads. */
const NO_FORM = { form: refused('Send a form as `multipart/form-data`.') };

const STREAM_MEMBERS = { stream: BOOLEAN, partial_images: integerBetween(0, 3) };

/** The body of POST /v1/images/generations. Members that are not named here pass untouched, here and below. */
export const imageRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  { ...IMAGE_MEMBERS, prompt: NON_EMPTY_STRING, ...STREAM_MEMBERS, ...NO_FORM },
  ['model', 'prompt'],
);

/** POST /v1/images/edits as JSON. */
export const imageEditRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    ...IMAGE_MEMBERS,
    prompt: NON_EMPTY_STRING,
    images: {
      type: 'array',
      minItems: 1,
      items: { type: 'object', description: 'an object with an `image_url` or a `file_id`', rawInteger: false },
      description: 'a non-empty list of objects with an `image_url` or a `file_id`',
    },
    ...STREAM_MEMBERS,
    ...NO_FORM,
  },
  ['model', 'prompt', 'images'],
);

/** The fields of the form of POST /v1/images/edits. */
export const imageEditFormSchema: RequestSchema = objectOf(
  'a form',
  { ...IMAGE_MEMBERS, prompt: NON_EMPTY_STRING, ...STREAM_MEMBERS },
  ['model', 'prompt'],
);

/** The fields of the form of POST /v1/images/variations. */
export const imageVariationFormSchema: RequestSchema = objectOf('a form', IMAGE_MEMBERS, ['model']);

/** The body of POST /v1/audio/speech. */
export const speechRequestSchema: RequestSchema = objectOf(
  'a JSON object',
  {
    model: MODEL,
    input: NON_EMPTY_STRING,
    voice: {
      type: ['string', 'object'],
      not: { const: '' },
      required: ['id'],
      properties: { id: NON_EMPTY_STRING },
      rawInteger: false,
      description: 'the name of a voice, or an object with the `id` of one',
    },
    response_format: word(...SPEECH_FORMATS),
    speed: numberBetween(0.25, 4),
    instructions: STRING,
    stream_format: word('audio', 'sse'),
    ...OTHER_MODELS,
    ...NO_FORM,
  },
  ['model', 'input', 'voice'],
);

/** A provider would fetch it by itself, however long it is (docs/contract/media.md#transcription-requests). */
const noAddress = refused('Send the sound itself as `file`.');

const AUDIO_MEMBERS = {
  model: MODEL,
  ...OTHER_MODELS,
  url: noAddress,
  source_url: noAddress,
  prompt: STRING,
  response_format: word(...TRANSCRIPT_FORMATS),
  temperature: numberBetween(0, 1),
};

/** The fields of the form of POST /v1/audio/transcriptions. */
export const transcriptionFormSchema: RequestSchema = objectOf(
  'a form',
  {
    ...AUDIO_MEMBERS,
    language: STRING,
    timestamp_granularities: {
      type: 'array',
      items: word('word', 'segment'),
      description: 'a list of "word" and "segment"',
    },
    stream: BOOLEAN,
  },
  ['model'],
);

/** The fields of the form of POST /v1/audio/translations. */
export const translationFormSchema: RequestSchema = objectOf('a form', AUDIO_MEMBERS, ['model']);

/** A form as the API's description has it: its fields and its files. */
export function describeForm(schema: RequestSchema, ...files: readonly string[]): RequestSchema {
  const file = { type: 'string', format: 'binary', description: 'a file' };
  const required = files.filter((name) => name !== 'mask');
  return {
    ...schema,
    required: [...(schema.required ?? []), ...required],
    properties: { ...schema.properties, ...Object.fromEntries(files.map((name) => [name, file])) },
  };
}
