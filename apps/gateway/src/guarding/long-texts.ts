import { setImmediate } from 'node:timers/promises';
import { GatewayError } from '@multilane/errors';
import {
  applySpans,
  type CheckPool,
  describePlan,
  type EncodedFile,
  type PiiSession,
  packFiles,
  packParts,
  packTexts,
  type Replacements,
  type ScannableText,
  type TextPart,
} from '@multilane/policy';
import { INLINE_LIMIT_NS, RETRY_AFTER_SECONDS } from './run-checks.js';
import type { FileTexts } from './texts/file-texts.js';
import type { TextFormat, TextMap } from './texts/text-map.js';

/** After so many placeholders others have their turn on the event loop. */
const SLICE = 10_000;

/** Pool that scans long texts for personal data, and the tenant that waits for it. */
export interface ScanScope {
  readonly pool: CheckPool;
  readonly tenant: string;
  /** Message that is rejected if a scan fails. */
  readonly what: 'request' | 'answer';
  onFailure(verdict: 'failure' | 'timeout'): void;
}

/** True if texts are too long to be scanned on the event loop. Many short ones together are, too. */
export function areLong(parts: readonly TextPart[], costPerCharacter: number): boolean {
  let characters = 0;
  for (const { text } of parts) characters += text.length;
  return characters * costPerCharacter > INLINE_LIMIT_NS;
}

/** Texts as they are rewritten, each found by what it was. */
export class RewrittenTexts {
  readonly #plain = new Map<string, string>();
  readonly #json = new Map<string, string>();

  note({ isJson, text }: ScannableText, rewritten: string): void {
    (isJson ? this.#json : this.#plain).set(text, rewritten);
  }

  /** Undefined for a text that was not looked at. */
  find(text: string, format: TextFormat): string | undefined {
    return (format === 'json' ? this.#json : this.#plain).get(text);
  }
}

/**
 * The blocked entity that the texts of a long request hold. Where values are put back into the answer, the placeholders that
 * the texts hold already are noted.
 */
export async function scanLongTexts(
  place: ScanScope,
  parts: readonly TextPart[],
  { placeholders, rules }: PiiSession,
): Promise<string | undefined> {
  if (rules.block === undefined && !rules.restore) return undefined;
  const found = await place.pool.scan(place.tenant, packParts(parts, rules));
  if (typeof found === 'string') throw refuse(place, found);
  const { entity, typed } = found;
  for (let start = 0, count = 1; start < typed.length; count++) {
    const end = typed.indexOf('\n', start);
    placeholders.addTyped(typed.slice(start, end < 0 ? typed.length : end));
    start = end < 0 ? typed.length : end + 1;
    if (count % SLICE === 0) await setImmediate();
  }
  return entity;
}

/**
 * Rewrites long texts: other threads find what is in them, and this one puts the replacements in.
 *
 * @param show calls a map with each text.
 * @param isMeant whether a text is rewritten by these replacements.
 */
export async function rewriteLongTexts(
  place: ScanScope,
  show: (map: TextMap) => void,
  replacements: Replacements | undefined,
  {
    isMeant = () => true,
    readsEscapes,
  }: { isMeant?: (...text: Parameters<TextMap>) => boolean; readsEscapes: boolean },
): Promise<RewrittenTexts> {
  const rewritten = new RewrittenTexts();
  if (replacements === undefined) return rewritten;
  const texts: ScannableText[] = [];
  const seen = { json: new Set<string>(), plain: new Set<string>() };
  show((text, role, format, content) => {
    if (format === 'name' || text === '' || seen[format].has(text) || !isMeant(text, role, format, content))
      return text;
    seen[format].add(text);
    texts.push({ text, isJson: format === 'json' });
    return text;
  });
  if (texts.length === 0) return rewritten;
  // Each step by itself is short.
  await setImmediate();
  const ask = packTexts(texts, describePlan(replacements.plan), readsEscapes);
  const found = await place.pool.scan(place.tenant, ask);
  if (typeof found === 'string') throw refuse(place, found);
  const results = await applySpans(texts, found, replacements);
  for (const [index, text] of texts.entries()) {
    rewritten.note(text, results[index] ?? '');
    if (index % SLICE === SLICE - 1) await setImmediate();
  }
  await setImmediate();
  return rewritten;
}

/** Reads files of a request on another thread. */
export async function readFiles(place: ScanScope, files: FileTexts, waiting: readonly EncodedFile[]): Promise<void> {
  const found = await place.pool.scan(place.tenant, packFiles(waiting));
  if (typeof found === 'string') throw refuse(place, found);
  for (const [index, file] of waiting.entries()) files.note(file, found.texts[index]);
}

/** Rejects a text that was not scanned. */
function refuse(place: ScanScope, verdict: 'failure' | 'timeout'): GatewayError {
  place.onFailure(verdict);
  const why = verdict === 'timeout' ? 'took too long' : 'failed';
  return new GatewayError('guardrail_unavailable', {
    guardrail: 'pii',
    message: `The search for personal data in the ${place.what} ${why}, and unchecked text is not allowed.`,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
