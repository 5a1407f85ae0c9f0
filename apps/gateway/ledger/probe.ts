import type { Column, Source, Wire } from './columns.js';
import { type Json, leavesOf, type Places } from './json-path.js';
import type { Standing } from './outcome.js';

/** By provider column or, where all of one wire agree, by wire; a column's own entry counts first. */
export type ByProvider<Value> = Readonly<Partial<Record<Wire | (string & {}), Value>>>;

/** Something that a client can say, with a sentinel in it, and where each provider's body must have it. */
export interface RequestProbe {
  readonly feature: string;
  /** Members of the body over the base request, for each client format. Formats without a word for it are left out. */
  readonly says: Readonly<Partial<Record<Source, Json>>>;
  /** Places in each provider's body. A provider without an entry has no word for it. */
  readonly stands?: ByProvider<Standing>;
  /** Unmistakable texts or numbers, by which it is recognised elsewhere. */
  readonly sentinels?: readonly unknown[];
  /** The reasoning efforts that the model lists beside the usual ones. */
  readonly listed?: readonly string[];
  /** It asks for what happens anyway, so a body without it says it too. */
  readonly isDefault?: boolean;
  /** The information may be in the address instead. */
  readonly isAddressed?: boolean;
}

/** Something that an answer can say, in each provider's words, and where each client's answer must have it. */
export interface AnswerProbe {
  readonly feature: string;
  /** Members of the provider's plain answer. Providers without a word for it are left out. */
  readonly answers: ByProvider<Places>;
  /** Places in the client's answer. A format without an entry has no word for it. */
  readonly arrives: Readonly<Partial<Record<Source, Standing>>>;
  readonly sentinels?: readonly unknown[];
  /** The client formats in which this can come about; all where none are named. */
  readonly only?: readonly Source[];
  /** Members of the client's request over the base one, if the answer depends on them. */
  readonly asks?: Readonly<Partial<Record<Source, Json>>>;
}

/**
 * The names under which a column may be entered. Entries of a kind are about the format that it is named for, not about its Responses
 * API.
 */
function namesOf({ id, kind, wire }: Column): readonly string[] {
  return wire === 'responses' ? [id, wire] : [id, kind, wire];
}

/** The entry of a provider; one that stands for nothing says that the provider has no such thing, whatever its kind has. */
export function entryOf<Value>(table: ByProvider<Value> | undefined, column: Column): Value | undefined {
  const name = namesOf(column).find((key) => table !== undefined && Object.hasOwn(table, key));
  return name === undefined ? undefined : table?.[name];
}

/**
 * Places in a provider's body that must have the probe's content. In the Responses format that is, unless entered, what its own client
 * says.
 */
export function standingOf({ says, stands }: RequestProbe, column: Column): Standing | undefined {
  const entered = entryOf(stands, column);
  if (entered !== undefined || column.wire !== 'responses') return entered;
  return says.responses && leavesOf(says.responses);
}
