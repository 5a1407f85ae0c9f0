import { bytesOf, unitsOf } from '@multilane/contracts';
import type { CountedModel } from './estimate-usage.js';
import { chooseFamily, FAMILY_FACTORS } from './family-factors.js';

/** A prompt by its lengths alone. */
export interface PromptMeasure {
  /** UTF-16 code units of everything that may be counted. */
  units: number;
  /** Their length in UTF-8. */
  bytes: number;
  /** Bytes among those that are not of tools, whose notation leaves things out. */
  textBytes: number;
  messages: number;
  toolCalls: number;
  images: number;
  hasTools: boolean;
}

/** Cost of a prompt, estimated from its lengths. Tokens. */
export interface PromptBounds {
  /** A guess between the bounds. */
  readonly charge: number;
  readonly atLeast: number;
  readonly atMost: number;
}

/** No token of the encodings has more bytes than this, and none has less than one. */
const LONGEST_TOKEN_BYTES = 128;

/** English has about four letters to a token; other scripts have about five tokens to six letters. */
const UNITS_PER_TOKEN = 4;
const TOKENS_PER_WIDE_UNIT = 0.8;

/** Bytes that the notation of a tool, and of each of its members, may add at most. */
const NOTATION_BYTES = 24;

/** Tokens that the reference provider bills beside a prompt's messages at most. */
const MOST_EXTRAS = 8;
const MOST_EXTRAS_PER_MESSAGE = 4;

/** Members that hold data and addresses, not text. */
const DATA_MEMBERS: ReadonlySet<string> = new Set([
  'data',
  'url',
  'image_url',
  'input_audio',
  'file',
  'file_data',
  'source',
  'signature',
  'encrypted_content',
  'encrypted_content',
]);

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image', 'image_url', 'input_image']);

/** Nesting beyond this counts nothing; requests that are nested deeper were rejected before. */
const MAX_DEPTH = 64;

/** Measures what an exact count would count, or more; cheap, since no text is read. */
export function measurePrompt({
  messages,
  tools,
  others = [],
}: {
  readonly messages?: unknown;
  readonly tools?: unknown;
  /** Other members of the request that hold its prompt. */
  readonly others?: readonly unknown[];
}): PromptMeasure {
  const measure: PromptMeasure = {
    units: 0,
    bytes: 0,
    textBytes: 0,
    messages: 0,
    toolCalls: 0,
    images: 0,
    hasTools: false,
  };
  if (Array.isArray(messages)) {
    measure.messages = messages.length;
    for (const message of messages) measureMessage(message, measure);
  } else {
    measure.messages = 1;
  }
  for (const value of others) measureValue(value, measure, 0, 1);
  measure.textBytes = measure.bytes;
  if (Array.isArray(tools) && tools.length > 0) {
    measure.hasTools = true;
    measureValue(tools, measure, NOTATION_BYTES, 1);
  }
  return measure;
}

/** The bounds hold for texts that are counted whole; those that an exact count samples are near them. */
export function boundPrompt(measure: PromptMeasure, { group, model }: CountedModel): PromptBounds {
  const factors = FAMILY_FACTORS[chooseFamily(group, model)];
  const form =
    measure.messages * factors.perMessage +
    factors.perPrompt +
    (measure.hasTools ? factors.withTools : 0) +
    measure.toolCalls * factors.perToolCall;
  const images = measure.images * factors.perImage;
  const guess = guessOf(measure);
  const atMost =
    Math.ceil(measure.bytes * factors.text) + form + images + MOST_EXTRAS + measure.messages * MOST_EXTRAS_PER_MESSAGE;
  return {
    charge: Math.round(guess * factors.text) + form + images,
    atLeast: Math.floor(measure.textBytes / LONGEST_TOKEN_BYTES),
    atMost,
  };
}

/** Tokens of a text that a model wrote, guessed from its lengths. */
export function guessTokens(text: string, { group, model }: CountedModel): number {
  const factors = FAMILY_FACTORS[chooseFamily(group, model)];
  return Math.ceil(guessOf({ units: text.length, bytes: Buffer.byteLength(text) }) * factors.text);
}

function guessOf({ bytes, units }: Pick<PromptMeasure, 'bytes' | 'units'>): number {
  const wide = (bytes - units) / 2;
  return (units - wide) / UNITS_PER_TOKEN + wide * TOKENS_PER_WIDE_UNIT;
}

function measureMessage(message: unknown, measure: PromptMeasure): void {
  if (typeof message !== 'object' || message === null) return;
  const { content, name, tool_calls: calls, function_call: call } = message as Record<string, unknown>;
  measureValue(content, measure, 0, 1);
  if (typeof name === 'string') measureText(name, measure);
  if (Array.isArray(calls)) {
    measure.toolCalls += calls.length;
    measureValue(calls, measure, 0, 1);
  }
  if (call !== undefined) measureValue(call, measure, 0, 1);
}

/** Every text within a value. `notation`: bytes that each member adds, with its name. */
function measureValue(value: unknown, measure: PromptMeasure, notation: number, depth: number): void {
  if (typeof value === 'string') {
    measureText(value, measure);
  } else if (Array.isArray(value)) {
    if (depth > MAX_DEPTH) return;
    for (const item of value) measureValue(item, measure, notation, depth + 1);
    addNotation(measure, notation * value.length);
  } else if (typeof value === 'object' && value !== null) {
    if (depth <= MAX_DEPTH) measureMembers(value as Record<string, unknown>, measure, notation, depth);
  } else if (typeof value === 'number') {
    // Each item of an array of tokens is one.
    addNotation(measure, UNITS_PER_TOKEN);
  }
}

function measureMembers(value: Record<string, unknown>, measure: PromptMeasure, notation: number, depth: number): void {
  if (notation === 0 && typeof value.type === 'string' && IMAGE_TYPES.has(value.type)) {
    measure.images += 1;
    return;
  }
  for (const member in value) {
    if (notation === 0) {
      if (DATA_MEMBERS.has(member)) continue;
    } else {
      measureText(member, measure);
      addNotation(measure, notation);
    }
    measureValue(value[member], measure, notation, depth + 1);
  }
}

function measureText(text: string, measure: PromptMeasure): void {
  measure.units += unitsOf(text);
  measure.bytes += bytesOf(text);
}

function addNotation(measure: PromptMeasure, length: number): void {
  measure.units += length;
  measure.bytes += length;
}
