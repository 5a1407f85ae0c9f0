import { randomUUID } from 'node:crypto';
import type { Caller } from '@multilane/auth';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { JsonFrame } from '@multilane/validation';
import { findByName, mayUseModel } from '../../snapshot/access/find-model.js';
import type { ServedModel, Snapshot } from '../../snapshot/snapshot.js';

/** Verdict on a client's event. */
export type EventVerdict =
  | { readonly kind: 'pass' }
  /** The event that is sent in its place: it names models by the names that the provider knows. */
  | { readonly kind: 'replace'; readonly text: string | Buffer }
  | { readonly kind: 'refuse'; readonly code: string; readonly param: string | null; readonly message: string };

/** A client's event, as far as it must be known. */
export interface ClientEvent {
  readonly verdict: EventVerdict;
  /** True if a provider could read it as `response.create`. */
  readonly mayCreateResponse: boolean;
  /** True if a provider does, or rejects it. */
  readonly createsResponse: boolean;
  /** The model that it has transcribe, by the provider's name; undefined if it names none. */
  readonly transcriber: string | undefined;
  readonly eventId: string | undefined;
}

export interface EventRules {
  readonly caller: Caller;
  /** The snapshot in effect at this moment, not the one that let the socket in. */
  readonly snapshot: Snapshot;
  /** The model that the socket was opened for. */
  readonly model: ServedModel;
}

const PASS: EventVerdict = { kind: 'pass' };
const PASSED: ClientEvent = {
  verdict: PASS,
  mayCreateResponse: false,
  createsResponse: false,
  transcriber: undefined,
  eventId: undefined,
};

/** Members that hold what people or tools say; a `model` in them is nobody's name. */
const CONTENTS: ReadonlySet<string> = new Set(['instructions', 'metadata', 'prompt', 'tool_choice', 'tools']);

const DEEPEST = 8;

/** Shorter events are parsed as they are. */
const SHORT_BYTES = 4 * 1024;

/**
 * Looks at an event of a client: a model that it names must be one that the caller may use. Most events are sound, and are not
 * even parsed: one without `model` and without a backslash, behind which the word could hide, names none. Long strings are left out of
 * what is parsed, and an event that holds more than is parsed in one turn of the event loop is rejected.
 *
 * @param isBinary a binary message is sound, unless it begins as an event does
 */
export function checkClientEvent(bytes: Buffer, rules: EventRules, isBinary = false): ClientEvent {
  if (isPlainSound(bytes)) return PASSED;
  if (hidesInWideCharacters(bytes)) return refuseFormat('Send events in UTF-8.');
  if (isBinary && !beginsAsEvent(bytes)) return PASSED;
  let frame: JsonFrame | undefined;
  try {
    if (bytes.length > SHORT_BYTES) frame = JsonFrame.read(bytes, randomUUID());
  } catch (error) {
    return refuseFormat(describeExcess(error));
  }
  const short = frame?.short ?? bytes;
  // Only the parser can tell that the omitted parts are in strings: malformed JSON may have its strings elsewhere.
  if (short === bytes && !mayConcernUs(bytes)) return PASSED;
  const text = short.toString('utf8');
  let event: unknown;
  try {
    // A provider may read past a byte order mark.
    event = parseBoundedJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return judgeNearlyJson(bytes, isBinary);
  }
  if (!isRecord(event)) return PASSED;
  const { event_id: id, type } = event;
  const seen = {
    // A provider may read the other one of two members `type`.
    mayCreateResponse: text.includes('response.create') || text.includes('\\u'),
    createsResponse: type === 'response.create',
    transcriber: undefined,
    eventId: typeof id === 'string' ? id.slice(0, 512) : undefined,
  };
  const naming: Naming = { rules, names: 0, isChanged: false, transcriber: undefined };
  const refusal = visitParts(event, naming);
  if (refusal !== undefined) return { ...seen, verdict: refusal };
  if (naming.names === 0) return { ...seen, verdict: PASS };
  const { isChanged, names, transcriber } = naming;
  if (!isChanged && hasEachNameOnce(short, names)) return { ...seen, transcriber, verdict: PASS };
  const written = JSON.stringify(event);
  const replaced = frame?.isShortened ? frame.restore(written) : written;
  return { ...seen, transcriber, verdict: { kind: 'replace', text: replaced } };
}

