import { isRecord, parseBoundedJson, type UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** A file that was uploaded, with what its form says of it. */
export interface ReadUpload {
  readonly name: string;
  readonly contentType: string | null;
  readonly sourceId: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Its bytes, as often as they are asked for. */
  open(): AsyncIterable<Uint8Array>;
}

const FIELDS = new Set(['metadata', 'source_id']);
const LONGEST_NAME = 255;
const LONGEST_SOURCE = 2_048;
const LONGEST_TYPE = 255;
const MOST_METADATA = 64;
const LONGEST_KEY = 200;
const LONGEST_VALUE = 1_000;
const MOST_VALUES = 100;
/** Length of all members as JSON: each chunk of the document has a copy. */
const LONGEST_METADATA = 16_384;

/** Metadata that results have of their own. */
const OWN_KEYS = new Set(['source', 'chunk_index', 'page', 'headings', 'start', 'end', 'document_id']);

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no name may have
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** Reads the form of an upload, whole. @throws GatewayError 400 that names the part at fault */
export async function readUpload(form: UploadForm): Promise<ReadUpload> {
  await form.readToEnd();
  const [file, another] = form.files;
  const foreign = form.files.find(({ name }) => name !== 'file');
  if (foreign !== undefined) throw refuse(foreign.name, 'is not a known part: send one file, as `file`');
  if (another !== undefined) throw refuse('file', 'may be sent once');
  if (file === undefined) throw refuse('file', 'is required, with a filename');
  for (const [index, { name }] of form.fields.entries()) {
    if (!FIELDS.has(name)) throw refuse(name, 'is not a known part');
    if (form.fields.findIndex((field) => field.name === name) !== index) throw refuse(name, 'may be sent once');
  }
  const sourceId = form.field('source_id');
  if (sourceId !== undefined && (sourceId === '' || sourceId.length > LONGEST_SOURCE || !isStorable(sourceId))) {
    throw refuse('source_id', `must be a text of 1 to ${LONGEST_SOURCE} characters`);
  }
  const contentType = file.contentType?.replaceAll(CONTROL, '').slice(0, LONGEST_TYPE) ?? null;
  return {
    name: readName(file.filename),
    contentType: contentType === '' ? null : contentType,
    sourceId: sourceId ?? null,
    metadata: readMetadata(form.field('metadata')),
    open: () => file.open(),
  };
}

/** Without the folders that some clients send. */
function readName(filename: string | undefined): string {
  const name = (filename ?? '').replaceAll(CONTROL, '').split(/[\\/]/).at(-1)?.trim() ?? '';
  if (name === '' || name === '.' || name === '..') throw refuse('file', 'needs a filename');
  if (!isStorable(name)) throw refuse('file', 'has a filename that is not valid Unicode');
  if (name.length <= LONGEST_NAME) return name;
  throw refuse('file', `has a filename of more than ${LONGEST_NAME} characters`);
}

/** Text, numbers, booleans, and lists of these: what filters can compare. */
export function readMetadata(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = parseBoundedJson(text);
  } catch {
    throw refuse('metadata', 'must be a JSON object');
  }
  if (!isRecord(value)) throw refuse('metadata', 'must be a JSON object');
  const entries = Object.entries(value);
  if (entries.length > MOST_METADATA) throw refuse('metadata', `must have at most ${MOST_METADATA} members`);
  for (const [key, member] of entries) {
    const path = `metadata.${key.slice(0, 80)}`;
    if (key === '' || key.length > LONGEST_KEY || !isStorable(key) || key === '__proto__') {
      throw refuse(path, `has a name that is not a text of 1 to ${LONGEST_KEY} characters`);
    }
    if (OWN_KEYS.has(key)) throw refuse(path, 'is set by the gateway: choose another name');
    const values = Array.isArray(member) ? member : [member];
    if (values.length > MOST_VALUES || !values.every(isValue)) {
      throw refuse(
        path,
        `must be a text of at most ${LONGEST_VALUE} characters, a number, a boolean, or a list of at most ${MOST_VALUES} of these`,
      );
    }
  }
  if (JSON.stringify(value).length > LONGEST_METADATA) {
    throw refuse('metadata', `must have at most ${LONGEST_METADATA} characters of JSON`);
  }
  return value;
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= LONGEST_VALUE && isStorable(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** PostgreSQL stores neither the character NUL nor halves of surrogate pairs. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Cs}/u.test(text);
}

function refuse(name: string, words: string): GatewayError {
  const param = name.slice(0, 100);
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}.` });
}
