import { setImmediate } from 'node:timers/promises';
import { packTextParts, packTextsOnly } from '../guardrails/packed-parts.js';
import type { TextPart } from '../guardrails/text-part.js';
import { escapeText, rewriteToken } from './json-rewriter.js';
import type { PiiRules } from './pii-rules.js';
import {
  describePlan,
  type PlanDefinition,
  type SearchRequest,
  type SpansRequest,
  type SpansResult,
  TOKEN,
} from './pii-scan.js';
import type { Replacements } from './text-rewriter.js';

export interface ScannableText {
  readonly text: string;
  readonly isJson: boolean;
}

/** Puts texts together for a thread that finds the entities in them. */
export function packTexts(texts: readonly ScannableText[], plan: PlanDefinition, readsEscapes: boolean): SpansRequest {
  const json = new Uint8Array(texts.length);
  for (const [index, { isJson }] of texts.entries()) json[index] = Number(isJson);
  return { kind: 'spans', ...packTextsOnly(texts), json, readsEscapes, plan };
}

/** Puts the texts of a request together for a thread that looks at them before anything is replaced. */
export function packParts(parts: readonly TextPart[], { block, form, restore }: PiiRules): SearchRequest {
  return {
    kind: 'look',
    parts: packTextParts(parts),
    block: block && describePlan(block),
    form: restore ? { example: form.example, names: form.names } : undefined,
  };
}

/** After so many replacements, which take some milliseconds, others have their turn on the event loop. */
const SLICE = 2_000;

/** Replaces what a thread found in texts: the same as `rewriteText` and `rewriteJson` would. */
export async function applySpans(
  texts: readonly ScannableText[],
  { bases, names, spans }: SpansResult,
  replacements: Replacements,
): Promise<string[]> {
  const rewritten = texts.map(({ text }) => text);
  let at = 0;
  while (at < spans.length) {
    const index = spans[at] ?? 0;
    const rewriting = new Rewriting(rewritten[index] ?? '', bases.get(index), replacements);
    for (; at < spans.length && spans[at] === index; at += 4) {
      rewriting.replace(names[spans[at + 1] ?? TOKEN], spans[at + 2] ?? 0, spans[at + 3] ?? 0);
      if ((at / 4) % SLICE === SLICE - 1) {
        rewriting.flatten();
        await setImmediate();
      }
    }
    rewritten[index] = rewriting.end();
  }
  return rewritten;
}

/** One text in which something was found. */
class Rewriting {
  readonly #source: string;
  readonly #pieces: string[] = [];
  #recent: string[] = [];
  #from = 0;
  #isChanged = false;

  constructor(
    private readonly text: string,
    private readonly base: string | undefined,
    private readonly replacements: Replacements,
  ) {
    this.#source = base ?? text;
  }

  /** @param entity undefined for a bare token of JSON. */
  replace(entity: string | undefined, start: number, end: number): void {
    const found = this.#source.slice(start, end);
    const written = entity === undefined ? rewriteToken(found, this.replacements) : this.#replaceValue(entity, found);
    if (written !== found) this.#isChanged = true;
    this.#recent.push(this.#source.slice(this.#from, start), written);
    this.#from = end;
  }

  #replaceValue(entity: string, found: string): string {
    if (this.base === undefined) return this.replacements.replace(entity, found);
    return escapeText(this.replacements.replace(entity, JSON.parse(`"${found}"`)));
  }

  /** Joins what was replaced so far, so that little is left to be joined at the end. */
  flatten(): void {
    this.#pieces.push(this.#recent.join(''));
    this.#recent = [];
  }

  end(): string {
    // JSON in which every value stays is not written again.
    if (!this.#isChanged) return this.text;
    this.#recent.push(this.#source.slice(this.#from));
    this.flatten();
    return this.#pieces.join('');
  }
}
