import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FakeMcpServer, plainTool, startMcpServer } from '@multilane/testing/mcp';

/** Three servers that nobody can use. */
export interface BadServers {
  /** Entries in gateway.yaml. */
  readonly entries: readonly { readonly name: string; readonly url: string; readonly timeout_ms: number }[];
  close(): Promise<void>;
}

/** Time limit of a call to them. */
const TIMEOUT_MS = 2_000;
const EVENTS = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Answers of a server that lies, one after the other. */
const LIES: readonly ((id: number) => readonly [number, Record<string, string>, string])[] = [
  () => [200, JSON_TYPE, '{"jsonrpc":"2.0","id":1,"resu'],
  (id) => [200, JSON_TYPE, `{"jsonrpc":"2.0","id":${id + 1_000},"result":{"tools":[]}}`],
  (id) => [200, JSON_TYPE, `{"jsonrpc":"2.0","id":${id},"result":{"tools":NaN}}`],
  (id) => [200, JSON_TYPE, `{"jsonrpc":"2.0","id":${id},"result":{"tools":[${'{"name":"a"},'.repeat(10_000)}{}]}}`],
  () => [200, EVENTS, 'data: nothing\n\n'],
  () => [202, {}, ''],
];

/** Starts one that never answers, one that rejects, and one whose answers are none. */
export async function startBadServers(): Promise<BadServers> {
  const hanging: FakeMcpServer = await startMcpServer({ tools: [plainTool('echo')] });
  hanging.hangs = true;
  const refusing = await startMcpServer({ tools: [plainTool('echo')], guard: () => ({ status: 401 }) });
  let told = 0;
  const lying = createServer(async (incoming, response) => {
    const { id = 0 } = JSON.parse((await text(incoming)) || '{}') as { id?: number };
    const [status, headers, body] = LIES[told % LIES.length]?.(id) ?? [500, {}, ''];
    told += 1;
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(lying, 'listening');
  const lyingUrl = `http://127.0.0.1:${(lying.address() as AddressInfo).port}/mcp`;
  return {
    entries: Object.entries({ hanging: hanging.url, refusing: refusing.url, lying: lyingUrl }).map(([name, url]) => ({
      name,
      url,
      timeout_ms: TIMEOUT_MS,
    })),
    close: async () => {
      lying.closeAllConnections();
      lying.close();
      await Promise.all([hanging.close(), refusing.close()]);
    },
  };
}
