import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../statistics.js';
import { listCounts, type OwnCallers } from './finding.js';
import { type McpMood, startMoodyMcpServer } from './mcp-servers.js';
import { startOwnGateway } from './start-own-gateway.js';

const KEY = 'ml-6f1c0a7d9be24835a1d07c3ef5b2846e';
/** Servers that change their behavior, and the new one. */
const TURNS: Readonly<Record<string, McpMood>> = { hanging: 'hangs', refusing: 'refuses', lying: 'lies' };
const CALLERS = 4;
const PAUSE_MS = 20;
/** Every so often a caller lists the tools of all servers instead. */
const LIST_EVERY = 5;
/** Time in which all servers are well, to compare with. Milliseconds. */
const CALM_MS = 3_000;
/** A gateway that waited for the lists of the servers that hang would take this long. Milliseconds. */
const LIST_TIMEOUT_MS = 3_000;
const CALL_TIMEOUT_MS = 2_000;

/** The slowest of a hundred calls may be so many times as slow as before, or take this long: the machine has other work. */
const MOST_TIMES = 5;
const MOST_MS = 500;

/** Times and failures of the calls of one phase. */
interface Phase {
  readonly times: number[];
  failed: number;
}

/** Callers of a good MCP server beside three that turn bad, and callers of those, at a gateway of their own. */
export async function startMcpCallers(): Promise<OwnCallers> {
  const names = ['good', ...Object.keys(TURNS)];
  const servers = await Promise.all(names.map(async (name) => ({ name, server: await startMoodyMcpServer() })));
  const gateway = await startOwnGateway({
    mcp: {
      list_timeout_ms: LIST_TIMEOUT_MS,
      refresh_seconds: 1,
      servers: servers.map(({ name, server: { url } }) => ({ name, url, timeout_ms: CALL_TIMEOUT_MS })),
    },
    teams: [{ name: 'mcp', api_keys: [{ name: 'ci', key: KEY }] }],
    server: { drain_delay_ms: 0, drain_ms: 2_000 },
  });
  const ask = async (method: string, params: object): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return answer.text();
  };
  const call = (server: string): Promise<string> => ask('tools/call', { name: `${server}__echo`, arguments: {} });
  await Promise.all(names.map((name) => call(name)));

  const [before, during]: [Phase, Phase] = [
    { times: [], failed: 0 },
    { times: [], failed: 0 },
  ];
  let phase = before;
  const outcomes: Record<string, number> = {};
  const stopping = new AbortController();
  const callGood = async (): Promise<void> => {
    for (let asked = 1; !stopping.signal.aborted; asked += 1) {
      const noted = phase;
      const start = performance.now();
      const isList = asked % LIST_EVERY === 0;
      const said = await (isList ? ask('tools/list', {}) : call('good'));
      noted.times.push(performance.now() - start);
      if (!said.includes(isList ? 'good__echo' : '"done"')) noted.failed += 1;
      await sleep(PAUSE_MS);
    }
  };
  const callBad = async (server: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      const [, reason = 'answered'] = /"reason":"(\w+)"/.exec(await call(server)) ?? [];
      const outcome = `${server} ${reason}`;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await sleep(PAUSE_MS);
    }
  };
  const calls = Array.from({ length: CALLERS }, callGood);
  await sleep(CALM_MS);
  phase = during;
  for (const { name, server } of servers) server.setMood(TURNS[name] ?? 'well');
  calls.push(...Object.keys(TURNS).map(callBad));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(calls);
      await gateway.stop();
      for (const { server } of servers) server.close();
      const [calm, slowest] = [percentile(before.times, 0.99), percentile(during.times, 0.99)];
      const most = Math.max(MOST_MS, MOST_TIMES * calm);
      const failed = before.failed + during.failed;
      return {
        text: `calls and lists beside servers that hang, refuse and lie: ${during.times.length.toLocaleString('en')} in ${slowest.toFixed(0)} ms (p99; before: ${calm.toFixed(0)} ms), failed ${failed}; calls of the others: ${listCounts(outcomes)}`,
        breaches: [
          ...(slowest <= most
            ? []
            : [`calls of a good MCP server took ${slowest.toFixed(0)} ms (p99) beside bad ones`]),
          ...(failed === 0 ? [] : [`${failed} calls of a good MCP server failed beside bad ones`]),
        ],
      };
    },
  };
}
