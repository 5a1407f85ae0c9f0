import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SigningAlgorithm } from './issue-token.js';
import { TestIssuer } from './test-issuer.js';

export interface RunningIssuer extends AsyncDisposable {
  readonly issuer: TestIssuer;
  stop(): Promise<void>;
}

/** An identity provider on a free port of 127.0.0.1; while it is away it answers 503. */
export async function startIssuer(algorithm?: SigningAlgorithm): Promise<RunningIssuer> {
  const server = createServer((request, response) => {
    try {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.answer(request.url ?? '')));
    } catch {
      response.writeHead(503).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = new TestIssuer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, algorithm);
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { issuer, stop, [Symbol.asyncDispose]: stop };
}
