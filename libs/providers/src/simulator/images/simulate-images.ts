import type { ImageEditRequest, ImageRequest, Usage } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import type { ExchangeAnswer, ExchangeCodec, ProviderExchange } from '../../exchange.js';
import { answerImages, checkImageFormat, type MadeImage, writeImageEvent } from '../../shared/images/answer-images.js';
import {
  type PixelSize,
  readImageCount,
  readImageFormat,
  readPrompt,
  readSize,
  refuseImageMembers,
  wantsStream,
} from '../../shared/images/read-image-request.js';
import { readInputImages } from '../../shared/images/read-input-images.js';
import { UNNAMED_LOSSES } from '../../shared/losses.js';
import { failOnTrigger } from '../fail-on-trigger.js';
import { splitTokens } from '../limit-text.js';
import { drawPrompt } from './draw-prompt.js';

/** Length of the reference's longest prompt, in characters. */
const LONGEST_PROMPT = 32_000;
/** The sizes that are drawn: about as large as the reference's largest. */
const LONGEST_SIDE = 3_840;
const MOST_PIXELS = 3_840 * 2_160;
const DEFAULT_SIZE: PixelSize = { width: 1_024, height: 1_024 };
const MOST_PARTIAL_IMAGES = 3;
/** Milliseconds between the images of a stream: slow enough to be seen. */
const PARTIAL_EVERY_MS = 150;

type AnyImageRequest = Readonly<ImageRequest | ImageEditRequest>;
type EventName = 'image_generation' | 'image_edit';

/** The prompt of a request, drawn as a picture. */
export const SIMULATED_GENERATIONS: ExchangeCodec<ImageRequest> = {
  check: (request) => checkRequest(request, readPrompt(request)),
  serve: (request, exchange) =>
    draw(request, exchange, {
      prompt: readPrompt(request),
      caption: 'simulator',
      images: 0,
      event: 'image_generation',
    }),
};

/** Edits, drawn again: the caption says how many images came with the request. */
export const SIMULATED_EDITS: ExchangeCodec<ImageEditRequest> = {
  check: (request) => checkRequest(request, readPrompt(request)),
  serve: async (request, exchange) => {
    const { images, mask } = await readInputImages(request);
    const caption = `simulator: edit of ${countImages(images.length)}${mask ? ' with a mask' : ''}`;
    return draw(request, exchange, {
      prompt: readPrompt(request),
      caption,
      images: images.length,
      event: 'image_edit',
    });
  },
};

/** A variation has no prompt of its own. */
export const SIMULATED_VARIATIONS: ExchangeCodec<ImageEditRequest> = {
  check: (request) => checkRequest(request, ''),
  serve: async (request, exchange) => {
    const { images } = await readInputImages(request);
    const caption = `simulator: variation of ${countImages(images.length)}`;
    return draw(request, exchange, { prompt: 'Variation', caption, images: images.length, event: 'image_edit' });
  },
};

interface Subject {
  readonly prompt: string;
  readonly caption: string;
  /** Number of images that came with the request. */
  readonly images: number;
  readonly event: EventName;
}

function checkRequest(request: AnyImageRequest, prompt: string): void {
  refuseImageMembers(request, ['output_format', 'quality', 'style', 'background'], UNNAMED_LOSSES);
  readImageCount(request);
  readImageFormat(request);
  readPartialImages(request);
  chooseSize(request);
  if (prompt.length > LONGEST_PROMPT) {
    const message = `\`prompt\` is longer than ${LONGEST_PROMPT} characters, which the simulator draws at most.`;
    throw new GatewayError('invalid_value', { param: 'prompt', message });
  }
  const { output_format: format = 'png' } = request;
  if (format !== 'png' && format !== null && format !== 'auto') {
    throw unsupported('output_format', 'must be png: the simulator draws no others.');
  }
}

