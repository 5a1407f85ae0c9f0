import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { REQUEST_HEADERS } from './build-requests.js';
import { describeGateway } from './describe-gateway.js';
import { ANSWER_TEXT, buildPieces, LONG_STREAM_PIECES } from './fixed-answer.js';
import { GROUP_CASES, GROUP_NAMES } from './group-cases.js';
import { readStream } from './read-stream.js';
import { findFreePort, type RunningServer, startServer } from './server-under-test.js';

const UPSTREAM = join(import.meta.dirname, '../dist/fixed-upstream.js');
const PIECES = buildPieces(LONG_STREAM_PIECES);
const agent = new Agent({ keepAlive: true });
const running: RunningServer[] = [];
let directory: string;
let gateway: RunningServer;

async function start(description: Parameters<typeof startServer>[0]): Promise<RunningServer> {
  const server = await startServer(description, directory);
  running.push(server);
  return server;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bench-test-'));
  const port = await findFreePort();
  const command = [process.execPath, UPSTREAM, String(port)];
  const upstream = await start({ name: 'upstream', command, environment: {}, port, readyPath: '/readyz' });
  gateway = await start(await describeGateway(upstream.baseUrl, directory));
}, 30_000);

afterAll(async () => {
  agent.destroy();
  await Promise.all(running.map((server) => server.stop()));
  await rm(directory, { recursive: true, force: true });
});

describe('the measured gateway before the fixed upstream', () => {
  it.each(GROUP_NAMES)('translates the answer of %s: the same text and the same counts', async (name) => {
    const { path, body } = GROUP_CASES[name];
    const { text } = await readStream(gateway.baseUrl + path, REQUEST_HEADERS, body, agent);
    const answer = JSON.parse(text) as Record<string, unknown>;
    if (name === 'messages') {
      expect(answer).toMatchObject({
        content: [{ text: ANSWER_TEXT }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 24, output_tokens: 46 },
      });
    } else {
      expect(answer).toMatchObject({
        choices: [{ message: { content: ANSWER_TEXT }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 24, completion_tokens: 46, total_tokens: 70 },
      });
    }
  });

  it.each(GROUP_NAMES)('streams the answer of %s: every piece once and in order', async (name) => {
    const { path, streamBody, findFault } = GROUP_CASES[name];
    const { text } = await readStream(gateway.baseUrl + path, REQUEST_HEADERS, streamBody, agent);
    expect(findFault(text, PIECES)).toBeUndefined();
  });
});
