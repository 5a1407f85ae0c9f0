import type { FormField, FormFile, FormPart, UploadForm } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/** Changes of a form before it is sent on. */
export interface FormChanges {
  /** The values of these fields. One that the form does not have is added at its end. */
  readonly set: Readonly<Record<string, string>>;
  /** Names of fields that are left out. */
  readonly omit?: ReadonlySet<string>;
  /** Throws for a field with which the form must not be sent. Of a form that is still arriving part has left by then, never its end. */
  check?(field: FormField): void;
}

/** The headers and the body of a call that sends a form. */
export interface WrittenForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

export type Part = FormField | FormFile;

const NO_CHANGES: FormChanges = { set: {} };

/**
 * Writes a form for a provider: every part in its order, with its own name, filename and content type. A form that is whole is
 * sent with its length; one that is still arriving is sent at the pace at which it arrives.
 *
 * @param seed not to be guessed by who sent the form: a file that contains the boundary could add fields
 */
export async function writeForm(
  form: Pick<UploadForm, 'isWhole' | 'parts'>,
  changes: FormChanges,
  seed: string,
): Promise<WrittenForm> {
  if (!form.isWhole) {
    const boundary = boundaryOf(seed);
    return { headers: typeOf(boundary), body: write(form.parts(), changes, boundary) };
  }
  const parts: Part[] = [];
  for await (const part of form.parts()) parts.push(part);
  return composeForm(parts, seed, changes);
}

/** A form of these parts, with its length where the sizes of its files are known. */
export function composeForm(parts: readonly Part[], seed: string, changes = NO_CHANGES): WrittenForm {
  const boundary = boundaryOf(seed);
  const length = measure(parts, changes, boundary);
  const headers = typeOf(boundary);
  return {
    headers: length === undefined ? headers : { ...headers, 'content-length': String(length) },
    body: write(parts, changes, boundary),
  };
}

/** A plain field of a form. */
export function formField(name: string, value: string): FormField {
  return { name, filename: undefined, contentType: undefined, value };
}

const boundaryOf = (seed: string) => `multilane-${seed}`;

const typeOf = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` });

/** The bytes of the whole form; undefined if the size of a file is not known. */
function measure(parts: readonly Part[], changes: FormChanges, boundary: string): number | undefined {
  const changed = new ChangedFields(changes);
  let length = 0;
  for (const part of parts) {
    const text = writeBeginning(part, changed, boundary);
    if (text === undefined) continue;
    length += Buffer.byteLength(text);
    if (isField(part)) continue;
    if (part.size === undefined) return undefined;
    length += part.size + LINE_END.length;
  }
  return length + Buffer.byteLength(writeEnd(changed, boundary));
}

async function* write(
  parts: Iterable<Part> | AsyncIterable<Part>,
  changes: FormChanges,
  boundary: string,
): AsyncGenerator<Uint8Array> {
  const changed = new ChangedFields(changes);
  // Fields go out together with the head of the file that follows them.
  let text = '';
  for await (const part of parts) {
    text += writeBeginning(part, changed, boundary) ?? '';
    if (isField(part)) continue;
    yield Buffer.from(text);
    text = '';
    yield* part.open();
    text = LINE_END;
  }
  yield Buffer.from(text + writeEnd(changed, boundary));
}

/** A field, or the head of a file; undefined for a field that is left out. */
function writeBeginning(part: Part, changed: ChangedFields, boundary: string): string | undefined {
  if (!isField(part)) {
    changed.refuseFile(part.name);
    return writeHead(part, boundary);
  }
  const value = changed.take(part);
  return value === undefined ? undefined : `${writeHead(part, boundary)}${value}${LINE_END}`;
}

function writeEnd(changed: ChangedFields, boundary: string): string {
  const added = changed.listMissing().map(([name, value]) => {
    const part = { name, filename: undefined, contentType: undefined };
    return `${writeHead(part, boundary)}${value}${LINE_END}`;
  });
  return `${added.join('')}--${boundary}--${LINE_END}`;
}

/** The fields that have another value at the provider, each of which a form may hold once. */
class ChangedFields {
  readonly #changes: FormChanges;
  readonly #seen = new Set<string>();

  constructor(changes: FormChanges) {
    this.#changes = changes;
  }

  /** The value to send; undefined for none. */
  take(field: FormField): string | undefined {
    const { name, value } = field;
    this.#changes.check?.(field);
    if (this.#changes.omit?.has(name)) return undefined;
    const set = this.#find(name);
    if (set === undefined) return value;
    if (this.#seen.has(name)) throw refuse(name, `\`${name}\` occurs in the form more than once.`);
    this.#seen.add(name);
    return set;
  }

  refuseFile(name: string): void {
    if (this.#find(name) !== undefined) throw refuse(name, `\`${name}\` must be a plain field, not a file.`);
  }

  listMissing(): [string, string][] {
    return Object.entries(this.#changes.set).filter(([name]) => !this.#seen.has(name));
  }

  /** Throws for a name that is another one to a provider that resolves escapes: `mo\del`. */
  #find(name: string): string | undefined {
    const read = name.replaceAll(/\\(.)/g, '$1').trim();
    if (!Object.hasOwn(this.#changes.set, read)) return undefined;
    if (read !== name) throw refuse(read, `\`${read}\` must be written as it is, without escapes.`);
    return this.#changes.set[name];
  }
}

const refuse = (param: string, message: string) => new GatewayError('invalid_value', { param, message });

const LINE_END = '\r\n';

function writeHead({ name, filename, contentType }: FormPart, boundary: string): string {
  const file = filename === undefined ? '' : `; filename="${escapeName(filename)}"`;
  const type = contentType === undefined ? '' : `Content-Type: ${contentType.replaceAll(CONTROLS, ' ')}${LINE_END}`;
  return `--${boundary}${LINE_END}Content-Disposition: form-data; name="${escapeName(name)}"${file}${LINE_END}${type}${LINE_END}`;
}

/** Escapes a name as browsers do (WHATWG HTML, "multipart/form-data", 4.10.21.8). */
function escapeName(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22').replaceAll(CONTROLS, ' ');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the line, or the header.
const CONTROLS = /[\u0000-\u001f\u007f]/g;

function isField(part: Part): part is FormField {
  return 'value' in part;
}
