import { isRecord } from '@multilane/contracts';
import { type GatewayError, unsupported } from '@multilane/errors';
import type { Json } from '../native-types.js';

/** A schema past these bounds is no description of an answer. */
const MOST_NODES = 10_000;
const DEEPEST = 100;

/** So many values of a list take about as long as a node, and so many properties, or keywords past a usual number. */
const LISTED_AS_NODE = 25;
const NAMED_AS_NODE = 5;
const USUAL_KEYWORDS = 25;

/** Definitions that use each other double at every step. So many nodes may be repeated in one schema, and in all of a request. */
const MOST_REPEATED = 10_000;
const MOST_REPEATED_ALTOGETHER = 40_000;
const MOST_REFERENCES = 30_000;
/** In characters of JSON: many references can name one text. */
const MOST_REPEATED_TEXT = 4_000_000;

/** Cost of repetition in several schemas so far. */
export interface Spent {
  nodes: number;
  references: number;
  text: number;
}

export const newSpent = (): Spent => ({ nodes: 0, references: 0, text: 0 });

/**
 * Bounds the work that one schema makes: its parts, and what references and merging multiply. Lists that are gone through once cost
 * what their body does, and count for nothing. `spent` is shared by the schemas of a request, so that many small ones cost no more than
 * one. Every method throws a `GatewayError` that names `param` once a bound is exceeded.
 */
export class SchemaBudget {
  readonly #param: string;
  readonly #spent: Spent;
  #nodes = 0;
  #repeated = 0;
  #depth = 0;

  constructor(param: string, spent: Spent) {
    this.#param = param;
    this.#spent = spent;
  }

  /** A schema inside those that were entered and not left. `isReferred`: a reference led there, so it may come any number of times. */
  enter(schema: unknown, isReferred: boolean): void {
    this.#nodes++;
    if (this.#nodes > MOST_NODES || this.#depth > DEEPEST) throw this.#tooLarge();
    if (isReferred) this.#repeatNodes(1 + weighLists(schema));
    this.#depth++;
  }

  leave(): void {
    this.#depth--;
  }

  /** The lists of a schema that were gone through once more, for they were merged, say, or a type was read from them. */
  reread(schema: Json): void {
    this.#repeatNodes(weighLists(schema));
  }

  /** A reference that stays one. */
  point(reference: string): void {
    this.#spent.references++;
    if (this.#spent.references > MOST_REFERENCES) throw this.#tooLarge();
    this.repeat(reference.length);
  }

  /** Characters of JSON that are said at one more place. */
  repeat(length: number): void {
    this.#spent.text += length;
    if (this.#spent.text > MOST_REPEATED_TEXT) throw this.#tooLarge();
  }

  #repeatNodes(nodes: number): void {
    this.#repeated += nodes;
    this.#spent.nodes += nodes;
    if (this.#repeated > MOST_REPEATED || this.#spent.nodes > MOST_REPEATED_ALTOGETHER) throw this.#tooLarge();
  }

  #tooLarge(): GatewayError {
    return unsupported(this.#param, 'is not supported: the schema is too large for this provider.');
  }
}

function weighLists(schema: unknown): number {
  if (!isRecord(schema)) return 0;
  const values = Object.values(schema);
  let listed = 0;
  for (const value of values) if (Array.isArray(value)) listed += value.length;
  let named = Math.max(0, values.length - USUAL_KEYWORDS);
  if (isRecord(schema.properties)) named += Object.keys(schema.properties).length;
  return Math.floor(listed / LISTED_AS_NODE) + Math.floor(named / NAMED_AS_NODE);
}
