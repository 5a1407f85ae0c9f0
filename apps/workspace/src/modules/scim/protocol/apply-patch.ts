import { elementMeeting, findEquality, matchesPart } from './match-filter.js';
import { type Filter, parseFilter } from './parse-filter.js';
import { filterWithPauses, Pauses } from './pauses.js';
import { readWithPauses, requireMembers } from './read-resource.js';
import { isMembers, type Json, type JsonMembers, type Resource } from './resource.js';
import { type AttributeInfo, findTarget, type ResourceSchema, type Target } from './resource-schema.js';
import { badRequest } from './scim-error.js';

type Verb = 'add' | 'replace' | 'remove';

interface Operation {
  readonly verb: Verb;
  readonly path: string | undefined;
  readonly value: Json | undefined;
  /** Place in the body, for messages. */
  readonly at: string;
}

/** Place that an operation works on. */
interface Place extends Target {
  readonly attribute: AttributeInfo;
  readonly filter: Filter | undefined;
}

const MESSAGE = 'urn:ietf:params:scim:api:messages:2.0:patchop';
const MOST_OPERATIONS = 1_000;
const VERBS: ReadonlySet<string> = new Set(['add', 'replace', 'remove']);
const PATH = /^([^[\]]+)(?:\[(.*)\](?:\.([^.[\]]+))?)?$/s;

/**
 * The resource as a PATCH makes it (RFC 7644 section 3.5.2), all of it or, with 400, nothing. It is read as Entra and Okta write it:
 * operations in any case, "True" for true, members without a path, `emails[type eq "work"].value` of an address that is not there yet.
 * Members that the schema does not know are ignored. A thousand operations on ten thousand members take seconds, in which other requests
 * are served; so does one operation of ten thousand members pause for them.
 */
export async function applyPatch(schema: ResourceSchema, resource: Resource, body: unknown): Promise<Resource> {
  const patched = JSON.parse(JSON.stringify(resource)) as Resource;
  const pauses = new Pauses();
  await pauses.pause();
  for (const operation of readOperations(body)) {
    await pauses.pause();
    const { path, verb, value, at } = operation;
    if (path !== undefined) await apply(schema, patched, operation, path, false, pauses);
    else if (verb === 'remove') throw badRequest('noTarget', `\`${at}\` must have a path.`, `${at}.path`);
    else
      for (const [name, inner] of namedValues(schema, requireMembers(value, `${at}.value`))) {
        await apply(schema, patched, { ...operation, value: inner, at: `${at}.value` }, name, true, pauses);
      }
  }
  return patched;
}

function readOperations(body: unknown): Operation[] {
  const { schemas, operations } = lowerNames(requireMembers(body));
  const isOther = Array.isArray(schemas) && !schemas.some((id) => String(id).toLowerCase() === MESSAGE);
  if (isOther) throw badRequest('invalidSyntax', '`schemas` must name the PatchOp message.', 'schemas');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw badRequest('invalidSyntax', '`Operations` must be a list of operations.', 'Operations');
  }
  if (operations.length > MOST_OPERATIONS) {
    throw badRequest('invalidSyntax', `There may be ${MOST_OPERATIONS} operations at most.`, 'Operations');
  }
  return operations.map((sent, index) => {
    const at = `Operations[${index}]`;
    const { op, path, value } = lowerNames(requireMembers(sent, at));
    const verb = String(op).toLowerCase();
    if (!VERBS.has(verb)) {
      throw badRequest('invalidSyntax', `\`${at}.op\` must be add, replace or remove.`, `${at}.op`);
    }
    if (path !== undefined && path !== null && typeof path !== 'string') {
      throw badRequest('invalidPath', `\`${at}.path\` must be text.`, `${at}.path`);
    }
    return { verb: verb as Verb, path: path || undefined, value, at };
  });
}

