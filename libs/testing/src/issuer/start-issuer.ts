import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SigningAlgorithm } from './issue-token.js';
import { TestIssuer } from './test-issuer.js';
import type { IssuerAnswer } from './test-sign-ins.js';

export interface RunningIssuer extends AsyncDisposable {
  readonly issuer: TestIssuer;
  stop(): Promise<void>;
}

/** An identity provider on a free port of 127.0.0.1; while it is away it answers 503. */
export async function startIssuer(algorithm?: SigningAlgorithm): Promise<RunningIssuer> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const url = new URL(request.url ?? '', issuer.url);
      const answer = answerOf(issuer, url, body, request.headers.authorization);
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
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

function answerOf(issuer: TestIssuer, url: URL, body: string, authorization: string | undefined): IssuerAnswer {
  const answer = issuer.away ? undefined : issuer.signIns.answer(url, body, authorization);
  if (answer !== undefined) {
    issuer.requests.push(url.pathname);
    return answer;
  }
  try {
    return { status: 200, body: issuer.answer(`${url.pathname}${url.search}`) };
  } catch {
    return { status: 503 };
  }
}
