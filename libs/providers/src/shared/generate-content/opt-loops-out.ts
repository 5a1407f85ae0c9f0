import { isRecord } from '@multilane/contracts';
import type { LostWords } from './lost-words.js';
import type { Json } from './native-types.js';

/** A reference that a value of a definition cannot do without, and how it is made optional, if it can be. */
interface Edge {
  readonly to: string;
  readonly opt: (() => void) | undefined;
}

/** A schema with more loops is no description of an answer. */
const MOST_LOOPS = 100;

/**
 * Makes one step of every loop of definitions optional, where none is: the provider refuses a schema that contains itself in required
 * properties or in arrays that cannot be empty ("ref loops are only supported if they include optional …"). False if a loop has no
 * such step.
 */
export function optLoopsOut(definitions: Json, lost: LostWords): boolean {
  for (let count = 0; count < MOST_LOOPS; count++) {
    const loop = findLoop(definitions, lost);
    if (loop === undefined) return true;
    const step = loop.findLast(({ opt }) => opt !== undefined);
    if (step?.opt === undefined) return false;
    step.opt();
  }
  return false;
}

function findLoop(definitions: Json, lost: LostWords): readonly Edge[] | undefined {
  const done = new Set<string>();
  const path: Edge[] = [];
  const visit = (name: string): readonly Edge[] | undefined => {
    const start = path.findIndex(({ to }) => to === name);
    // The first edge of the loop leaves the definition that the last one comes back to.
    if (start !== path.length - 1) return path.slice(start + 1);
    if (done.has(name)) return undefined;
    for (const edge of listEdges(definitions[name], undefined, lost)) {
      path.push(edge);
      const loop = visit(edge.to);
      if (loop !== undefined) return loop;
      path.pop();
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(definitions)) {
    path.push({ to: name, opt: undefined });
    const loop = visit(name);
    if (loop !== undefined) return loop;
    path.pop();
  }
  return undefined;
}

function listEdges(schema: unknown, opt: Edge['opt'], lost: LostWords): Edge[] {
  if (!isRecord(schema)) return [];
  const { $ref, anyOf, items, minItems, prefixItems, properties, required } = schema;
  if (typeof $ref === 'string') return [{ to: $ref.slice('#/$defs/'.length), opt }];
  const edges = (Array.isArray(anyOf) ? anyOf : []).flatMap((branch) => listEdges(branch, opt, lost));
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  for (const name of names) {
    edges.push(...listEdges(Object(properties)[String(name)], () => dropRequired(schema, name, lost), lost));
  }
  if (typeof minItems !== 'number' || minItems < 1) return edges;
  const allowEmpty = () => {
    delete schema.minItems;
    lost.add('minItems');
  };
  const places = [...(Array.isArray(prefixItems) ? prefixItems : []), items];
  return [...edges, ...places.flatMap((place) => listEdges(place, allowEmpty, lost))];
}

function dropRequired(schema: Json, name: unknown, lost: LostWords): void {
  const others = (schema.required as readonly unknown[]).filter((each) => each !== name);
  if (others.length > 0) schema.required = others;
  else delete schema.required;
  lost.add('required');
}