/** Looks for names of models in the parts of an event that may have some. */
function visitParts(event: Record<string, unknown>, naming: Naming): ReturnType<typeof visit> {
  for (const [name, part] of Object.entries(event)) {
    const known = PARTS.get(name.toLowerCase());
    if (known === undefined) continue;
    const refusal = name === known ? visit(part, name, 0, naming) : refuseCase(name, known);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** A provider may read what is nearly JSON: with a comma too many, with NaN, without quotes. */
function judgeNearlyJson(bytes: Buffer, isBinary: boolean): ClientEvent {
  if (!mayConcernUs(bytes)) return PASSED;
  const text = bytes.toString('utf8');
  if (NAMES_A_MODEL.test(text)) return refuseFormat('The event is not valid JSON.');
  const createsResponse = text.includes('response.create');
  return { ...PASSED, createsResponse, mayCreateResponse: createsResponse || !isBinary };
}

function describeExcess(error: unknown): string {
  if (!(error instanceof GatewayError)) throw error;
  return error.message.replace('The request body', 'The event');
}

/** True if a binary message may be an event: blanks, a byte order mark or a comment may come before its brace. */
function beginsAsEvent(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (!isBlank(code)) return code === OPENING_BRACE || code === SLASH;
  }
  return false;
}

/** White space, NUL, and the bytes of byte order marks. */
function isBlank(code: number): boolean {
  return code <= 0x20 || code === 0xef || code === 0xbb || code === 0xbf || code === 0xfe || code === 0xff;
}

/** Event that SDKs send while somebody speaks. */
const SOUND_FIRST = Buffer.from('{"type":"input_audio_buffer.append","audio":"');

/**
 * True if an event is a piece of sound and nothing else, as SDKs write it: it has no second member, no escape, no full stop
 * (`response.create` has one) and no colon (one follows each name). Events of any other form are checked in full.
 */
export function isPlainSound(bytes: Buffer): boolean {
  const start = SOUND_FIRST.length;
  const last = bytes.length - 1;
  if (last <= start || bytes[last] !== CLOSING_BRACE) return false;
  for (let at = 0; at < start; at += 1) if (bytes[at] !== SOUND_FIRST[at]) return false;
  return (
    bytes.indexOf(QUOTE, start) === last - 1 &&
    bytes.indexOf(BACKSLASH, start) === -1 &&
    bytes.indexOf(FULL_STOP, start) === -1 &&
    bytes.indexOf(COLON, start) === -1
  );
}

/** True if no name occurs twice: providers may read another one of two equal names than was checked, so such an event is rewritten. */
function hasEachNameOnce(bytes: Buffer, names: number): boolean {
  if (bytes.includes(BACKSLASH)) return false;
  let found = 0;
  for (let at = bytes.indexOf('"model"'); at !== -1; at = bytes.indexOf('"model"', at + 1)) found += 1;
  return found === names;
}

function mayConcernUs(bytes: Buffer): boolean {
  return CONCERNS_US.test(bytes.toString('latin1'));
}

/** In any case: some providers read `Model` as `model`. */
const CONCERNS_US = /model|response\.create|\\/i;

/** The members of an event that may name models. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['session', 'session'],
  ['response', 'response'],
]);

const BACKSLASH = 0x5c;
const CLOSING_BRACE = 0x7d;
const COLON = 0x3a;
const FULL_STOP = 0x2e;
const OPENING_BRACE = 0x7b;
const SLASH = 0x2f;
const QUOTE = 0x22;

/**
 * A member `model`, with quotes or without, or the escape of one of its letters, whole: in sound the two bytes that it begins with are in
 * one message of twenty.
 */
const NAMES_A_MODEL = /model["']?\s*:|\\u00[2-7][0-9a-f]/i;

const NUL = 0x00;

/** Some parsers take bytes for UTF-16 or UTF-32 by the NULs among the first of them (RFC 4627 section 3); raw sound passes. */
function hidesInWideCharacters(bytes: Buffer): boolean {
  const [first, second, third, fourth] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isMarked && first !== NUL && second !== NUL && third !== NUL && fourth !== NUL) return false;
  let brace = 0;
  while (brace < bytes.length && isBlank(bytes[brace] ?? 0)) brace += 1;
  if (bytes[brace] !== OPENING_BRACE) return false;
  return /response\.create|model|\\u00[2-7][0-9a-f]/i.test(withoutNuls(bytes));
}

function withoutNuls(bytes: Buffer): string {
  const left = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code !== NUL) left[length++] = code;
  }
  return left.toString('latin1', 0, length);
}

