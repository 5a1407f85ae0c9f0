import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { answerMalformedHttp } from './client-errors.js';

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