function lowerNames(members: JsonMembers): JsonMembers {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The members of a value without a path, each as if its name were one; those of an extension one by one. */
function* namedValues(schema: ResourceSchema, value: JsonMembers): Generator<readonly [string, Json]> {
  for (const [name, inner] of Object.entries(value)) {
    const target = /[[\]]/.test(name) ? undefined : findTarget(schema, name);
    if (target?.extension === undefined || target.attribute !== undefined || !isMembers(inner)) yield [name, inner];
    else for (const [key, deep] of Object.entries(inner)) yield [`${name}:${key}`, deep];
  }
}

async function apply(
  schema: ResourceSchema,
  resource: Resource,
  { verb, value, at }: Operation,
  path: string,
  isNamed: boolean,
  pauses: Pauses,
): Promise<void> {
  const place = findPlace(schema, path, at);
  if (place === undefined) return;
  if (place === 'extension') {
    await applyExtension(schema, resource, { verb, value, at, path }, path, pauses);
    return;
  }
  if (place.attribute.readOnly || place.part?.readOnly) {
    // Clients send whole resources back, `id` and all.
    if (isNamed) return;
    throw badRequest('mutability', `\`${place.attribute.name}\` is set by the service alone.`, `${at}.path`);
  }
  const holder = findHolder(resource, place, verb);
  if (holder === undefined) return;
  if (verb === 'remove' || value === null) await remove(holder, place, value ?? undefined, pauses);
  else if (value === undefined) throw badRequest('invalidValue', `\`${at}\` must have a value.`, `${at}.value`);
  else await set(holder, place, verb, value, at, pauses);
  if (place.extension !== undefined && Object.keys(holder).length === 0) delete resource[place.extension];
}

/** Undefined for what the schema does not know. Fails with 400 for what is no path. */
function findPlace(schema: ResourceSchema, path: string, at: string): Place | 'extension' | undefined {
  const match = PATH.exec(path);
  const [, name = '', inner, partName] = match ?? [];
  if (!match || !/^[\w$.:-]+$/.test(name)) {
    throw badRequest('invalidPath', `\`${at}.path\` is not a path.`, `${at}.path`);
  }
  const target = findTarget(schema, name);
  if (target === undefined) return undefined;
  const { attribute } = target;
  if (attribute === undefined) return inner === undefined ? 'extension' : undefined;
  if (inner === undefined) return { ...target, attribute, filter: undefined };
  const part = partName === undefined ? undefined : attribute.parts.get(partName.toLowerCase());
  if (partName !== undefined && part === undefined) return undefined;
  if (!attribute.multiValued) {
    throw badRequest('invalidPath', `\`${attribute.name}\` has a single value, and takes no filter.`, `${at}.path`);
  }
  return { ...target, attribute, part, filter: parseFilter(inner) };
}

async function applyExtension(
  schema: ResourceSchema,
  resource: Resource,
  operation: Operation,
  name: string,
  pauses: Pauses,
): Promise<void> {
  const id = findTarget(schema, name)?.extension;
  if (id === undefined) return;
  if (operation.verb === 'remove') {
    delete resource[id];
    return;
  }
  for (const [key, value] of Object.entries(requireMembers(operation.value, `${operation.at}.value`))) {
    await apply(schema, resource, { ...operation, value }, `${id}:${key}`, true, pauses);
  }
}

/** The object that has the attribute, or gets it. */
function findHolder(resource: Resource, { extension }: Place, verb: Verb): JsonMembers | undefined {
  if (extension === undefined) return resource;
  const present = resource[extension];
  if (isMembers(present)) return present;
  if (verb === 'remove') return undefined;
  const made: JsonMembers = {};
  resource[extension] = made;
  return made;
}

async function set(
  holder: JsonMembers,
  place: Place,
  verb: 'add' | 'replace',
  value: Json,
  at: string,
  pauses: Pauses,
): Promise<void> {
  const { attribute, part, filter } = place;
  const read = await readWithPauses(part ?? (filter ? singleOf(attribute) : attribute), value, `${at}.value`, pauses);
  await pauses.pause();
  if (read === undefined) {
    if (verb === 'replace') await remove(holder, place, undefined, pauses);
    return;
  }
  if (filter !== undefined) setElements(holder, { ...place, filter }, verb, read, at);
  else if (part !== undefined) setPart(holder, attribute, part, read);
  else if (attribute.multiValued) setValues(holder, attribute, verb, read as Json[]);
  else if (attribute.type === 'complex') {
    const present = holder[attribute.name];
    holder[attribute.name] = isMembers(present) && isMembers(read) ? { ...present, ...read } : read;
  } else holder[attribute.name] = read;
}

const singleOf = (attribute: AttributeInfo): AttributeInfo => ({ ...attribute, multiValued: false });

/** A part of the one value, or of each of several; of none, a value is made. */
function setPart(holder: JsonMembers, { name, multiValued }: AttributeInfo, part: AttributeInfo, read: Json): void {
  const elements = elementsOf(holder[name]);
  if (elements.length === 0) holder[name] = multiValued ? [{ [part.name]: read }] : { [part.name]: read };
  else for (const element of elements) if (isMembers(element)) element[part.name] = read;
}

function setElements(
  holder: JsonMembers,
  { attribute, part, filter }: Place & { readonly filter: Filter },
  verb: 'add' | 'replace',
  read: Json,
  at: string,
): void {
  const elements = elementsOf(holder[attribute.name]);
  const chosen = elements.filter(toMatcher(filter, attribute));
  if (chosen.length === 0) {
    // RFC 7644 section 3.5.2.3 has this rejected; Entra replaces the address of people who have none yet.
    const made = elementMeeting(filter, attribute);
    if (made === undefined) throw badRequest('noTarget', 'Nothing meets the filter of the path.', `${at}.path`);
    const element = part === undefined ? { ...made, ...(isMembers(read) ? read : {}) } : { ...made, [part.name]: read };
    holder[attribute.name] = withPrimary([...elements, element], [element]);
    return;
  }
  const changed = new Map(chosen.map((element) => [element, changeElement(element, part, verb, read)]));
  const now = elements.map((element) => changed.get(element) ?? element);
  holder[attribute.name] = withPrimary(now, [...changed.values()]);
}

function changeElement(element: Json, part: AttributeInfo | undefined, verb: 'add' | 'replace', read: Json): Json {
  if (part !== undefined) return isMembers(element) ? { ...element, [part.name]: read } : element;
  return verb === 'add' && isMembers(element) && isMembers(read) ? { ...element, ...read } : read;
}

function setValues(holder: JsonMembers, { name }: AttributeInfo, verb: 'add' | 'replace', read: readonly Json[]): void {
  const present = verb === 'add' ? elementsOf(holder[name]) : [];
  const fresh = new Map(read.map((element) => [identityOf(element), element]));
  // A look at the value spares nearly all elements of a long list the rest.
  const values = new Set(read.map((element) => (isMembers(element) ? element.value : undefined)));
  const merged = present.map((element) => {
    if (isMembers(element) && typeof element.value === 'string' && !values.has(element.value)) return element;
    const identity = identityOf(element);
    const replacement = fresh.get(identity);
    fresh.delete(identity);
    return replacement ?? element;
  });
  holder[name] = withPrimary([...merged, ...fresh.values()], read);
}

/** Values are the same whose `value` and `type` are: one that is added again is no second one. */
function identityOf(element: Json): string {
  if (!isMembers(element)) return JSON.stringify(element);
  const { value, type } = element;
  if (typeof value === 'string' && (type === undefined || typeof type === 'string')) return `${type ?? ''} ${value}`;
  return JSON.stringify(value === undefined ? element : [value, type ?? null]);
}

/** Leaves at most one value primary: the last one that was set to be so (RFC 7644 section 3.5.2). */
function withPrimary(elements: readonly Json[], fresh: readonly Json[]): Json[] {
  const primary = fresh.findLast((element) => isMembers(element) && element.primary === true);
  if (primary === undefined) return [...elements];
  return elements.map((element) =>
    element !== primary && isMembers(element) && element.primary === true ? { ...element, primary: false } : element,
  );
}

async function remove(
  holder: JsonMembers,
  { attribute, part, filter }: Place,
  value: Json | undefined,
  pauses: Pauses,
): Promise<void> {
  const { name } = attribute;
  const elements = elementsOf(holder[name]);
  // Entra takes members out by value: { op: "Remove", path: "members", value: [{ value: "…" }] }.
  const removed =
    filter || part || !attribute.multiValued ? undefined : await readWithPauses(attribute, value, name, pauses);
  await pauses.pause();
  const unwanted = removed === undefined ? undefined : new Set(elementsOf(removed).map(keyOf));
  const isMeant = filter
    ? toMatcher(filter, attribute)
    : (element: Json): boolean => unwanted === undefined || unwanted.has(keyOf(element));
  if (part === undefined) {
    const remaining = await filterWithPauses(elements, (element) => !isMeant(element), pauses);
    if (remaining.length > 0 && attribute.multiValued) holder[name] = [...remaining];
    else delete holder[name];
    return;
  }
  for (const element of elements) if (isMembers(element) && isMeant(element)) delete element[part.name];
}

/**
 * Returns a function that is true for elements that meet a filter. Nearly all filters demand a `value`, which is compared first: that is
 * fast.
 */
function toMatcher(filter: Filter, attribute: AttributeInfo): (element: Json) => boolean {
  const value = findEquality(filter, 'value')?.toLowerCase();
  return (element) => {
    const held = value !== undefined && isMembers(element) ? element.value : undefined;
    if (typeof held === 'string' && held.toLowerCase() !== value) return false;
    return matchesPart(filter, attribute, element);
  };
}

function keyOf(element: Json): Json {
  return isMembers(element) ? (element.value ?? JSON.stringify(element)) : element;
}

function elementsOf(value: Json | undefined): Json[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