function refuseFormat(message: string): ClientEvent {
  const verdict: EventVerdict = { kind: 'refuse', code: 'invalid_json', param: null, message };
  return { ...PASSED, verdict };
}

/** The rule is that for JSON bodies (docs/contract/requests.md): a name that only one side recognizes was not checked. */
function refuseCase(path: string, name: string): EventVerdict {
  const message = `Write \`${name}\` in lower case.`;
  return { kind: 'refuse', code: 'invalid_value', param: path, message };
}

interface Naming {
  readonly rules: EventRules;
  names: number;
  isChanged: boolean;
  transcriber: string | undefined;
}

function visit(value: unknown, path: string, depth: number, naming: Naming): EventVerdict | undefined {
  if (!isRecord(value) || depth > DEEPEST) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (CONTENTS.has(name)) continue;
    if (name !== 'model' && name.toLowerCase() === 'model') return refuseCase(`${path}.${name}`, 'model');
    if (name !== 'model' || typeof member !== 'string') {
      const refusal = visit(member, `${path}.${name}`, depth + 1, naming);
      if (refusal !== undefined) return refusal;
      continue;
    }
    const refusal = nameModel(value, member, { path, isOwn: depth === 0 }, naming);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** Writes the provider's name of a model in its place; the refusal of one that the caller may not use. */
function nameModel(
  owner: Record<string, unknown>,
  name: string,
  { isOwn, path }: { readonly isOwn: boolean; readonly path: string },
  naming: Naming,
): EventVerdict | undefined {
  naming.names += 1;
  const known = isOwn ? nameOfModel(name, naming.rules) : nameOfOther(name, naming.rules);
  if (known === undefined) {
    return {
      kind: 'refuse',
      code: 'model_not_allowed',
      param: `${path}.model`,
      message: 'This credential may not use the model, or it is not one of the same provider.',
    };
  }
  if (known !== name) naming.isChanged = true;
  if (path.endsWith('transcription')) naming.transcriber = known;
  owner.model = known;
  return undefined;
}

/** The model that answers: by a name of the catalog, or by the provider's name of the one that the socket is for. */
function nameOfModel(name: string, rules: EventRules): string | undefined {
  const { upstreamModel } = rules.model.target.provider;
  if (name === upstreamModel || rules.model.names.includes(name)) return upstreamModel;
  const found = findOther(name, rules);
  return found?.type === 'realtime' ? found.target.provider.upstreamModel : undefined;
}

/** A model that helps, such as one that transcribes: what the catalog does not know is the provider's own name. */
function nameOfOther(name: string, rules: EventRules): string | undefined {
  const found = findByName(rules.snapshot, name);
  if (found !== undefined) return findOther(name, rules)?.target.provider.upstreamModel;
  return isRestricted(rules) ? undefined : name;
}

function findOther(name: string, { caller, model, snapshot }: EventRules): ServedModel | undefined {
  const found = findByName(snapshot, name);
  if (found === undefined || found.route !== undefined) return undefined;
  const { baseUrl, kind } = found.target.provider;
  const { provider } = model.target;
  if (kind !== provider.kind || baseUrl !== provider.baseUrl) return undefined;
  return mayUseModel(snapshot, caller, found) ? found : undefined;
}

/** A virtual account that may use some models only must name them. */
function isRestricted({ caller }: EventRules): boolean {
  return caller.allowedModels !== undefined;
}
