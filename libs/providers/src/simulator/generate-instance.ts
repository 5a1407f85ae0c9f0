import { isRecord } from '@multilane/contracts';

/** Past this depth optional branches end, so that recursive schemas do too. */
const DEEPEST = 6;

/** Schemas visited and characters written for one instance: references that double end here, as huge bounds do. */
const MOST_WORK = 200_000;

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2024-01-01T00:00:00Z',
  date: '2024-01-01',
  time: '00:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

/** A shell command that does something harmless: an agent that runs it sees its tool work. */
const COMMANDS: Readonly<Record<string, string>> = { command: 'echo hello', cmd: 'echo hello' };

/**
 * An instance of a JSON Schema, the same one every time: the first allowed value, the smallest number, `example` and
 * the member's name for text. It covers what structured outputs use: types, enum, const, required, items, bounds,
 * `$ref` within the schema, anyOf, oneOf and allOf; `pattern` is not read. Throws a `RangeError` for a schema whose
 * instances are too large.
 */
export function generateInstance(schema: unknown): unknown {
  return generate(schema, { root: schema, name: 'text', depth: 0, work: { left: MOST_WORK } });
}

interface Place {
  readonly root: unknown;
  /** The name of the member that is being made. */
  readonly name: string;
  readonly depth: number;
  readonly work: { left: number };
}

function spend({ work }: Place, amount: number): void {
  work.left -= amount;
  // Not a number is not enough either.
  if (!(work.left >= 0)) throw new RangeError('the schema is too large');
}

function generate(given: unknown, place: Place): unknown {
  const schema = resolve(given, place);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (branches !== undefined) return generate(chooseBranch(branches, place), deeper(place, place.name));
  switch (readType(schema, place.depth)) {
    case 'object':
      return generateObject(schema, place);
    case 'array':
      return generateArray(schema, place);
    case 'string':
      return generateText(schema, place);
    case 'integer':
    case 'number':
      return generateNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function generateObject(schema: Record<string, unknown>, place: Place): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const names = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties);
  if (place.depth > DEEPEST && !Array.isArray(schema.required)) return {};
  if (place.depth > DEEPEST * 3) return {};
  return Object.fromEntries(names.map((name) => [name, generate(properties[name] ?? {}, deeper(place, name))]));
}

function generateArray(schema: Record<string, unknown>, place: Place): unknown[] {
  const fewest = typeof schema.minItems === 'number' ? schema.minItems : 1;
  const count = place.depth > DEEPEST && schema.minItems === undefined ? 0 : Math.max(0, fewest);
  spend(place, count);
  return Array.from({ length: count }, () => generate(schema.items ?? {}, deeper(place, place.name)));
}

function generateText(schema: Record<string, unknown>, place: Place): string {
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
  const fewest = typeof schema.minLength === 'number' ? Math.max(0, schema.minLength) : 0;
  spend(place, fewest);
  const text = (format ?? COMMANDS[place.name] ?? `example ${place.name}`).padEnd(fewest, '.');
  return typeof schema.maxLength === 'number' ? text.slice(0, schema.maxLength) : text;
}

function generateNumber(schema: Record<string, unknown>): number {
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : 1;
  const least = [
    schema.minimum,
    typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + step : undefined,
  ]
    .filter((bound) => typeof bound === 'number')
    .at(0);
  const most = [
    schema.maximum,
    typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum - step : undefined,
  ]
    .filter((bound) => typeof bound === 'number')
    .at(0);
  const start = least === undefined ? Math.min(step, most ?? step) : Math.ceil(least / step) * step;
  return most === undefined ? start : Math.min(start, most);
}

/** Follows `$ref` and merges `allOf`, so that one flat schema is left. */
function resolve(given: unknown, place: Place, hops = 0): Record<string, unknown> {
  spend(place, 1);
  if (!isRecord(given) || hops > 32) return {};
  const { $ref, allOf, ...own } = given;
  const parts = [
    typeof $ref === 'string' ? followReference($ref, place.root) : undefined,
    ...(Array.isArray(allOf) ? allOf : []),
  ].map((part) => resolve(part, place, hops + 1));
  return [...parts, own].reduce<Record<string, unknown>>((left, right) => {
    spend(place, isRecord(left.properties) ? Object.keys(left.properties).length : 0);
    return mergeSchemas(left, right);
  }, {});
}

function mergeSchemas(left: Record<string, unknown>, right: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...left, ...right };
  if (isRecord(left.properties) && isRecord(right.properties)) {
    merged.properties = { ...left.properties, ...right.properties };
  }
  if (Array.isArray(left.required) && Array.isArray(right.required)) {
    merged.required = [...new Set([...left.required, ...right.required])];
  }
  return merged;
}

/** A JSON Pointer within the schema, as `#/$defs/city` (RFC 6901, URI fragment). */
function followReference(reference: string, root: unknown): unknown {
  const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
  return steps.reduce<unknown>((schema, step) => {
    const name = decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return isRecord(schema) || Array.isArray(schema) ? (schema as Record<string, unknown>)[name] : undefined;
  }, root);
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function chooseBranch(branches: readonly unknown[], place: Place): unknown {
  const ending =
    place.depth > DEEPEST ? branches.find((branch) => isRecord(branch) && branch.type === 'null') : undefined;
  return ending ?? branches[0];
}

function readType(schema: Record<string, unknown>, depth: number): unknown {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (depth > DEEPEST && types.includes('null')) return 'null';
  const type = types.find((candidate) => candidate !== 'null') ?? types[0];
  if (type !== undefined) return type;
  if (schema.properties !== undefined) return 'object';
  return schema.items === undefined ? 'string' : 'array';
}

function deeper(place: Place, name: string): Place {
  return { ...place, name, depth: place.depth + 1 };
}
