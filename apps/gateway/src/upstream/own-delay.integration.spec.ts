import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAdapter, type UpstreamDraft } from '@multilane/providers';
import { withTimeLimit } from '../database/with-time-limit.js';
import { HttpTransport } from './http-transport.js';
import { WholeAnswer } from './whole-answer.js';

/** The provider answers after so long, in milliseconds. */
const ANSWER_MS = 20;
const LIMIT_MS = 300;

/** Keeps this process busy, as a large body or a burst does. */
function block(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('a time limit leaves out what this process is slow at', () => {
  const adapter = getAdapter('openai');
  if (adapter === undefined) throw new Error('there is an adapter for openai');
  let server: Server;
  let transport: HttpTransport;
  let draft: UpstreamDraft;
  let answerMs = ANSWER_MS;

  beforeAll(async () => {
    server = createServer((_request, response) => void setTimeout(() => response.end('{}'), answerMs));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    draft = { address: { origin: `http://127.0.0.1:${port}`, path: '/' }, headers: {}, body: '{}' };
    transport = HttpTransport.create({ allow_private: [] } as never, 5_000, true);
  });

  afterAll(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });

  const call = (): WholeAnswer => {
    const answer = new WholeAnswer(adapter, {}, { attemptEnded: () => undefined });
    answer.start(transport, draft, LIMIT_MS);
    return answer;
  };

  it('a provider that answers in time is not late since the process was busy', async () => {
    answerMs = ANSWER_MS;
    const answer = call();
    // Longer than the limit, and before the request has even been sent.
    block(3 * LIMIT_MS);
    await expect(answer.finished).resolves.toBeUndefined();
  });

  it('a provider that does not answer is late all the same', async () => {
    answerMs = 5_000;
    const answer = call();
    block(3 * LIMIT_MS);
    await expect(answer.finished).rejects.toMatchObject({ code: 'provider_timeout' });
  });

  it('nor is the database', async () => {
    const work = new Promise((resolve) => setTimeout(resolve, 30)).then(
      () => new Promise((resolve) => setTimeout(() => resolve('row'), 30)),
    );
    const limited = withTimeLimit(work, LIMIT_MS);
    block(3 * LIMIT_MS);
    expect(await limited).toBe('row');
    await expect(withTimeLimit(new Promise(() => undefined), 20)).rejects.toThrow('20 ms');
  });
});
