import type { ChatMessage, ContentPart } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import { parseDataUrl } from '../texts/parse-data-url.js';
import { encodeAsUtf8 } from '../texts/text-file.js';
import { guessMediaType } from './media/media-type.js';
import type { NativePart } from './native-types.js';

/** The formats of the reference's audio parts (ai.google.dev, "Audio understanding", supported formats). */
const AUDIO_TYPES: ReadonlyMap<string, string> = new Map([
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mp3'],
]);

/**
 * The native parts of a message's content; `path` names the content in refusals. Data goes inline; an https address is
 * given on, for the provider fetches it (ai.google.dev, "File input methods", external URLs). `detail` of an image is a
 * hint and has no counterpart.
 */
export function encodeContent(content: ChatMessage['content'], path: string, target: ProviderTarget): NativePart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ text: content }];
  return content.map((part, index) => encodePart(part, `${path}[${index}]`, target));
}

function encodePart(part: ContentPart, path: string, target: ProviderTarget): NativePart {
  switch (part.type) {
    case 'text':
      return { text: part.text };
    case 'refusal':
      return { text: part.refusal };
    case 'image_url':
      return encodeAddress(part.image_url.url, path, target);
    case 'file':
      return encodeFile(part.file, path, target);
    case 'input_audio': {
      const mimeType = AUDIO_TYPES.get(part.input_audio.format);
      if (mimeType === undefined) throw unsupported(path, 'is not supported: this provider takes audio as wav or mp3.');
      return { inlineData: { mimeType, data: part.input_audio.data } };
    }
    default:
      throw unsupported(path, 'is not supported: this provider cannot take such a content part.');
  }
}

function encodeAddress(url: string, path: string, target: ProviderTarget): NativePart {
  const inline = encodeInline(url, path);
  if (inline !== undefined) return inline;
  // An address of the storage service (`gs://`) would be read with the operator's rights, not the caller's.
  if (!/^https:\/\//i.test(url))
    throw unsupported(path, 'is not supported: this provider takes images as base64 data URLs and https addresses.');
  const mimeType = guessMediaType(url.replace(/[?#].*$/s, ''));
  // The consumer API finds the type out; the cloud edition requires it (its reference, "FileData").
  if (mimeType === undefined && target.kind === 'vertex') {
    throw unsupported(path, "is not supported: the address must end in the image's type, such as `.png`.");
  }
  return { fileData: { mimeType, fileUri: url } };
}

type FileOfPart = Extract<ContentPart, { type: 'file' }>['file'];

/** Address of the consumer API's files, whatever address it is called at (ai.google.dev/api/files, `uri`). */
const FILES = 'https://generativelanguage.googleapis.com/v1beta/files/';

function encodeFile(file: FileOfPart, path: string, target: ProviderTarget): NativePart {
  if (!file.file_data) {
    if (target.kind === 'vertex')
      throw unsupported(path, 'is not supported: this provider takes files as `file_data`, not by id.');
    const mimeType = guessMediaType(file.filename ?? '');
    return {
      fileData: { ...(mimeType && { mimeType }), fileUri: `${FILES}${encodeURIComponent(file.file_id ?? '')}` },
    };
  }
  const inline = encodeInline(file.file_data, path);
  if (inline !== undefined) return inline;
  const mimeType = guessMediaType(file.filename ?? '');
  if (mimeType === undefined || file.file_data.startsWith('data:')) {
    throw unsupported(path, 'is not supported: `file_data` must be a base64 data URL.');
  }
  return { inlineData: { mimeType, data: file.file_data } };
}

/** Undefined for what is no data URL. The type goes without its parameters, so that a text is sent as UTF-8. */
function encodeInline(url: string, path: string): NativePart | undefined {
  const data = parseDataUrl(url);
  return data && { inlineData: { mimeType: data.mediaType, data: encodeAsUtf8(data, path) } };
}
