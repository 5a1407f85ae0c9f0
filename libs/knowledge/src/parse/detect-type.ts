import { fileTypeFromBuffer } from 'file-type';
import { type FileType, TYPE_BY_EXTENSION, TYPE_BY_MEDIA_TYPE } from './document-formats.js';
import { ParseError } from './parse-error.js';
import type { DocumentFacts } from './parse-outcome.js';

/** Formats that are text: their bytes do not show which. */
const TEXTUAL = new Set<FileType['format']>(['text', 'code', 'markdown', 'html', 'csv', 'json', 'notebook', 'email']);

/** Formats by the extension of `file-type`, for those that are not the extension of a file name. */
const SNIFFED_AS: Readonly<Record<string, string>> = {
  docm: 'docx',
  dotm: 'docx',
  xltm: 'xlsx',
  potx: 'pptx',
  ppsm: 'pptx',
  ott: 'odt',
  ots: 'ods',
  otp: 'odp',
};

/** Readers of PDF find the header anywhere in the first kilobyte. */
const PDF_HEADER_WITHIN = 1024;

const ADVICE =
  'Upload text, Markdown, HTML, PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, CSV, JSON, e-mail or notebook files.';

/** A type that is parsed or transcribed. */
export interface ReadableType extends FileType {
  readonly format: Exclude<FileType['format'], 'unsupported'>;
}

/**
 * The type of a document. The bytes decide; a name that says something else is rejected, because a file that lies about
 * its type is either damaged or meant to reach a parser that was not chosen for it (docs/contract/knowledge.md#formats).
 */
export async function detectType(bytes: Uint8Array, facts: DocumentFacts): Promise<ReadableType> {
  if (bytes.length === 0) throw new ParseError('no_text', 'The file is empty.');
  const extension = /\.([a-z0-9]{1,8})$/i.exec(facts.name)?.[1]?.toLowerCase() ?? '';
  const named = TYPE_BY_EXTENSION.get(extension);
  const sniffed = await sniffType(bytes);
  const found = sniffed ?? (isText(bytes) ? (named ?? typeOfText(bytes, facts)) : undefined);
  if (named !== undefined && !agree(named, sniffed, found)) {
    throw new ParseError(
      'type_mismatch',
      `The file is named like ${named.label} but contains ${sniffed?.label ?? (found ? 'text' : 'something else')}. Upload the original file, or name it after what it contains.`,
    );
  }
  if (found === undefined) {
    throw new ParseError('unsupported_type', `The file is neither text nor a known document. ${ADVICE}`);
  }
  if (found.format === 'unsupported') {
    throw new ParseError('unsupported_type', `This is ${found.label}, which cannot be read. ${found.advice ?? ADVICE}`);
  }
  return { ...found, format: found.format };
}

/** True if a name fits the bytes. Two formats of one family (JPEG and PNG, XLS and XLSX) do. */
function agree(named: FileType, sniffed: FileType | undefined, found: FileType | undefined): boolean {
  if (sniffed === undefined)
    return found !== undefined && (TEXTUAL.has(named.format) || named.format === 'unsupported');
  return named.format === sniffed.format || named.format === 'unsupported';
}

/** Finds the type by the first bytes; undefined for text and for unknown types. */
async function sniffType(bytes: Uint8Array): Promise<FileType | undefined> {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PDF_HEADER_WITHIN)).toString(
    'latin1',
  );
  if (start.includes('%PDF-')) return TYPE_BY_EXTENSION.get('pdf');
  // Bytes of no known kind are told by their name.
  const sniffed = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (sniffed === undefined) return undefined;
  const { ext, mime } = sniffed;
  if (mime.startsWith('audio/') || mime.startsWith('video/'))
    return { format: 'media', mediaType: mime, label: 'sound or video' };
  if (ext === 'cfb') return typeOfCompoundFile(bytes);
  const known = TYPE_BY_EXTENSION.get(SNIFFED_AS[ext] ?? ext);
  if (known !== undefined && !TEXTUAL.has(known.format)) {
    return known.format === 'image' ? { ...known, mediaType: mime } : known;
  }
  // XML, SVG, scripts and the like are text.
  return isText(bytes) ? undefined : { format: 'unsupported', mediaType: mime, label: `a file of type ${mime}` };
}

/** The container of Office before 2007, which also wraps encrypted documents of Office today. */
function typeOfCompoundFile(bytes: Uint8Array): FileType | undefined {
  // Node's own search for UTF-16 does not end where the bytes start at an odd address.
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const contains = (name: string) => whole.includes(Buffer.from(name, 'utf16le'));
  if (contains('EncryptedPackage')) {
    throw new ParseError(
      'encrypted',
      'The document is protected by a password. Remove the password, then upload it again.',
    );
  }
  if (contains('Workbook') || contains('Book')) return TYPE_BY_EXTENSION.get('xls');
  if (contains('PowerPoint Document')) return TYPE_BY_EXTENSION.get('ppt');
  return TYPE_BY_EXTENSION.get(contains('__properties_version1.0') ? 'msg' : 'doc');
}

/** Text without a known file extension: the media type decides, else the first characters. */
function typeOfText(bytes: Uint8Array, facts: DocumentFacts): FileType | undefined {
  const stated = TYPE_BY_MEDIA_TYPE.get(facts.mediaType?.split(';')[0]?.trim().toLowerCase() ?? '');
  if (stated !== undefined && TEXTUAL.has(stated.format) && stated.mediaType !== 'text/plain') return stated;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
    .toString('latin1')
    .trimStart();
  if (/^(?:\u00ef\u00bb\u00bf)?<(?:!doctype html|html|head|body)\b/i.test(start)) return TYPE_BY_EXTENSION.get('html');
  return TYPE_BY_EXTENSION.get('txt');
}

/** Text has no zero bytes, but in UTF-16 and UTF-32, and few control characters. */
function isText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 64 * 1024);
  if (hasWideMark(sample)) return true;
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    if (byte < 32 && (byte < 7 || byte > 13) && byte !== 27) controls += 1;
  }
  return controls * 50 <= sample.length;
}

function hasWideMark(sample: Uint8Array): boolean {
  const mark = `${sample[0]},${sample[1]}`;
  return mark === '255,254' || mark === '254,255' || (mark === '0,0' && sample[2] === 254 && sample[3] === 255);
}
