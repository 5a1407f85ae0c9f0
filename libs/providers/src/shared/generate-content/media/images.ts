import { type ImageEditRequest, type ImageRequest, isRecord, type Usage } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import type { ExchangeAnswer, ExchangeCodec, ExchangeCodecs, ProviderExchange } from '../../../exchange.js';
import { ProviderFailure } from '../../../provider-failure.js';
import type { ProviderTarget } from '../../../target.js';
import { unreadable } from '../../failures/map-error.js';
import { answerImages, checkImageFormat, type MadeImage } from '../../images/answer-images.js';
import { chooseRatio } from '../../images/choose-ratio.js';
import { makeSeveral } from '../../images/make-several.js';
import {
  readImageCount,
  readImageFormat,
  readPrompt,
  readSize,
  refuseImageMembers,
} from '../../images/read-image-request.js';
import { type InputImage, readInputImages, VARIATION_PROMPT } from '../../images/read-input-images.js';
import { UNNAMED_LOSSES } from '../../losses.js';
import { mapUsage } from '../map-usage.js';
import { isPredicted, serveByPredict } from './imagen.js';
import { guessMediaType } from './media-type.js';

/** The aspect ratios of the models that answer with images (ai.google.dev, "Image generation", aspect ratios). */
const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'];

/** The path of a model below the base URL, without the method. */
type ModelPath = (target: ProviderTarget) => string;

/**
 * Images by `generateContent` with image output, or by `predict` where the model is of the family that has that
 * (ai.google.dev/gemini-api/docs/image-generation and /imagen).
 */
export function createImageCodecs(pathOf: ModelPath): ExchangeCodecs {
  const generations: ExchangeCodec<ImageRequest> = {
    isBeyondReference: true,
    check: (request) => checkRequest(request, true),
    serve: (request, exchange) =>
      isPredicted(exchange.target)
        ? serveByPredict(request, exchange, pathOf(exchange.target))
        : serve(request, exchange, { prompt: readPrompt(request), images: [], event: 'image_generation' }, pathOf),
  };
  const edit = (readText: (request: ImageEditRequest) => string): ExchangeCodec<ImageEditRequest> => ({
    isBeyondReference: true,
    check: (request, target) => {
      checkRequest(request, false);
      readText(request);
      if (!isPredicted(target)) return;
      const message = 'Imagen models generate images and do not edit them. Choose a Gemini image model.';
      throw new GatewayError('unsupported_provider', { param: 'model', message });
    },
    serve: async (request, exchange) => {
      const { images, mask } = await readInputImages(request);
      if (mask) throw unsupported('mask');
      return serve(request, exchange, { prompt: readText(request), images, event: 'image_edit' }, pathOf);
    },
  });
  return { imageGenerations: generations, imageEdits: edit(readPrompt), imageVariations: edit(() => VARIATION_PROMPT) };
}

function checkRequest(request: Readonly<ImageRequest | ImageEditRequest>, needsPrompt: boolean): void {
  refuseImageMembers(request, [], UNNAMED_LOSSES);
  if (needsPrompt) readPrompt(request);
  readImageCount(request);
  readImageFormat(request);
  readSize(request);
}

interface Subject {
  readonly prompt: string;
  readonly images: readonly InputImage[];
  readonly event: 'image_generation' | 'image_edit';
}

async function serve(
  request: Readonly<ImageRequest | ImageEditRequest>,
  exchange: ProviderExchange,
  subject: Subject,
  pathOf: ModelPath,
): Promise<ExchangeAnswer> {
  checkImageFormat(request, exchange);
  refuseImageMembers(request, [], exchange.losses);
  const call = {
    path: `${pathOf(exchange.target)}:generateContent`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(encodeRequest(request, exchange, subject)),
  };
  // The provider makes one image a call.
  const answers = await makeSeveral(readImageCount(request), async () => (await exchange.send(call)).json());
  const made = answers.map(readAnswer);
  const images = made.flatMap((answer) => answer.images);
  return answerImages(request, exchange, { images, tokens: sumUsage(made) }, subject.event);
}

