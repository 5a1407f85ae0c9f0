import { isAlphanumeric, isForeignLetter, isWordCharacter } from './characters.js';
import type { CustomRecognizers } from './custom-recognizers.js';
import type { EntityName } from './entities.js';
import type { PlaceholderForm } from './placeholder-form.js';
import { recognizeCreditCard } from './recognizers/credit-card.js';
import { recognizeEmail } from './recognizers/email.js';
import { recognizeIban } from './recognizers/iban.js';
import { recognizeIpAddress } from './recognizers/ip-address.js';
import { recognizePhone } from './recognizers/phone.js';
import { recognizeSecret } from './recognizers/secret.js';
import { recognizeUsSsn } from './recognizers/us-ssn.js';
import { type Recognizer, TextWindow } from './text-window.js';

/** In this order: where two may begin, the one that is surer decides. */
const RECOGNIZERS: readonly (readonly [EntityName, Recognizer])[] = [
  ['secret', recognizeSecret],
  ['email', recognizeEmail],
  ['iban', recognizeIban],
  ['ip_address', recognizeIpAddress],
  ['us_ssn', recognizeUsSsn],
  ['credit_card', recognizeCreditCard],
  ['phone', recognizePhone],
];

/** Entities to find in texts; made once, and shared by every text. */
export interface ScanPlan {
  readonly recognizers: readonly (readonly [EntityName, Recognizer])[];
  /** The placeholders to look for too. */
  readonly form: PlaceholderForm | undefined;
  /** The operator's own entities. */
  readonly custom: CustomRecognizers | undefined;
}

export function planScan(
  entities: ReadonlySet<EntityName>,
  form?: PlaceholderForm,
  custom?: CustomRecognizers,
): ScanPlan {
  return { recognizers: RECOGNIZERS.filter(([name]) => entities.has(name)), form, custom };
}

/** Place where a scan stopped: at an entity, a placeholder, or before the undecided end. */
export interface Stop {
  readonly entity: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The next stop from a place on; undefined if there is none up to the end of the text. */
export function findNext(window: TextWindow, from: number, { recognizers, form, custom }: ScanPlan): Stop | undefined {
  const { text } = window;
  const own = custom?.findNext(window, from);
  // The operator's own entity wins over others that begin at the same place.
  const before = own?.start ?? text.length;
  for (let start = from; start < before; start++) {
    const mayBegin = mayBeginEntity(text, start);
    if (!mayBegin && !form?.mayBegin(text.charCodeAt(start))) continue;
    window.reachedEnd = false;
    const end = form?.read(window, start)?.end;
    if (end !== undefined) return { entity: 'placeholder', start, end };
    const found = mayBegin && !isUndecided(window) ? recognizeAt(window, start, recognizers) : undefined;
    if (isUndecided(window)) return { entity: undefined, start, end: start };
    if (found) return found;
  }
  return own;
}

/** The entity that begins at a place; undefined for none, and if it cannot be decided yet. */
function recognizeAt(window: TextWindow, start: number, recognizers: ScanPlan['recognizers']): Stop | undefined {
  for (const [entity, recognize] of recognizers) {
    const end = recognize(window, start);
    if (isUndecided(window)) return undefined;
    if (end >= 0) return { entity, start, end };
  }
  return undefined;
}

/** The first entity of a text. */
export function findEntity(text: string, plan: ScanPlan): string | undefined {
  const window = new TextWindow();
  window.text = text;
  window.isFinal = true;
  const stop = findNext(window, 0, plan);
  return stop?.entity === 'placeholder' ? undefined : stop?.entity;
}

function isUndecided({ isFinal, reachedEnd }: TextWindow): boolean {
  return reachedEnd && !isFinal;
}

/** Characters that an entity may begin with: letters, digits, and `+ ( : _`. */
const FIRST = new Uint8Array(128);
for (let code = 0; code < 128; code++)
  if (isAlphanumeric(code) || '+(:_'.includes(String.fromCharCode(code))) FIRST[code] = 1;

/** Nothing begins within a word, and few characters begin anything. */
function mayBeginEntity(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128 ? FIRST[code] === 0 : !isForeignLetter(code)) return false;
  return at === 0 || !isWordCharacter(code) || !isAlphanumeric(text.charCodeAt(at - 1));
}
