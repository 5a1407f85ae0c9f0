import type { ContentPart, ResponsesContentPart } from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';

type Image = Extract<ResponsesContentPart, { type: 'input_image' }>;
type File = Extract<ResponsesContentPart, { type: 'input_file' }>;

/**
 * The content of a message or of a tool's output, in words of chat. One plain text becomes a string, which every
 * provider takes. `path` is the content's, for refusals. Throws `unsupported_parameter` for what chat has no word for,
 * and `invalid_value` for a part that holds nothing.
 */
export function translateContent(content: string | readonly ResponsesContentPart[], path: string) {
  if (typeof content === 'string') return content;
  const parts = content.map((part, index) => translatePart(part, `${path}[${index}]`));
  const [first] = parts;
  if (first === undefined) return '';
  return parts.length === 1 && isPlainText(first) ? first.text : parts;
}

/** True if a part is its text and nothing else. */
export function isPlainText(part: ContentPart): part is Extract<ContentPart, { type: 'text' }> {
  return part.type === 'text' && Object.keys(part).length === 2;
}

/** One part; members that the gateway does not interpret travel with it. */
export function translatePart(part: ResponsesContentPart, path: string): ContentPart {
  switch (part.type) {
    case 'input_text':
    case 'output_text': {
      // Citations and probabilities are about an answer, and chat takes none back.
      const { annotations, logprobs, ...rest } = part;
      return { ...rest, type: 'text', text: part.text };
    }
    case 'refusal':
      return part;
    case 'input_audio':
      return part;
    case 'input_image':
      return translateImage(part, path);
    case 'input_file':
      return translateFile(part, path);
  }
}

function translateImage({ type, image_url: url, file_id: id, detail, ...rest }: Image, path: string): ContentPart {
  if (!url && id)
    throw unsupported(`${path}.file_id`, 'is not supported. Stored images are not supported. Send a URL or the data.');
  if (!url) throw missing(`${path}.image_url`);
  return { ...rest, type: 'image_url', image_url: { url, ...(detail ? { detail } : {}) } };
}

function translateFile(part: File, path: string): ContentPart {
  const { type, file_data: data, file_id: id, file_url: url, filename, detail, ...rest } = part;
  if (url) throw unsupported(`${path}.file_url`, 'is not supported. The gateway does not fetch files. Send the data.');
  if (detail && detail !== 'auto')
    throw unsupported(`${path}.detail`, 'is not supported. The detail of a file is not supported.');
  if (!data && !id) throw missing(`${path}.file_data`);
  return {
    ...rest,
    type: 'file',
    file: { ...(data ? { file_data: data } : {}), ...(id ? { file_id: id } : {}), ...(filename ? { filename } : {}) },
  };
}

function missing(param: string): GatewayError {
  return new GatewayError('invalid_value', {
    param,
    message: `\`${param}\` is required and must be a non-empty string.`,
  });
}
