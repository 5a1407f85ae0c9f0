import { unsupported } from '@multilane/errors';
import type { DataUrl } from './parse-data-url.js';

/** Media types of texts: an encoding declared for anything else says nothing about characters. */
const TEXT = /^text\/|[/+](?:json|xml)$/;

/**
 * The text of a file in the charset that it declares, else UTF-8. A byte order mark decides before both, as in browsers and for
 * guardrails. Throws a `GatewayError` that names `path`, the part's, where the charset is not known.
 */
export function readTextFile({ base64, charset }: DataUrl, path: string): string {
  const bytes = Buffer.from(base64, 'base64');
  try {
    return new TextDecoder(findMark(bytes) ?? charset ?? 'utf-8').decode(bytes);
  } catch {
    throw unsupported(path, 'is not supported: the charset of the file is unknown. Send the file as UTF-8.');
  }
}

/**
 * The base64 of a file for a provider that takes no charset beside the media type: text of another charset is written as UTF-8, and
 * everything else stays as it is. Throws as `readTextFile` does.
 */
export function encodeAsUtf8(file: DataUrl, path: string): string {
  const { base64, charset, mediaType } = file;
  if (charset === undefined || /^utf-?8$/i.test(charset) || !TEXT.test(mediaType)) return base64;
  return Buffer.from(readTextFile(file, path)).toString('base64');
}

/** The charset of a byte order mark; that of UTF-32 begins like the one of UTF-16. */
function findMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 ? undefined : 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}
