import { GatewayError, unsupported } from '@multilane/errors';
import type { Losses } from '../losses.js';
import { ignoreHint } from '../models/native-parameters.js';

/** Members that choose what the model does by itself anyway where they have these values. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  background: ['auto'],
  input_fidelity: ['low'],
  moderation: ['auto'],
  output_format: ['auto'],
  quality: ['auto', 'standard'],
  style: ['auto'],
  stream: [false],
};

/** Members that every image codec reads. `partial_images` is the most that may come, so that none is allowed. */
const COMMON: ReadonlySet<string> = new Set([
  ...['model', 'prompt', 'n', 'size', 'response_format', 'stream', 'partial_images'],
  ...['form', 'image', 'image[]', 'images', 'mask'],
]);

/**
 * Rejects the members of an image request that a provider does not know: 400 `unsupported_parameter`, `param` naming the
 * member. A null member is an absent one.
 *
 * @param known The members that the provider's codec reads beside those that every codec does.
 */
export function refuseImageMembers(
  request: Readonly<Record<string, unknown>>,
  known: readonly string[],
  losses: Losses,
): void {
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || value === null || COMMON.has(name) || /^image\[\d*\]$/.test(name)) continue;
    if (known.includes(name) || USUAL[name]?.includes(value) || ignoreHint(name, value, losses)) continue;
    if (name === 'user') losses.lose('user');
    else throw unsupported(name);
  }
}

/** The reference takes at most as many. */
const MOST_IMAGES = 10;

/** Reads the number of images. Fields of forms are text. */
export function readImageCount({ n }: Readonly<{ n?: unknown }>, most = MOST_IMAGES): number {
  if (n === undefined || n === null || n === '') return 1;
  const count = typeof n === 'string' && /^\d{1,4}$/.test(n) ? Number(n) : n;
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new GatewayError('invalid_value', { param: 'n', message: `\`n\` must be an integer from 1 to ${most}.` });
}

/** The prompt, which must be there. */
export function readPrompt({ prompt }: Readonly<{ prompt?: unknown }>): string {
  if (typeof prompt === 'string' && prompt.trim() !== '') return prompt;
  throw new GatewayError('invalid_value', { param: 'prompt', message: '`prompt` must be a text that is not empty.' });
}

/** In what form images are asked for; undefined if the request leaves it to the provider. */
export function readImageFormat(request: Readonly<{ response_format?: unknown }>): 'url' | 'b64_json' | undefined {
  const { response_format: format } = request;
  if (format === undefined || format === null || format === '') return undefined;
  if (format === 'url' || format === 'b64_json') return format;
  const message = '`response_format` must be `url` or `b64_json`.';
  throw new GatewayError('invalid_value', { param: 'response_format', message });
}

/** Fields of forms are text. */
export function wantsStream({ stream }: Readonly<{ stream?: unknown }>): boolean {
  return stream === true || stream === 'true';
}

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** `WIDTHxHEIGHT`; undefined for `auto` and where the request names none. */
export function readSize({ size }: Readonly<{ size?: unknown }>): PixelSize | undefined {
  if (size === undefined || size === null || size === '' || size === 'auto') return undefined;
  const [, width, height] = (typeof size === 'string' && /^([1-9]\d{0,5})x([1-9]\d{0,5})$/.exec(size)) || [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  const message = '`size` must be `auto`, or a width and a height in pixels such as `1024x1536`.';
  throw new GatewayError('invalid_value', { param: 'size', message });
}
