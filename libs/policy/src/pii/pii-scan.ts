import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PII_COST } from '../guardrails/estimate-cost.js';
import { TextReadings } from '../guardrails/reading/text-readings.js';
import type { TextPart } from '../guardrails/text-part.js';
import { type CustomEntity, CustomRecognizers } from './custom-recognizers.js';
import type { EntityName } from './entities.js';
import { isEscapedJson, JsonRewriter } from './json-rewriter.js';
import { PlaceholderForm } from './placeholder-form.js';
import { findTyped } from './placeholders.js';
import { findEntity, findNext, planScan, type ScanPlan } from './scan-text.js';
import type { Replacements } from './text-rewriter.js';
import { TextWindow } from './text-window.js';

/** What a plan is made from: another thread makes the same plan of it. */
export interface PlanDefinition {
  readonly entities: readonly EntityName[];
  readonly custom: readonly CustomEntity[];
  readonly form: FormDefinition | undefined;
}

interface FormDefinition {
  readonly example: string;
  readonly names: readonly string[];
}

/** Texts on their way to a thread. One string holds them all: there may be a million short ones. */
export interface PackedTexts {
  readonly joined: string;
  readonly lengths: Uint32Array;
  /** 1 for a text that is JSON. */
  readonly json: Uint8Array;
}

/** What to look for in the texts of a request before anything is replaced. */
export interface LookAsk extends PackedTexts {
  readonly kind: 'look';
  /** The content that each text is a part of; -1 for one by itself. */
  readonly contents: Int32Array;
  /** Undefined where nothing is blocked. */
  readonly block: PlanDefinition | undefined;
  /** Undefined where placeholders that the texts hold do not matter. */
  readonly form: FormDefinition | undefined;
}

/** Texts in which entities are to be found. */
export interface SpansAsk extends PackedTexts {
  readonly kind: 'spans';
  /** Whether texts that turn out to be JSON with escaped letters are read as JSON too. */
  readonly readsEscapes: boolean;
  readonly plan: PlanDefinition;
}

export type PiiAsk = LookAsk | SpansAsk;

export interface LookFound {
  readonly kind: 'look';
  /** The blocked entity that was found. */
  readonly entity: string | undefined;
  /** Placeholders that the texts hold, one a line. */
  readonly typed: string;
}

export interface SpansFound {
  readonly kind: 'spans';
  readonly names: readonly string[];
  /** Four numbers for each find, in order: its text, its name (or TOKEN), and where it starts and ends in the text or its base. */
  readonly spans: Int32Array;
  /** JSON texts in which something was found, as a rewriter would write them, with every value still in its place. */
  readonly bases: ReadonlyMap<number, string>;
}

export type PiiFound = LookFound | SpansFound;

/** In place of a name: a bare token of JSON that holds something. */
export const TOKEN = -1;

export function describePlan({ custom, form, recognizers }: ScanPlan): PlanDefinition {
  return {
    entities: recognizers.map(([name]) => name),
    custom: custom?.entities ?? [],
    form: form && { example: form.example, names: form.names },
  };
}

/** How long plans together look at a character at worst, in nanoseconds. */
export function costOfPlans(plans: readonly (ScanPlan | undefined)[]): number {
  let cost = 0;
  for (const plan of plans) if (plan) cost += PII_COST + (plan.custom?.costPerCharacter ?? 0);
  return cost;
}

/** The first entity of a plan that texts hold in any way in which they can be read. */
export function findBlocked(parts: readonly TextPart[], plan: ScanPlan): string | undefined {
  for (const { plain, text } of new TextReadings(parts).list()) {
    const entity = findEntity(text, plan) ?? (plain === text ? undefined : findEntity(plain, plan));
    if (entity !== undefined) return entity;
  }
  return undefined;
}

/** Does what a thread is asked. */
export function answerAsk(ask: PiiAsk): PiiFound {
  return ask.kind === 'look' ? look(ask) : findSpans(ask);
}

