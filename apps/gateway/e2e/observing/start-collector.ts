import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fields, messagesOf, readProtobuf } from './read-protobuf.js';

/** A span as a collector gets it (opentelemetry-proto, trace/v1/trace.proto). */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'other';
  readonly durationMs: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly failed: boolean;
}

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** The bodies as they came. */
  readonly bodies: Buffer[];
  /** Answers instead of 200. */
  respond: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** Starts an OTLP/HTTP collector that reads traces in protobuf. */
export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    if (collector.respond) return collector.respond(response);
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
      response.writeHead(400).end();
      return;
    }
    collector.bodies.push(body);
    collector.spans.push(...readSpans(body));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    respond: undefined,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return collector;
}

function readSpans(body: Buffer): CollectedSpan[] {
  return messagesOf(readProtobuf(body), 1)
    .flatMap((resource) => messagesOf(resource, 2))
    .flatMap((scope) => messagesOf(scope, 2))
    .map(readSpan);
}

function readSpan(fields: Fields): CollectedSpan {
  const hex = (number: number): string => ((fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer).toString('hex');
  const time = (number: number): bigint => (fields.get(number)?.[0] ?? 0n) as bigint;
  const kind = Number(fields.get(6)?.[0] ?? 0n);
  const [status] = messagesOf(fields, 15);
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentSpanId: hex(4),
    name: textOf(fields, 5),
    kind: kind === 2 ? 'server' : kind === 3 ? 'client' : 'other',
    durationMs: Number(time(8) - time(7)) / 1e6,
    attributes: Object.fromEntries(messagesOf(fields, 9).map((pair) => [textOf(pair, 1), contentOf(pair)])),
    failed: status?.get(3)?.[0] === 2n,
  };
}

function textOf(fields: Fields, number: number): string {
  const [text = ''] = fields.get(number) ?? [];
  return text.toString();
}

/** Text, a boolean, an integer, or a number with a fraction. */
function contentOf(pair: Fields): string | number | boolean {
  const [value] = messagesOf(pair, 2);
  const [[type, [content]]] = [...(value as Fields)] as [[number, [Buffer | bigint]]];
  if (type === 1) return (content as Buffer).toString('utf8');
  if (type === 2) return content === 1n;
  if (type === 3) return Number(content);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(content as bigint);
  return bytes.readDoubleLE();
}
