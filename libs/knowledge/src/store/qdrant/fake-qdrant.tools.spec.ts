import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
interface Sparse {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}
interface Point {
  readonly id: string;
  readonly vector: { readonly dense: readonly number[]; readonly lexical: Sparse };
  readonly payload: Json;
}
interface Collection {
  readonly size: number;
  readonly points: Map<string, Point>;
  readonly indexes: Set<string>;
}

/** Members of a body that the published interface allows; anything else is rejected, so that a mistake shows. */
const BODIES: Readonly<Record<string, readonly string[]>> = {
  create: ['vectors', 'sparse_vectors', 'hnsw_config'],
  index: ['field_name', 'field_schema'],
  points: ['points'],
  query: ['query', 'using', 'filter', 'limit', 'with_payload'],
  count: ['filter', 'exact'],
  delete: ['filter'],
};

class Refused extends Error {
  constructor(readonly status: number) {
    super(`refused with ${status}`);
  }
}

const refuseUnless = (isFine: boolean, status = 400): void => {
  if (!isFine) throw new Refused(status);
};

/** A server with the parts of Qdrant's REST interface that the store uses, after its published description. */
export async function startFakeQdrant({
  apiKey,
}: {
  apiKey?: string;
} = {}): Promise<{ url: string; stop: () => Promise<void> }> {
  const collections = new Map<string, Collection>();
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    try {
      refuseUnless(request.headers['api-key'] === apiKey, 401);
      const text = Buffer.concat(parts).toString();
      const body = text === '' ? {} : (JSON.parse(text) as Json);
      const [path = ''] = (request.url ?? '').split('?');
      answer(200, { result: handle(collections, `${request.method} ${path}`, body), status: 'ok', time: 0 });
    } catch (error) {
      answer(error instanceof Refused ? error.status : 500, { status: { error: String(error) }, time: 0 });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function handle(collections: Map<string, Collection>, call: string, body: Json): unknown {
  if (call === 'GET /collections') return { collections: [...collections.keys()].map((name) => ({ name })) };
  const [, method, name = '', action = 'create'] =
    /^(PUT|POST) \/collections\/([a-z0-9_]+)(?:\/(?:points\/)?([a-z]+))?$/.exec(call) ?? [];
  const allowed = BODIES[action];
  refuseUnless(method !== undefined && allowed !== undefined, 404);
  refuseUnless(Object.keys(body).every((key) => allowed?.includes(key)));
  const collection = collections.get(name);
  if (action === 'create') {
    refuseUnless(collection === undefined, 409);
    const { dense } = body.vectors as { dense: { size: number; distance: string } };
    refuseUnless(dense.distance === 'Cosine');
    collections.set(name, { size: dense.size, points: new Map(), indexes: new Set() });
    return true;
  }
  if (collection === undefined) throw new Refused(404);
  if (action === 'index') {
    collection.indexes.add(String(body.field_name));
    return { status: 'completed' };
  }
  if (action === 'points') return upsert(collection, body.points as Point[]);
  const found = [...collection.points.values()].filter((point) => passes(point, body.filter as Json));
  if (action === 'count') return { count: found.length };
  if (action === 'query') return { points: rank(collection, found, body) };
  for (const { id } of found) collection.points.delete(id);
  return { status: 'completed' };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function upsert(collection: Collection, points: readonly Point[]): unknown {
  for (const point of points) {
    const { dense, lexical } = point.vector;
    refuseUnless(UUID.test(point.id) && dense.length === collection.size);
    refuseUnless(lexical.indices.length === lexical.values.length);
    refuseUnless(new Set(lexical.indices).size === lexical.indices.length);
    refuseUnless(lexical.indices.every((index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32));
    collection.points.set(point.id, point);
  }
  return { status: 'completed' };
}

function rank({ points }: Collection, found: readonly Point[], { limit, query, using }: Json): unknown[] {
  const scored = found.map((point) => {
    const score =
      using === 'dense' ? cosine(point.vector.dense, query as number[]) : dot(point, query as Sparse, points);
    return { id: point.id, version: 0, score, payload: point.payload };
  });
  const matching = using === 'dense' ? scored : scored.filter(({ score }) => score > 0);
  return matching.sort((a, b) => b.score - a.score).slice(0, limit as number);
}

const multiply = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const cosine = (a: readonly number[], b: readonly number[]): number =>
  multiply(a, b) / Math.sqrt(multiply(a, a) * multiply(b, b));

/** With `modifier: idf`, over the whole collection. */
function dot({ vector }: Point, query: Sparse, points: ReadonlyMap<string, Point>): number {
  return query.indices.reduce((sum, index, at) => {
    const place = vector.lexical.indices.indexOf(index);
    if (place < 0) return sum;
    const having = [...points.values()].filter((point) => point.vector.lexical.indices.includes(index)).length;
    const rarity = Math.log(1 + (points.size - having + 0.5) / (having + 0.5));
    return sum + rarity * (query.values[at] ?? 0) * (vector.lexical.values[place] ?? 0);
  }, 0);
}

function passes(point: Point, filter: Json): boolean {
  const { must = [], must_not = [], should = [], ...rest } = filter as Record<string, Json[]>;
  refuseUnless(Object.keys(rest).length === 0);
  const holds = (condition: Json): boolean => meets(point, condition);
  return must.every(holds) && (should.length === 0 || should.some(holds)) && !must_not.some(holds);
}

function meets(point: Point, condition: Json): boolean {
  if ('has_id' in condition) return (condition.has_id as string[]).includes(point.id);
  if (!('key' in condition)) return passes(point, condition);
  const path = String(condition.key).split('.');
  refuseUnless(path.every((name) => /^[\w-]+$/.test(name)));
  const value = path.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], point.payload);
  const values = Array.isArray(value) ? value : [value];
  if ('match' in condition) {
    const { any, value: wanted } = condition.match as { any?: unknown[]; value?: unknown };
    refuseUnless(wanted === undefined || typeof wanted !== 'number' || Number.isInteger(wanted));
    return values.some((member) => (any ?? [wanted]).includes(member));
  }
  return values.some((member) => isInRange(member, condition.range as Record<string, number | string>));
}

function isInRange(value: unknown, range: Record<string, number | string>): boolean {
  return Object.entries(range).every(([operator, bound]) => {
    const [a, b] = typeof bound === 'number' ? [value, bound] : [Date.parse(String(value)), Date.parse(bound)];
    if (typeof a !== 'number' || Number.isNaN(a)) return false;
    if (operator === 'gt') return a > b;
    if (operator === 'gte') return a >= b;
    if (operator === 'lt') return a < b;
    refuseUnless(operator === 'lte');
    return a <= b;
  });
}
