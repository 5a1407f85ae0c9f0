import type { FormPart } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

const NAME_CHARACTERS = 200;
const FILENAME_CHARACTERS = 1_000;
/**
 * Length of a head that the parser reads; the rest is cut off, so that a head of nearly this length cannot be trusted.
 */
export const HEAD_BYTES = 8 * 1024;
export const HEAD_LINES = 16;

/** Values as Latin-1, whatever their characters are. */
export type PartHeader = Readonly<Record<string, readonly string[] | undefined>>;

/** Describes a part by its head. Throws the refusal of one that is malformed, or that says too much. */
export function describePart(header: PartHeader): FormPart {
  if (isCutOff(header))
    throw malformed('the head of a part is longer than 8 KB: its name, filename or type is too long');
  const disposition = header['content-disposition']?.[0];
  const parameters = disposition === undefined ? undefined : readParameters(asUtf8(disposition));
  const name = parameters?.get('name');
  if (name === undefined) throw malformed('a part has no name');
  if (name.length > NAME_CHARACTERS) throw refuseAmount(`a name of more than ${NAME_CHARACTERS} characters`);
  const filename = parameters?.get('filename*') ?? parameters?.get('filename');
  if (filename !== undefined && filename.length > FILENAME_CHARACTERS) {
    throw refuseAmount(`a filename of more than ${FILENAME_CHARACTERS} characters`);
  }
  return { name, filename, contentType: header['content-type']?.[0]?.trim() || undefined };
}

/** The space behind the colon is not counted, nor the end of the last line. */
function isCutOff(header: PartHeader): boolean {
  let bytes = 0;
  for (const [name, values = []] of Object.entries(header)) {
    for (const value of values) bytes += name.length + value.length + ': \r\n'.length;
  }
  return bytes >= HEAD_BYTES - HEAD_LINES;
}

function asUtf8(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}

/** The parameters as they came: escapes between quotes stay, and the value is sent on in quotes. */
function readParameters(disposition: string): Map<string, string> | undefined {
  if (!/^\s*form-data\s*(;|$)/i.test(disposition)) return undefined;
  const found = new Map<string, string>();
  for (const [, name = '', quoted, plain] of disposition.matchAll(
    /;\s*(name|filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+)(?=\s*(?:;|$)))/gi,
  )) {
    const key = name.toLowerCase();
    if (found.has(key)) continue;
    const value = quoted ?? plain ?? '';
    found.set(key, key === 'filename*' ? decodeExtended(value) : value);
  }
  return found;
}

/** RFC 8187: `UTF-8''na%C3%AFve.wav`. */
function decodeExtended(value: string): string {
  try {
    return decodeURIComponent(value.replace(/^[^']*'[^']*'/, '')).replaceAll('"', '%22');
  } catch {
    return value;
  }
}

/** 400 `invalid_value` for a form that cannot be parsed. */
export function malformed(why: string): GatewayError {
  return new GatewayError('invalid_value', { message: `The multipart body is malformed: ${why}.` });
}

/** 413 `payload_too_large` for a form with too many parts or bytes. Closes the connection, so that the rest is not read. */
export function refuseAmount(what: string): GatewayError {
  return new GatewayError('payload_too_large', { message: `The form has ${what}.`, headers: { connection: 'close' } });
}
