import type { ExchangeAnswer, ExchangeCodecs, ProviderExchange } from '../exchange.js';
import { answerImages, checkImageFormat } from '../shared/images/answer-images.js';
import { type AnyImageRequest, createImageCodecs } from '../shared/images/own-image-codecs.js';
import { readImageCount, readImageFormat, readSize } from '../shared/images/read-image-request.js';
import { type InputImage, toImageUrl } from '../shared/images/read-input-images.js';
import { readReferenceAnswer } from '../shared/images/reference-answer.js';

/**
 * Members that the gateway reads itself; the rest goes along as it came, for the provider passes it on to the model's
 * host.
 */
const READ: ReadonlySet<string> = new Set([
  ...[
    'model',
    'prompt',
    'n',
    'response_format',
    'stream',
    'partial_images',
    'form',
    'image',
    'image[]',
    'images',
    'mask',
  ],
]);

/** Images of OpenRouter (openrouter.ai/docs, "Image Generation", `POST /api/v1/images`): bytes alone, one endpoint for all. */
export const OPENROUTER_IMAGES: ExchangeCodecs = createImageCodecs({ check: checkRequest, serve });

function checkRequest(request: AnyImageRequest): void {
  readImageCount(request);
  readImageFormat(request);
  readSize(request);
}

async function serve(
  request: AnyImageRequest,
  exchange: ProviderExchange,
  prompt: string,
  images: readonly InputImage[],
): Promise<ExchangeAnswer> {
  checkImageFormat(request, exchange);
  const n = readImageCount(request);
  const references = images.map((image) => ({ type: 'image_url', image_url: { url: toImageUrl(image) } }));
  const body = {
    ...Object.fromEntries(Object.entries(request).filter(([name, value]) => isPassedOn(name, value))),
    model: exchange.target.upstreamModel,
    prompt,
    ...(n > 1 ? { n } : {}),
    ...(references.length > 0 ? { input_references: references } : {}),
  };
  const answer = await exchange.send({
    path: '/images',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const facts = readReferenceAnswer(await answer.json());
  return answerImages(request, exchange, facts, references.length > 0 ? 'image_edit' : 'image_generation');
}

/** `auto` is what the provider does by itself, and some models behind it know no such word. */
function isPassedOn(name: string, value: unknown): boolean {
  if (READ.has(name) || /^image\[\d*\]$/.test(name)) return false;
  return value !== undefined && value !== null && value !== 'auto';
}
