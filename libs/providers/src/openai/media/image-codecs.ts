import type { FormField, ImageEditRequest } from '@multilane/contracts';
import type { ExchangeAnswer, ExchangeCodecs, ProviderExchange } from '../../exchange.js';
import { ProviderFailure } from '../../provider-failure.js';
import { checkImageFormat } from '../../shared/images/answer-images.js';
import { VARIATION_PROMPT } from '../../shared/images/read-input-images.js';
import type { ProviderTarget } from '../../target.js';
import { publishImages } from './publish-images.js';
import { type PathOf, sendRequest } from './send-request.js';

type ImageCodecs = Required<Pick<ExchangeCodecs, 'imageGenerations' | 'imageEdits' | 'imageVariations'>>;

/**
 * Images in the reference format: requests are sent on with the model's own name, answers relayed as they come
 * (docs/contract/media.md#images).
 */
export function createImageCodecs(pathOf: PathOf): ImageCodecs {
  return {
    imageGenerations: {
      serve: (request, exchange) => askForImages(request, exchange, pathOf, '/images/generations'),
    },
    imageEdits: {
      streamsForms: true,
      serve: (request, exchange) => askForImages(request, exchange, pathOf, '/images/edits'),
    },
    imageVariations: {
      streamsForms: true,
      serve: (request, exchange) =>
        hasVariations(exchange.target)
          ? askForImages(request, exchange, pathOf, '/images/variations')
          : askForImages(request, exchange, pathOf, '/images/edits', { prompt: VARIATION_PROMPT }),
    },
  };
}

/** The models that answer with `b64_json` alone (openai-node 7.55, `resources/images`, "response_format"). */
const GPT_IMAGE_MODEL = /(?:^|[/.:_-])(?:chat)?gpt-image/i;

function givesOnlyBase64({ upstreamModel }: ProviderTarget): boolean {
  return GPT_IMAGE_MODEL.test(upstreamModel);
}

/**
 * OpenAI itself has retired variations, and its GPT image models never had them (openai-node 7.55, "This endpoint is retired").
 * Azure and compatible hosts may still have them.
 */
function hasVariations(target: ProviderTarget): boolean {
  return !givesOnlyBase64(target) && new URL(target.baseUrl).hostname !== 'api.openai.com';
}

const RESPONSE_FORMAT: ReadonlySet<string> = new Set(['response_format']);

/**
 * `response_format` is not sent to models that always answer `b64_json` and reject it. Where the name of a deployment does not
 * reveal which they are, the provider's refusal does, and the request is sent again without it.
 */
async function askForImages(
  request: Readonly<ImageEditRequest>,
  exchange: ProviderExchange,
  pathOf: PathOf,
  path: string,
  added: Readonly<Record<string, string>> = {},
): Promise<ExchangeAnswer> {
  const { target } = exchange;
  const sending = {
    path: pathOf(target, path),
    set: { ...added, model: target.upstreamModel },
    answerType: 'application/json',
  };
  if (givesOnlyBase64(target)) {
    checkImageFormat(request, exchange);
    // The field may come behind the file in a form that is still arriving.
    const check = (field: FormField): void => {
      if (field.name !== 'response_format') return;
      checkImageFormat({ ...request, response_format: field.value }, exchange);
    };
    const answer = await sendRequest(request, exchange, { ...sending, omit: RESPONSE_FORMAT, check });
    return wantsAddress(request) ? publishImages(answer, exchange) : answer;
  }
  try {
    return await sendRequest(request, exchange, sending);
  } catch (error) {
    const isRepeatable = request.form === undefined || request.form.isWhole;
    if (!isRepeatable || !(error instanceof ProviderFailure) || error.param !== 'response_format') throw error;
    checkImageFormat(request, exchange);
    const answer = await sendRequest(request, exchange, { ...sending, omit: RESPONSE_FORMAT });
    return wantsAddress(request) ? publishImages(answer, exchange) : answer;
  }
}

/** Asked once the request has been sent: the field may have come behind the file. */
function wantsAddress({ form, response_format: format }: Readonly<ImageEditRequest>): boolean {
  return (format ?? form?.field('response_format')) === 'url';
}
