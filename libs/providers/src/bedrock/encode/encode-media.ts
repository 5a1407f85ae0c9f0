import type { ContentPart } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { parseDataUrl } from '../../shared/texts/parse-data-url.js';
import { encodeAsUtf8 } from '../../shared/texts/text-file.js';
import type { ContentBlock, ResultBlock } from '../converse-request.js';
import type { DocumentNames } from '../document-names.js';

type Part<Type> = Extract<ContentPart, { type: Type }>;

/** …/API_runtime_ImageBlock.html */
const IMAGE_FORMATS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** …/API_runtime_DocumentBlock.html */
const DOCUMENT_FORMATS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['application/msword', 'doc'],
  [`${OFFICE}.wordprocessingml.document`, 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  [`${OFFICE}.spreadsheetml.sheet`, 'xlsx'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
]);

/** The reference's two formats of audio, both of which are among …/API_runtime_AudioBlock.html. */
const AUDIO_FORMATS: ReadonlySet<string> = new Set(['mp3', 'wav']);

/**
 * An image, which must come as its bytes. Addresses are rejected, the storage service's too: the provider would read them
 * with the operator's rights, not the caller's. The provider chooses the resolution, so `detail` has no counterpart.
 */
export function encodeImage({ image_url: { url } }: Part<'image_url'>, path: string): ResultBlock {
  if (!/^data:/i.test(url))
    throw unsupported(path, 'is not supported: this provider takes images as `data:` addresses alone.');
  const image = parseDataUrl(url);
  if (image === undefined) throw broken(`${path}.image_url.url`);
  const format = IMAGE_FORMATS.get(image.mediaType);
  if (format === undefined)
    throw unsupported(path, 'is not supported: this provider takes PNG, JPEG, GIF and WebP images alone.');
  return { image: { format, source: { bytes: image.base64 } } };
}

export function encodeFile({ file }: Part<'file'>, path: string, names: DocumentNames): ResultBlock {
  if (!file.file_data)
    throw unsupported(path, 'is not supported: this provider cannot reach stored files: send the data itself.');
  const data = parseDataUrl(file.file_data);
  if (data === undefined) throw broken(`${path}.file.file_data`);
  const format = DOCUMENT_FORMATS.get(data.mediaType);
  if (format === undefined)
    throw unsupported(
      path,
      'is not supported: this provider takes PDF, Word, Excel, CSV, HTML, Markdown and text files alone.',
    );
  return { document: { name: names.take(file.filename), format, source: { bytes: encodeAsUtf8(data, path) } } };
}

export function encodeAudio({ input_audio: { data, format } }: Part<'input_audio'>, path: string): ContentBlock {
  if (!AUDIO_FORMATS.has(format))
    throw unsupported(
      `${path}.input_audio.format`,
      'is not supported: this provider accepts only `mp3` and `wav` audio.',
    );
  return { audio: { format, source: { bytes: data } } };
}

function broken(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must be a base64 \`data:\` address.` });
}