function look(ask: LookAsk): LookFound {
  const parts = [...unpack(ask)].map((text, index): TextPart => {
    const content = ask.contents[index] ?? -1;
    const format = ask.json[index] === 1 ? 'json' : undefined;
    // Who said it does not matter to what it holds.
    return { role: 'user', text, format, content: content < 0 ? undefined : content };
  });
  const entity = ask.block && findBlocked(parts, planFrom(ask.block));
  const typed = new Set<string>();
  if (ask.form) {
    const form = new PlaceholderForm(ask.form.example, ask.form.names);
    for (const { text } of parts) for (const placeholder of findTyped(text, form)) typed.add(placeholder);
  }
  return { kind: 'look', entity, typed: [...typed].join('\n') };
}

function* unpack({ joined, lengths }: PackedTexts): Generator<string> {
  let start = 0;
  for (const length of lengths) {
    yield joined.slice(start, start + length);
    start += length;
  }
}

function findSpans({ plan: definition, readsEscapes, ...texts }: SpansAsk): SpansFound {
  const plan = planFrom(definition);
  const finds = new Finds();
  const bases = new Map<number, string>();
  let index = 0;
  for (const text of unpack(texts)) {
    if (texts.json[index] === 1 || (readsEscapes && isEscapedJson(text))) {
      const base = finds.addJson(index, text, plan);
      if (base !== undefined) bases.set(index, base);
    } else finds.addText(index, text, plan);
    index += 1;
  }
  return { kind: 'spans', names: finds.names, spans: Int32Array.from(finds.spans), bases };
}

class Finds {
  readonly names: string[] = [];
  readonly spans: number[] = [];
  readonly #codes = new Map<string, number>();

  addText(index: number, text: string, plan: ScanPlan): void {
    const window = new TextWindow();
    window.text = text;
    window.isFinal = true;
    let stop = findNext(window, 0, plan);
    while (stop?.entity !== undefined) {
      this.spans.push(index, this.#codeOf(stop.entity), stop.start, stop.end);
      stop = findNext(window, stop.end, plan);
    }
  }

  /** Returns the text as a rewriter would write it, with every value in its place; undefined where nothing was found. */
  addJson(index: number, text: string, plan: ScanPlan): string | undefined {
    const marking = new Marking(plan);
    // Literals are at even places, what was found at odd ones.
    const rewriter = new JsonRewriter(marking);
    const pieces = (rewriter.push(text) + rewriter.end()).split(MARK);
    if (pieces.length === 1) return undefined;
    let at = 0;
    for (const [place, piece] of pieces.entries()) {
      if (place % 2 === 1) {
        const entity = marking.found[(place - 1) / 2];
        this.spans.push(index, entity === undefined ? TOKEN : this.#codeOf(entity), at, at + piece.length);
      }
      at += piece.length;
    }
    return pieces.join('');
  }

  #codeOf(entity: string): number {
    const known = this.#codes.get(entity);
    if (known !== undefined) return known;
    const code = this.names.push(entity) - 1;
    this.#codes.set(entity, code);
    return code;
  }
}

/** Stands before and behind what was found in JSON. No text holds it, for nobody knows it. */
const MARK = randomUUID();

class Marking implements Replacements {
  /** The entities in order; undefined for a bare token. */
  readonly found: (string | undefined)[] = [];

  constructor(readonly plan: ScanPlan) {}

  replace(entity: string, value: string): string {
    this.found.push(entity);
    return MARK + value + MARK;
  }

  replaceToken(token: string): string {
    const window = new TextWindow();
    window.text = token;
    window.isFinal = true;
    if (findNext(window, 0, this.plan) === undefined) return token;
    this.found.push(undefined);
    return MARK + token + MARK;
  }
}

const PLANS = new LRUCache<string, ScanPlan>({ max: 100 });

function planFrom(definition: PlanDefinition): ScanPlan {
  const key = JSON.stringify(definition);
  const known = PLANS.get(key);
  if (known) return known;
  const { custom, entities, form } = definition;
  const plan = planScan(
    new Set(entities),
    form && new PlaceholderForm(form.example, form.names),
    custom.length > 0 ? new CustomRecognizers(custom) : undefined,
  );
  PLANS.set(key, plan);
  return plan;
}
