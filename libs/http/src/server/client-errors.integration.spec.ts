import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { answerMalformedHttp } from './client-errors.js';

it('no refusal is written into an answer that has begun', async () => {
  const server = createServer((_incoming, response) => response.write('begun')).on('clientError', answerMalformedHttp);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  let received = '';
  client.on('data', (bytes) => {
    received += bytes.toString('latin1');
    if (received.includes('begun')) client.write('no HTTP\r\n\r\n');
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((resolve) => client.once('close', resolve));
  expect(received).toContain('begun');
  expect(received.split('HTTP/1.1')).toHaveLength(2);
  await new Promise((resolve) => server.close(resolve));
});

it('a refused connection ends although its client neither reads the refusal nor closes (docs/contract/bounds.md#early-refusals)', async () => {
  const server = createServer().on('clientError', answerMalformedHttp);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<void>((resolve) =>
    server.once('connection', (socket) => socket.once('close', () => resolve())),
  );
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  client.write('no HTTP\r\n\r\n');
  await expect(accepted).resolves.toBeUndefined();
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});
