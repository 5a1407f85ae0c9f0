import { isRecord } from '@multilane/contracts';
import type { LostWords } from '../lost-words.js';
import type { Json } from '../native-types.js';

/** A reference that a value of a definition cannot do without, and how it is made optional, if it can be. */
interface Edge {
  readonly to: string;
  readonly opt: (() => void) | undefined;
}

/** A schema with more loops is no description of an answer. */
const MOST_LOOPS = 100;

/** Results that need not be searched again, for edges are only ever removed. */
interface Searched {
  /** Definitions from which no loop is reached. */
  readonly done: Set<string>;
  /** Schemas without an edge. */
  readonly bare: WeakSet<Json>;
}

/**
 * Makes one step of every loop of definitions optional, where none is: the provider rejects a schema that contains itself in required
 * properties or in arrays that cannot be empty ("ref loops are only supported if they include optional …"). False if a loop has no
 * such step.
 */
export function optLoopsOut(definitions: Json, lost: LostWords): boolean {
  const searched: Searched = { done: new Set(), bare: new WeakSet() };
  for (let count = 0; count < MOST_LOOPS; count++) {
    const loop = findLoop(definitions, searched, lost);
    if (loop === undefined) return true;
    const step = loop.findLast(({ opt }) => opt !== undefined);
    if (step?.opt === undefined) return false;
    step.opt();
  }
  return false;
}

/** The edges of a loop. The first of them leaves the definition that the last one comes back to. */
function findLoop(definitions: Json, { bare, done }: Searched, lost: LostWords): readonly Edge[] | undefined {
  const path: Edge[] = [];
  const places = new Map<string, number>();
  const visit = (edge: Edge): readonly Edge[] | undefined => {
    if (done.has(edge.to)) return undefined;
    const start = places.get(edge.to);
    if (start !== undefined) return [...path.slice(start + 1), edge];
    places.set(edge.to, path.length);
    path.push(edge);
    const edges: Edge[] = [];
    addEdges(definitions[edge.to], undefined, { edges, bare, lost });
    for (const next of edges) {
      const loop = visit(next);
      if (loop !== undefined) return loop;
    }
    path.pop();
    places.delete(edge.to);
    done.add(edge.to);
    return undefined;
  };
  for (const name of Object.keys(definitions)) {
    const loop = visit({ to: name, opt: undefined });
    if (loop !== undefined) return loop;
  }
  return undefined;
}

interface Listing {
  readonly edges: Edge[];
  readonly bare: WeakSet<Json>;
  readonly lost: LostWords;
}

function addEdges(schema: unknown, opt: Edge['opt'], listing: Listing): void {
  const { bare, edges, lost } = listing;
  if (!isRecord(schema) || bare.has(schema)) return;
  const { $ref, anyOf, items, minItems, prefixItems, properties, required } = schema;
  if (typeof $ref === 'string') {
    edges.push({ to: $ref.slice('#/$defs/'.length), opt });
    return;
  }
  const before = edges.length;
  for (const branch of listOf(anyOf)) addEdges(branch, opt, listing);
  for (const name of listOf(required)) {
    addEdges(Object(properties)[String(name)], () => dropRequired(schema, name, lost), listing);
  }
  if (typeof minItems === 'number' && minItems >= 1) {
    const allowEmpty = () => {
      delete schema.minItems;
      lost.add('minItems');
    };
    for (const place of [...listOf(prefixItems), items]) addEdges(place, allowEmpty, listing);
  }
  if (edges.length === before) bare.add(schema);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function dropRequired(schema: Json, name: unknown, lost: LostWords): void {
  const others = (schema.required as readonly unknown[]).filter((each) => each !== name);
  if (others.length > 0) schema.required = others;
  else delete schema.required;
  lost.add('required');
}
