import { createHash } from 'node:crypto';
import type { Tool } from '@modelcontextprotocol/server';
import { isRecord } from '@multilane/contracts';

type Members = Readonly<Record<string, unknown>>;
type Place = 'path' | 'query' | 'header';

/** An operation of an HTTP API, as a tool. */
export interface ApiTool {
  readonly tool: Tool;
  readonly method: string;
  readonly path: string;
  /** Place of each argument in the request; others are rejected. */
  readonly places: ReadonlyMap<string, Place>;
  /** True if the argument `body` is sent as JSON. */
  readonly hasBody: boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const MOST_TOOLS = 200;
/** References within references are followed so deep, and schemas of a tool have so many parts; beyond that, anything is allowed. */
const DEEPEST = 12;
const MOST_PARTS = 1_000;

/** Headers that decide how a request is read or who sends it: no argument sets them. */
const RESERVED = /^(accept|authorization|connection|content-.*|cookie|host|mcp-.*|proxy-.*|transfer-encoding)$/i;

/** The operations of an OpenAPI document (3.x) as tools, in its order (docs/contract/mcp.md#openapi). */
export function readApiTools(document: Members): ApiTool[] {
  const tools: ApiTool[] = [];
  for (const [path, item] of Object.entries(isRecord(document.paths) ? document.paths : {})) {
    if (!isRecord(item) || !path.startsWith('/')) continue;
    for (const method of METHODS) {
      const operation = item[method];
      if (isRecord(operation) && tools.length < MOST_TOOLS) tools.push(toTool(document, path, method, item, operation));
    }
  }
  return tools;
}

/** The address of the API, as the document says. */
export function readServerUrl(document: Members): string | undefined {
  const [first] = Array.isArray(document.servers) ? document.servers : [];
  return isRecord(first) && typeof first.url === 'string' ? first.url : undefined;
}

function toTool(document: Members, path: string, method: string, item: Members, operation: Members): ApiTool {
  const schemas = new SchemaWriter(document);
  const { places, properties, required } = readParameters(document, schemas, [
    ...listOf(item.parameters),
    ...listOf(operation.parameters),
  ]);
  const body = isRecord(operation.requestBody) ? resolve(document, operation.requestBody) : undefined;
  const json = isRecord(body?.content) ? body.content['application/json'] : undefined;
  if (isRecord(json)) {
    properties.body = schemas.write(json.schema) ?? {};
    if (body?.required === true) required.push('body');
  }
  const words = [operation.summary, operation.description].filter((text) => typeof text === 'string');
  const tool: Tool = {
    name: nameOf(operation, method, path),
    description: words.join('\n\n').slice(0, 4_000) || `${method.toUpperCase()} ${path}`,
    inputSchema: { type: 'object', properties: properties as Tool['inputSchema']['properties'], required },
    ...(method === 'get' && { annotations: { readOnlyHint: true } }),
  };
  return { tool, method: method.toUpperCase(), path, places, hasBody: isRecord(json) };
}

interface Parameters {
  readonly places: Map<string, Place>;
  readonly properties: Record<string, unknown>;
  readonly required: string[];
}

function readParameters(document: Members, schemas: SchemaWriter, given: readonly unknown[]): Parameters {
  const read: Parameters = { places: new Map(), properties: {}, required: [] };
  for (const each of given) {
    const { description, in: place, name, required, schema } = resolve(document, each);
    if (typeof name !== 'string' || !isPlace(place) || (place === 'header' && RESERVED.test(name))) continue;
    const resolved = schemas.write(schema);
    const said = typeof description === 'string' ? { description } : {};
    read.properties[name] = { ...(isRecord(resolved) ? resolved : {}), ...said };
    if ((place === 'path' || required === true) && !read.places.has(name)) read.required.push(name);
    read.places.set(name, place);
  }
  return read;
}

function isPlace(value: unknown): value is Place {
  return value === 'path' || value === 'query' || value === 'header';
}

function nameOf({ operationId }: Members, method: string, path: string): string {
  if (typeof operationId === 'string' && /^[\w.-]{1,64}$/.test(operationId)) return operationId;
  const plain = `${method}_${path.replace(/[^A-Za-z0-9]+/g, '_')}`;
  if (plain.length <= 64) return plain;
  return `${plain.slice(0, 55)}_${createHash('sha256').update(`${method} ${path}`).digest('hex').slice(0, 8)}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Resolves a reference within the document. References to other documents are not followed. */
function resolve(document: Members, value: unknown): Members {
  let found = value;
  for (let hops = 0; isRecord(found) && typeof found.$ref === 'string' && hops < DEEPEST; hops += 1) {
    found = found.$ref.startsWith('#/') ? walk(document, found.$ref.slice(2).split('/')) : undefined;
  }
  return isRecord(found) ? found : {};
}

function walk(document: Members, names: readonly string[]): unknown {
  let found: unknown = document;
  for (const name of names) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
    found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** Writes the schemas of one tool without references. Few references can stand for very many parts. */
class SchemaWriter {
  #left = MOST_PARTS;

  constructor(private readonly document: Members) {}

  write(schema: unknown, depth = 0): unknown {
    this.#left -= 1;
    if (depth > DEEPEST || this.#left < 0) return {};
    if (Array.isArray(schema)) return schema.map((each) => this.write(each, depth + 1));
    if (!isRecord(schema)) return schema;
    if (typeof schema.$ref === 'string') return this.write(resolve(this.document, schema), depth + 1);
    const members = Object.entries(schema).map(([name, value]) => [name, this.write(value, depth + 1)] as const);
    return Object.fromEntries(members);
  }
}
