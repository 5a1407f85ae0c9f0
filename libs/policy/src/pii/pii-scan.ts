import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { costOfEntities } from '../guardrails/estimate-cost.js';
import { type PackedParts, type PackedTexts, unpackTextParts, unpackTexts } from '../guardrails/packed-parts.js';
import { listReadings } from '../guardrails/reading/text-readings.js';
import type { TextPart } from '../guardrails/text-part.js';
import { type CustomEntity, CustomRecognizers } from './custom-recognizers.js';
import type { EntityName } from './entities.js';
import { isEscapedJson, JsonRewriter } from './json-rewriter.js';
import { PlaceholderForm } from './placeholder-form.js';
import { findTyped } from './placeholders.js';
import { findEntity, findNext, planScan, type ScanPlan, type Stop } from './scan-text.js';
import type { Replacements } from './text-rewriter.js';
import { LEFT_CONTEXT, TextWindow } from './text-window.js';

/** Definition of a plan: another thread makes the same plan of it. */
export interface PlanDefinition {
  readonly entities: readonly EntityName[];
  readonly custom: readonly CustomEntity[];
  readonly form: FormDefinition | undefined;
}

interface FormDefinition {
  readonly example: string;
  readonly names: readonly string[];
}

/** Entities to find in the texts of a request before anything is replaced. */
export interface SearchRequest {
  readonly kind: 'look';
  readonly parts: PackedParts;
  /** Undefined if nothing is blocked. */
  readonly block: PlanDefinition | undefined;
  /** Undefined if placeholders that the texts hold do not matter. */
  readonly form: FormDefinition | undefined;
}

/** Texts in which entities are to be found. */
export interface SpansRequest extends PackedTexts {
  readonly kind: 'spans';
  /** 1 for a text that is JSON. */
  readonly json: Uint8Array;
  /** True if texts that turn out to be JSON with escaped letters are read as JSON too. */
  readonly readsEscapes: boolean;
  readonly plan: PlanDefinition;
}

export type PiiScanRequest = SearchRequest | SpansRequest;

export interface SearchResult {
  readonly kind: 'look';
  /** The blocked entity that was found. */
  readonly entity: string | undefined;
  /** Placeholders that the texts hold, one a line. */
  readonly typed: string;
}

export interface SpansResult {
  readonly kind: 'spans';
  readonly names: readonly string[];
  /** Four numbers for each find, in order: its text, its name (or TOKEN), and where it starts and ends in the text or its base. */
  readonly spans: Int32Array;
  /** JSON texts in which something was found, as a rewriter would write them, with every value still in its place. */
  readonly bases: ReadonlyMap<number, string>;
}

export type PiiScanResult = SearchResult | SpansResult;

/** Instead of a name: a bare token of JSON that holds something. */
export const TOKEN = -1;

export function describePlan({ custom, form, recognizers }: ScanPlan): PlanDefinition {
  return {
    entities: recognizers.map(([name]) => name),
    custom: custom?.entities ?? [],
    form: form && { example: form.example, names: form.names },
  };
}

/** Nanoseconds for which plans together look at a character at worst. */
export function costOfPlans(plans: readonly (ScanPlan | undefined)[]): number {
  let cost = 0;
  for (const plan of plans) {
    if (plan) cost += costOfEntities(plan.recognizers.map(([name]) => name)) + (plan.custom?.costPerCharacter ?? 0);
  }
  return cost;
}

/** The first entity of a plan that texts hold in any way in which they can be read. */
export function findBlocked(parts: readonly TextPart[], plan: ScanPlan): string | undefined {
  for (const { plain, text } of listReadings(parts)) {
    const entity = findEntity(text, plan) ?? (plain === text ? undefined : findEntity(plain, plan));
    if (entity !== undefined) return entity;
  }
  return undefined;
}

/** So many characters are scanned before a scan can be interrupted: tens of milliseconds at worst. */
const PIECE = 64 * 1024;

/** A scan that can be interrupted wherever it yields, and continues when it is asked to. */
export type InterruptibleScan<Found extends PiiScanResult = PiiScanResult> = Generator<undefined, Found>;

