import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type GatewayConfig, parseConfig } from '@multilane/config';
import { describeTransportError } from './describe-transport-error.js';
import { Transports } from './transports.js';

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const FINAL = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** Receives the answer of a provider that writes these bytes once it is asked. */
async function receive(bytes: string): Promise<{ statuses: number[]; text: string; failure?: Error }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const { config } = parseConfig(JSON.stringify({ providers: [{ name: 'p', kind: 'openai' }] }), { env: {} });
  const [provider] = config.providers as [GatewayConfig['providers'][number]];
  const transports = new Transports();
  const transport = transports.choose(provider, config.network, true);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statuses: number[] = [];
  let text = '';
  return new Promise((resolve) => {
    const draft = { address: { origin, path: '/' }, headers: {}, body: '{}' };
    const control = transport.send(draft, {
      onStart: (status) => statuses.push(status),
      onData: (chunk) => {
        text += chunk.toString();
      },
      onEnd: () => resolve({ statuses, text }),
      onError: (failure) => resolve({ statuses, text, failure }),
    });
    open.push(() => control.abort());
  });
}

describe('docs/contract/errors.md#provider-errors: what a provider sends before its answer', () => {
  it.each([
    ['102 Processing', 1],
    ['103 Early Hints', 1],
    ['103 Early Hints', 10_000],
    ['199 Unknown', 3],
  ])('is passed over where it is %s, %i times', async (status, times) => {
    const interim = `HTTP/1.1 ${status}\r\nlink: </style.css>\r\n\r\n`.repeat(times);
    expect(await receive(interim + FINAL)).toEqual({ statuses: [200], text: 'ok' });
  });

  it.each([
    'HTTP/1.1 100 Continue\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    'HTTP/1.1 102 Processing\r\ncontent-length: 5\r\n\r\nhello',
    'HTTP/1.1 099 Unknown\r\n\r\n',
    'HTTP/1.1 000 Unknown\r\n\r\n',
  ])('ends the call as an error of the provider where nobody asked for it or it breaks HTTP: %j', async (interim) => {
    const { failure, statuses } = await receive(interim + FINAL);
    expect(statuses).toEqual([]);
    expect(describeTransportError(failure as Error)).toMatchObject({ code: 'provider_error', retryable: true });
  });
});