function encodeRequest(
  request: Readonly<{ size?: unknown }>,
  { losses, target }: Pick<ProviderExchange, 'losses' | 'target'>,
  { prompt, images }: Subject,
): object {
  const size = readSize(request);
  const chosen = size && chooseRatio(size, RATIOS, losses);
  // The smallest is the default of every model, and the only one of some.
  const imageSize = chosen && chosen.resolution > 1 ? { imageSize: `${chosen.resolution}K` } : {};
  const imageConfig = chosen ? { imageConfig: { aspectRatio: chosen.ratio, ...imageSize } } : {};
  return {
    contents: [{ role: 'user', parts: [...images.map((image) => encodeImage(image, target)), { text: prompt }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'], ...imageConfig },
  };
}

function encodeImage(image: InputImage, target: ProviderTarget): object {
  if ('base64' in image) return { inlineData: { mimeType: image.mediaType, data: image.base64 } };
  const mimeType = guessMediaType(image.url.replace(/[?#].*$/s, ''));
  // The consumer API finds the type out; the cloud edition requires it.
  if (mimeType === undefined && target.kind === 'vertex') {
    throw unsupported('images', "is not supported: the address must end in the image's type, such as `.png`.");
  }
  return { fileData: { ...(mimeType && { mimeType }), fileUri: image.url } };
}

interface ReadAnswer {
  readonly images: readonly MadeImage[];
  readonly usage: Usage | undefined;
}

/** Throws a `ProviderFailure` for an answer without an image: the request is to blame where its content was refused. */
function readAnswer(body: unknown): ReadAnswer {
  if (!isRecord(body)) throw unreadable('no object');
  const candidate = Array.isArray(body.candidates) ? body.candidates[0] : undefined;
  const content = isRecord(candidate) && isRecord(candidate.content) ? candidate.content : undefined;
  const parts = Array.isArray(content?.parts) ? content.parts : [];
  const images = parts.flatMap((part: unknown): MadeImage[] => {
    const data =
      isRecord(part) && part.thought !== true && isRecord(part.inlineData) ? part.inlineData.data : undefined;
    return typeof data === 'string' && data !== '' ? [{ base64: data }] : [];
  });
  if (images.length === 0) throw describeRefusal(body, isRecord(candidate) ? candidate.finishReason : undefined);
  return { images, usage: readUsage(body.usageMetadata) };
}

/** Reasons for which no image came that the prompt is to blame for (ai.google.dev/api/generate-content, FinishReason). */
const REFUSALS = /SAFETY|PROHIBITED|BLOCKLIST|SPII|RECITATION|NO_IMAGE|IMAGE_OTHER/;

function describeRefusal(body: Readonly<Record<string, unknown>>, finishReason: unknown): ProviderFailure {
  const feedback = isRecord(body.promptFeedback) ? body.promptFeedback.blockReason : undefined;
  const reason = String(feedback ?? finishReason ?? '').slice(0, 60);
  if (feedback === undefined && !REFUSALS.test(reason)) return unreadable(`no image, ${reason}`);
  return new ProviderFailure('provider_rejected_request', {
    detail: `no image, ${reason}`,
    publicMessage: 'The provider made no image of this prompt.',
    param: 'prompt',
  });
}

/** Usage with the share of images in prompt and completion, which have prices of their own. */
function readUsage(reported: unknown): Usage | undefined {
  const usage = mapUsage(reported);
  if (!usage || !isRecord(reported)) return usage;
  const prompt = countImageTokens(reported.promptTokensDetails);
  const completion = countImageTokens(reported.candidatesTokensDetails);
  return {
    ...usage,
    prompt_tokens_details: { ...usage.prompt_tokens_details, image_tokens: prompt },
    completion_tokens_details: { ...usage.completion_tokens_details, image_tokens: completion },
  };
}

function countImageTokens(details: unknown): number {
  if (!Array.isArray(details)) return 0;
  const image = details.find((entry) => isRecord(entry) && entry.modality === 'IMAGE');
  return typeof image?.tokenCount === 'number' ? image.tokenCount : 0;
}

/** The sum over several calls; undefined if one of them reports nothing. */
function sumUsage(answers: readonly ReadAnswer[]): Usage | undefined {
  return answers
    .map(({ usage }) => usage)
    .reduce((sum, usage) => {
      if (sum === undefined || usage === undefined) return undefined;
      const add = (details: 'prompt_tokens_details' | 'completion_tokens_details') => ({
        [details]: {
          image_tokens: Number(sum[details]?.image_tokens ?? 0) + Number(usage[details]?.image_tokens ?? 0),
        },
      });
      return {
        prompt_tokens: sum.prompt_tokens + usage.prompt_tokens,
        completion_tokens: sum.completion_tokens + usage.completion_tokens,
        total_tokens: sum.total_tokens + usage.total_tokens,
        ...add('prompt_tokens_details'),
        ...add('completion_tokens_details'),
      };
    });
}