async function draw(request: AnyImageRequest, exchange: ProviderExchange, subject: Subject): Promise<ExchangeAnswer> {
  failOnTrigger(exchange.target.upstreamModel, subject.prompt);
  checkImageFormat(request, exchange);
  const size = chooseSize(request);
  const count = readImageCount(request);
  const tokens = countTokens(subject, size, count);
  const members = { background: 'opaque', quality: 'low', size: `${size.width}x${size.height}` };
  if (wantsStream(request) && readPartialImages(request) > 0) {
    return streamImages(request, exchange, subject, { size, tokens, members: { ...members, output_format: 'png' } });
  }
  const images: MadeImage[] = [];
  // One after the other: each takes some milliseconds, and others want a turn.
  for (let index = 0; index < count; index += 1) {
    const png = await drawPrompt({ ...size, ...subject, index, progress: 1 });
    images.push({ base64: png.toString('base64') });
  }
  return answerImages(request, exchange, { images, tokens, members }, subject.event);
}

interface StreamFacts {
  readonly size: PixelSize;
  readonly tokens: Usage;
  readonly members: object;
}

async function streamImages(
  request: AnyImageRequest,
  exchange: ProviderExchange,
  subject: Subject,
  facts: StreamFacts,
): Promise<ExchangeAnswer> {
  const count = readImageCount(request);
  return {
    contentType: 'text/event-stream; charset=utf-8',
    isStream: true,
    body: drawProgress(exchange, subject, facts, { count, partials: readPartialImages(request) }),
    usage: () => ({ images: count, tokens: facts.tokens }),
  };
}

async function* drawProgress(
  exchange: ProviderExchange,
  subject: Subject,
  { size, tokens, members }: StreamFacts,
  { count, partials }: { count: number; partials: number },
): AsyncGenerator<Uint8Array> {
  const common = { created_at: exchange.created, ...members };
  const whole = { text_tokens: tokens.prompt_tokens, image_tokens: 0 };
  const usage = {
    input_tokens: tokens.prompt_tokens,
    output_tokens: tokens.completion_tokens,
    total_tokens: tokens.total_tokens,
    input_tokens_details: { ...whole, ...tokens.prompt_tokens_details },
  };
  for (let index = 0; index < count; index += 1) {
    for (let partial = 0; partial <= partials; partial += 1) {
      const isDone = partial === partials;
      const png = await drawPrompt({ ...size, ...subject, index, progress: (partial + 1) / (partials + 1) });
      const image = { b64_json: png.toString('base64'), ...common };
      if (isDone) yield writeImageEvent(`${subject.event}.completed`, { ...image, usage });
      else yield writeImageEvent(`${subject.event}.partial_image`, { ...image, partial_image_index: partial });
      if (!isDone) await exchange.wait(PARTIAL_EVERY_MS);
    }
  }
}

function readPartialImages({ partial_images: given }: AnyImageRequest): number {
  if (given === undefined || given === null || given === '') return 0;
  const count = Number(given);
  if (Number.isInteger(count) && count >= 0 && count <= MOST_PARTIAL_IMAGES) return count;
  const message = `\`partial_images\` must be an integer from 0 to ${MOST_PARTIAL_IMAGES}.`;
  throw new GatewayError('invalid_value', { param: 'partial_images', message });
}

function chooseSize(request: AnyImageRequest): PixelSize {
  const size = readSize(request) ?? DEFAULT_SIZE;
  const { width, height } = size;
  if (Math.max(width, height) <= LONGEST_SIDE && width * height <= MOST_PIXELS) return size;
  const message = `\`size\`: the simulator draws sides of ${LONGEST_SIDE} and ${MOST_PIXELS} pixels at most.`;
  throw new GatewayError('invalid_value', { param: 'size', message });
}

/** Pixels for one token of an image, about as many as at the reference's lowest quality. */
const PIXELS_PER_TOKEN = 4_096;

function countTokens({ prompt, images }: Subject, { width, height }: PixelSize, count: number): Usage {
  const text = splitTokens(prompt).length;
  const input = text + images * 256;
  const output = count * Math.ceil((width * height) / PIXELS_PER_TOKEN);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { text_tokens: text, image_tokens: images * 256 },
  };
}

function countImages(count: number): string {
  return count === 1 ? 'an image' : `${count} images`;
}
