import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@multilane/config';
import type { UpstreamBody, UpstreamDraft, UpstreamMethod } from '@multilane/providers';
import { waitUntil } from '@multilane/testing';
import { HttpTransport } from './http-transport.js';
import { SimulatorTransport } from './simulator-transport.js';
import type { Transport, UpstreamControl } from './upstream-sink.js';

const BYTES = Uint8Array.from({ length: 256 }, (_, index) => index);

interface Exchange {
  readonly control: UpstreamControl;
  readonly ended: Promise<{ status: number; text: string }>;
}

function send(transport: Transport, draft: UpstreamDraft): Exchange {
  const pieces: Buffer[] = [];
  let status = 0;
  let settle: [(answer: { status: number; text: string }) => void, (error: Error) => void] | undefined;
  const ended = new Promise<{ status: number; text: string }>((resolve, reject) => {
    settle = [resolve, reject];
  });
  const control = transport.send(draft, {
    onStart: (begun) => {
      status = begun;
    },
    onData: (bytes) => pieces.push(bytes),
    onEnd: () => settle?.[0]({ status, text: Buffer.concat(pieces).toString() }),
    onError: (error) => settle?.[1](error),
  });
  return { control, ended };
}

async function* inPieces(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await sleep(1);
    yield piece;
  }
}

describe('the HTTP transport', () => {
  let server: Server;
  let origin: string;
  let serve: (request: IncomingMessage) => Promise<string>;
  const { config } = parseConfig('{}', { env: {} });
  const transport = HttpTransport.create(config.network, 1000, true);

  beforeAll(async () => {
    server = createServer((request, response) => void serve(request).then((text) => response.end(text)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await transport.close();
  });

  const readAll = async (request: IncomingMessage): Promise<string> => {
    const body = Buffer.concat(await request.toArray());
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    return JSON.stringify([request.method, body.toString('base64'), length ?? encoding ?? null]);
  };

  const draftOf = (body: UpstreamBody | undefined, method?: UpstreamMethod): UpstreamDraft => ({
    address: { origin, path: '/' },
    headers: {},
    body,
    ...(method && { method }),
  });

  const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

  it.each<[string, () => UpstreamDraft, unknown[]]>([
    ['text, by POST', () => draftOf('{"a":"ü"}'), ['POST', base64('{"a":"ü"}'), '10']],
    ['bytes as they are', () => draftOf(BYTES), ['POST', base64(BYTES), '256']],
    ['bytes in pieces', () => draftOf([BYTES, BYTES]), ['POST', base64([...BYTES, ...BYTES] as never), '512']],
    [
      'bytes as they come',
      () => draftOf(inPieces(BYTES, BYTES)),
      ['POST', base64([...BYTES, ...BYTES] as never), 'chunked'],
    ],
    ['a stream', () => draftOf(Readable.from([Buffer.from(BYTES)])), ['POST', base64(BYTES), 'chunked']],
    ['nothing, by GET', () => draftOf(undefined, 'GET'), ['GET', '', null]],
    ['nothing, by DELETE', () => draftOf(undefined, 'DELETE'), ['DELETE', '', null]],
    ['nothing, by POST', () => draftOf(undefined), ['POST', '', '0']],
    ['bytes, by PUT', () => draftOf(BYTES, 'PUT'), ['PUT', base64(BYTES), '256']],
    ['text, by PATCH', () => draftOf('{}', 'PATCH'), ['PATCH', base64('{}'), '2']],
  ])('sends %s', async (_what, draft, expected) => {
    serve = readAll;
    const { text } = await send(transport, draft()).ended;
    expect(JSON.parse(text)).toEqual(expected);
  });

  it('reads a stream no faster than the provider takes it', async () => {
    const piece = Buffer.alloc(64 * 1024);
    let produced = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        produced += piece.length;
        yield piece;
      }
    }
    serve = () => new Promise(() => undefined);
    const { control, ended } = send(transport, draftOf(endless()));
    ended.catch(() => undefined);
    let before = -1;
    // The kernel's buffers are filled; then nothing more is read.
    await waitUntil('the stream to pause', async () => {
      const stood = produced === before && produced > 0;
      before = produced;
      await sleep(100);
      return stood || undefined;
    });
    expect(produced).toBeLessThan(64 * 1024 * 1024);
    control.abort();
  }, 30_000);

  it('destroys a stream whose exchange is aborted', async () => {
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.from(BYTES));
    let arrived = false;
    serve = async (request) => {
      request.once('data', () => {
        arrived = true;
      });
      return new Promise(() => undefined);
    };
    const { control, ended } = send(transport, draftOf(body));
    ended.catch(() => undefined);
    await waitUntil('the body to begin', async () => arrived || undefined);
    control.abort();
    await waitUntil('the stream to be destroyed', async () => body.destroyed || undefined);
    expect(body.destroyed).toBe(true);
  }, 30_000);

  it('fails with the failure of its stream', async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield BYTES;
      throw new Error('the upload broke off');
    }
    serve = async (request) => {
      request.on('error', () => undefined).resume();
      return new Promise(() => undefined);
    };
    await expect(send(transport, draftOf(broken())).ended).rejects.toThrow('the upload broke off');
  });
});

describe('the simulator', () => {
  const transport = new SimulatorTransport();
  const request = Buffer.from(JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Grüße' }] }));
  const draftOf = (body: UpstreamBody | undefined, method?: UpstreamMethod): UpstreamDraft => ({
    address: { origin: 'simulator:', path: '/v1/chat/completions' },
    headers: {},
    body,
    ...(method && { method }),
  });

  it.each<[string, () => UpstreamBody]>([
    ['text', () => request.toString()],
    ['bytes', () => request],
    // Through the middle of a character.
    ['pieces', () => [request.subarray(0, 60), request.subarray(60)]],
    ['a stream', () => inPieces(request.subarray(0, 60), request.subarray(60))],
  ])('reads %s', async (_what, body) => {
    const { status, text } = await send(transport, draftOf(body())).ended;
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ object: 'chat.completion' });
  });

  it.each(['GET', 'DELETE', 'PUT'] as const)('has nothing to answer by %s', async (method) => {
    expect(await send(transport, draftOf(undefined, method)).ended).toMatchObject({ status: 404 });
  });

  it('rejects a stream that is too long, and fails where one breaks', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'x');
    expect(await send(transport, draftOf(inPieces(...Array(6).fill(piece)))).ended).toMatchObject({ status: 400 });
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield piece;
      throw new Error('the upload broke off');
    }
    await expect(send(transport, draftOf(broken())).ended).rejects.toThrow('the upload broke off');
  });
});
