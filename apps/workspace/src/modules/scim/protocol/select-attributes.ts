import { namesOf, type Query } from './list-request.js';
import { isMembers, type Json, type JsonMembers, type Resource } from './resource.js';
import { findTarget, type ResourceSchema, type Target } from './resource-schema.js';

/** Attributes of resources that a client asks for (RFC 7644 section 3.9). */
export interface Selection {
  readonly mode: 'all' | 'only' | 'without';
  readonly targets: readonly Target[];
}

/** `schemas` and `id` are returned whatever is asked for. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

export function readSelection(schema: ResourceSchema, query: Query): Selection {
  const only = namesOf(query, 'attributes');
  const without = only === undefined ? namesOf(query, 'excludedAttributes') : undefined;
  const names = (only ?? without ?? '').split(',').map((name) => name.trim());
  const targets = names.map((name) => findTarget(schema, name)).filter((target) => target !== undefined);
  return { mode: only !== undefined ? 'only' : without !== undefined ? 'without' : 'all', targets };
}

/** True if an attribute of the resource itself is to be shown, in whole or in part. */
export function isSelected({ mode, targets }: Selection, name: string): boolean {
  if (mode === 'all') return true;
  const named = targets.filter(({ extension, attribute }) => extension === undefined && attribute?.name === name);
  return mode === 'only' ? named.length > 0 : !named.some(({ part }) => part === undefined);
}

/** The resource with what is to be shown of it. */
export function selectAttributes(resource: Resource, selection: Selection): Resource {
  const { mode, targets } = selection;
  if (mode === 'all') return resource;
  const shown: Resource = {};
  for (const [name, value] of Object.entries(resource)) {
    const own = targets.filter(({ extension, attribute }) => (extension ?? attribute?.name) === name);
    const isExtension = own.some(({ extension }) => extension !== undefined);
    if (ALWAYS.has(name)) shown[name] = value;
    else if (own.length === 0) {
      if (mode === 'without') shown[name] = value;
    } else {
      const level = isExtension ? 'attribute' : 'part';
      const selected = selectParts(
        value,
        own.map((target) => target[level]?.name),
        mode,
      );
      if (selected !== undefined) shown[name] = selected;
    }
  }
  return shown;
}

/** Undefined among the names means the whole value. */
function selectParts(value: Json, names: readonly (string | undefined)[], mode: 'only' | 'without'): Json | undefined {
  if (names.includes(undefined)) return mode === 'only' ? value : undefined;
  const select = (members: JsonMembers): JsonMembers =>
    Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name) === (mode === 'only')));
  if (Array.isArray(value)) return value.map((element) => (isMembers(element) ? select(element) : element));
  return isMembers(value) ? select(value) : value;
}
