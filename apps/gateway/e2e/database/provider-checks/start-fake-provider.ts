import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ProviderCall {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ProviderReply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** No answer at all. */
  readonly silent?: boolean;
  /** Answers in place of all else. */
  readonly write?: (response: ServerResponse) => void;
}

/** Somebody's server at 127.0.0.1 that answers whatever a test says. */
export interface FakeProvider {
  readonly url: string;
  readonly calls: ProviderCall[];
  reply: ProviderReply;
  close(): void;
}

export async function startFakeProvider(): Promise<FakeProvider> {
  const calls: ProviderCall[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    calls.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
    const { status = 200, body = '{"object":"list","data":[]}', headers: own = {}, silent = false, write } = fake.reply;
    if (write) write(response);
    else if (!silent) response.writeHead(status, { 'content-type': 'application/json', ...own }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fake: FakeProvider = {
    url: `http://127.0.0.1:${port}`,
    calls,
    reply: {},
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return fake;
}
