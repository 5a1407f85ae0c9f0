import type { ImageEditRequest, ImageRequest } from '@multilane/contracts';
import {
  describeForm,
  imageEditFormSchema,
  imageRequestSchema,
  imageVariationFormSchema,
  validateImageEditRequest,
  validateImageRequest,
  validateImageVariationRequest,
} from '@multilane/validation';
import type { EndpointDescriptor } from '../descriptor.js';
import { exchangeFormat } from '../exchange-format.js';
import { findImageFiles } from '../find-file-ids.js';

/** Common parts of the endpoints for images (docs/contract/media.md#images). */
const IMAGES = {
  answers: ['json', 'events'],
  format: undefined,
  modelTypes: ['image'],
  source: 'catalog',
} as const satisfies Partial<EndpointDescriptor>;

const ANSWER = 'Images, each by its `url` or as `b64_json`, with the usage that the provider reports.';

/** POST /v1/images/generations. */
export const IMAGE_GENERATIONS: EndpointDescriptor<ImageRequest> = {
  ...IMAGES,
  name: 'images.generations',
  route: { method: 'POST', path: '/v1/images/generations' },
  body: 'json',
  docs: { summary: 'Images from a prompt.', answer: ANSWER, schema: imageRequestSchema },
  exchange: exchangeFormat('imageGenerations', 'generate_content', 'images'),
  validate: validateImageRequest,
};

/** POST /v1/images/edits, as a form or as JSON. */
export const IMAGE_EDITS: EndpointDescriptor<ImageEditRequest> = {
  ...IMAGES,
  name: 'images.edits',
  route: { method: 'POST', path: '/v1/images/edits' },
  body: 'form',
  docs: {
    summary: 'Images from images and a prompt. Send the images as files of a form, or as `images[].image_url` in JSON.',
    answer: ANSWER,
    schema: describeForm(imageEditFormSchema, 'image', 'mask'),
  },
  exchange: exchangeFormat('imageEdits', 'generate_content', 'images'),
  validate: validateImageEditRequest,
  findReferences: findImageFiles,
};

/** POST /v1/images/variations. */
export const IMAGE_VARIATIONS: EndpointDescriptor<ImageEditRequest> = {
  ...IMAGES,
  name: 'images.variations',
  answers: ['json'],
  route: { method: 'POST', path: '/v1/images/variations' },
  body: 'multipart',
  docs: {
    summary: 'Variations of an image.',
    answer: ANSWER,
    schema: describeForm(imageVariationFormSchema, 'image'),
  },
  exchange: exchangeFormat('imageVariations', 'generate_content', 'images'),
  validate: validateImageVariationRequest,
  findReferences: findImageFiles,
};
