import { type FormFile, type ImageEditRequest, isRecord } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { parseDataUrl } from '../texts/parse-data-url.js';
import { sniffImage } from './sniff-image.js';

/** An image that a request brings: its bytes as base64, or the address where it lies. */
export type InputImage = { readonly mediaType: string; readonly base64: string } | { readonly url: string };

export interface InputImages {
  /** At least one. */
  readonly images: readonly InputImage[];
  readonly mask: InputImage | undefined;
}

/** The reference takes at most as many. */
const MOST_IMAGES = 16;

/** All of them together, in bytes: they travel inside of one JSON body. */
const MOST_BYTES = 20 * 1024 * 1024;

/** Prompt for a variation if only edits are left. */
export const VARIATION_PROMPT =
  'Create a variation of this image. Keep its subject, its composition and its style, and change the details.';

const IMAGE_FIELD = /^image(?:\[\d*\])?$/;

/**
 * The images of an edit or a variation, from the files of a form or from `images: [{ image_url }]` and `mask` of a JSON
 * body. Their type is read from their bytes. Rejects with 400 for a request without images, with too many, and for
 * files that are none.
 */
export async function readInputImages(request: Readonly<ImageEditRequest>): Promise<InputImages> {
  const { images, mask } = request.form ? await readForm(request.form) : readJson(request);
  if (images.length === 0) throw invalid('image', '`image` is required: one or more images.');
  if (images.length > MOST_IMAGES) throw invalid('image', `\`image\`: at most ${MOST_IMAGES} images are accepted.`);
  return { images, mask };
}

/** An image as a URL: its address, or its bytes in a `data:` URL. */
export function toImageUrl(image: InputImage): string {
  return 'url' in image ? image.url : `data:${image.mediaType};base64,${image.base64}`;
}

async function readForm(form: NonNullable<ImageEditRequest['form']>): Promise<InputImages> {
  const images: InputImage[] = [];
  let mask: InputImage | undefined;
  let left = MOST_BYTES;
  await form.readToEnd();
  for await (const part of form.parts()) {
    const isImage = IMAGE_FIELD.test(part.name);
    if ('value' in part || !(isImage || part.name === 'mask')) continue;
    if (images.length > MOST_IMAGES) break;
    const bytes = await readFile(part, left);
    left -= bytes.length;
    const mediaType = sniffImage(bytes);
    if (mediaType === undefined) throw invalid(part.name, `\`${part.name}\` is not an image of a known type.`);
    const image = { mediaType, base64: bytes.toString('base64') };
    if (isImage) images.push(image);
    else mask = image;
  }
  return { images, mask };
}

async function readFile(file: FormFile, limit: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of file.open()) {
    size += piece.length;
    if (size > limit) {
      const message = `The images are larger than ${MOST_BYTES / 1024 / 1024} MB together, which this model's provider takes at most.`;
      throw new GatewayError('payload_too_large', { param: file.name, message });
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** `images` is the reference's; `image` is what other services take in its place. */
function readJson({ images, image, mask }: Readonly<ImageEditRequest>): InputImages {
  const name = images === undefined || images === null ? 'image' : 'images';
  const given = images ?? image ?? [];
  const list = Array.isArray(given) ? given : [given];
  return {
    // A list that is far too long is not read to its end.
    images: list.slice(0, MOST_IMAGES + 1).map((entry, index) => readEntry(entry, `${name}[${index}]`)),
    mask: mask === undefined || mask === null ? undefined : readEntry(mask, 'mask'),
  };
}

function readEntry(entry: unknown, path: string): InputImage {
  const given = isRecord(entry) ? (entry.image_url ?? entry.url) : entry;
  const url = isRecord(given) ? given.url : given;
  if (isRecord(entry) && url === undefined && entry.file_id !== undefined) {
    const why = 'is not supported: the provider of this model has no files. Send the image itself as `image_url`.';
    throw unsupported(`${path}.file_id`, why);
  }
  if (typeof url !== 'string') throw invalid(path, `\`${path}.image_url\` must be an https address or a data URL.`);
  const data = parseDataUrl(url);
  if (data) return { mediaType: data.mediaType, base64: data.base64 };
  if (!/^https:\/\/\S+$/i.test(url)) {
    throw invalid(path, `\`${path}.image_url\` must be an https address or a base64 data URL.`);
  }
  return { url };
}

function invalid(param: string, message: string): GatewayError {
  return new GatewayError('invalid_value', { param, message });
}