/** Does what a thread is asked. However long the pieces are between which it can be interrupted, it finds the same. */
export function answerAsk(ask: PiiScanRequest, piece = PIECE): InterruptibleScan {
  return ask.kind === 'look' ? look(ask, piece) : findSpans(ask, piece);
}

function* look(
  { block, form: definition, parts: packed }: SearchRequest,
  piece: number,
): InterruptibleScan<SearchResult> {
  const parts = unpackTextParts(packed);
  yield;
  const entity = block && (yield* findBlockedInPieces(parts, planFrom(block), piece));
  const typed = new Set<string>();
  if (definition) {
    const form = new PlaceholderForm(definition.example, definition.names);
    for (const { text } of parts) {
      for (const placeholder of findTyped(text, form)) typed.add(placeholder);
      yield;
    }
  }
  return { kind: 'look', entity, typed: [...typed].join('\n') };
}

function* findBlockedInPieces(
  parts: readonly TextPart[],
  plan: ScanPlan,
  piece: number,
): Generator<undefined, string | undefined> {
  for (const { plain, text } of listReadings(parts)) {
    for (const read of plain === text ? [text] : [text, plain]) {
      for (const stop of scanInPieces(read, plan, piece)) {
        if (stop !== undefined) return stop.entity;
        yield;
      }
    }
  }
  return undefined;
}

/** Every entity and placeholder of a text in order, with an undefined after each piece of it, when others may have their turn. */
function* scanInPieces(text: string, plan: ScanPlan, piece: number): Generator<Stop | undefined, void> {
  const window = new TextWindow();
  let decided = 0;
  for (let end = piece; !window.isFinal; end += piece) {
    // A decision about a beginning holds for the whole.
    const start = Math.max(0, decided - LEFT_CONTEXT);
    window.text = text.slice(start, end);
    window.isFinal = end >= text.length;
    let stop = findNext(window, decided - start, plan);
    while (stop?.entity !== undefined) {
      yield { entity: stop.entity, start: start + stop.start, end: start + stop.end };
      decided = start + stop.end;
      stop = findNext(window, stop.end, plan);
    }
    decided = start + (stop?.start ?? window.text.length);
    yield undefined;
  }
}

function* findSpans(
  { plan: definition, readsEscapes, ...texts }: SpansRequest,
  piece: number,
): InterruptibleScan<SpansResult> {
  const plan = planFrom(definition);
  const finds = new Finds(plan, piece);
  const bases = new Map<number, string>();
  let index = 0;
  for (const text of unpackTexts(texts)) {
    if (texts.json[index] === 1 || (readsEscapes && isEscapedJson(text))) {
      const base = yield* finds.addJson(index, text);
      if (base !== undefined) bases.set(index, base);
    } else yield* finds.addText(index, text);
    index += 1;
  }
  return { kind: 'spans', names: finds.names, spans: Int32Array.from(finds.spans), bases };
}

class Finds {
  readonly names: string[] = [];
  readonly spans: number[] = [];
  readonly #codes = new Map<string, number>();

  constructor(
    private readonly plan: ScanPlan,
    private readonly piece: number,
  ) {}

  *addText(index: number, text: string): Generator<undefined, void> {
    for (const stop of scanInPieces(text, this.plan, this.piece)) {
      if (stop?.entity === undefined) yield;
      else this.spans.push(index, this.#codeOf(stop.entity), stop.start, stop.end);
    }
  }

  /** Returns the text as a rewriter would write it, with every value in its place; undefined if nothing was found. */
  *addJson(index: number, text: string): Generator<undefined, string | undefined> {
    const marking = new Marking(this.plan);
    // Literals are at even places, what was found at odd ones.
    const rewriter = new JsonRewriter(marking);
    let marked = '';
    for (let start = 0; start < text.length; start += this.piece) {
      marked += rewriter.push(text.slice(start, start + this.piece));
      yield;
    }
    const pieces = (marked + rewriter.end()).split(MARK);
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

/** Marks the beginning and the end of what was found in JSON. No text contains it, because nobody knows it. */
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
