import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  gatewaySections,
  httpRequest,
  type RunningGateway,
  startGateway,
  TEST_KEYS,
  waitUntil,
} from '@multilane/testing';
import { SHARED_FIXTURES_BEYOND_TEXT } from '@multilane/testing/shared-fixtures';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { defaultServer, toResult } from './corpus/default-server.js';
import { findSchemaProblems } from './corpus/find-schema-problems.js';
import { OWN_CASES, OWN_REJECTIONS } from './corpus/own-cases.js';
import { PLAYS } from './corpus/plays.js';
import { readCorpus, readRejections } from './corpus/read-corpus.js';
import { OWN_RECORDING, type RecordedCall, readRecording } from './corpus/read-recording.js';
import { headersOf, type Scene, type Seen } from './corpus/scenes.js';
import { type Message, type Script, type ScriptedServers, startScriptedServers } from './corpus/scripted-server.js';

const CASES = [...OWN_CASES, ...readCorpus()];
const SCENES = CASES.flatMap(({ era, name, type, value }, index) => {
  const scene = PLAYS[type]?.(era, value);
  return scene === undefined ? [] : [[name, `case-${index}`, scene] as const];
});
const REJECTIONS = [...OWN_REJECTIONS, ...readRejections()].map((rejection) => [rejection.name, rejection] as const);
const RECORDED = readRecording(join(SHARED_FIXTURES_BEYOND_TEXT, 'mcp-recorded/deepwiki-streamable-http'));
const RECORDINGS: readonly (readonly [string, readonly RecordedCall[]])[] = [
  ['own', OWN_RECORDING],
  ...(RECORDED.length > 0 ? [['recorded', RECORDED] as const] : []),
];

describe('the corpora of MCP, message by message through the gateway', () => {
  let servers: ScriptedServers;
  let gateway: RunningGateway;

  beforeAll(async () => {
    const scripts = new Map<string, Script>(SCENES.map(([, server, { script }]) => [server, script]));
    for (const [name, calls] of RECORDINGS) scripts.set(name, replay(calls));
    const tools = [{ name: 'echo', inputSchema: { type: 'object' } }];
    const listing = { 'tools/list': () => [toResult('2025-11-25', { tools })] };
    scripts.set('rejections', defaultServer('2025-11-25', { replies: listing }));
    servers = await startScriptedServers(scripts);
    gateway = await startGateway({
      config: {
        ...gatewaySections('http://127.0.0.1:9'),
        mcp: {
          list_timeout_ms: 20_000,
          servers: [...scripts.keys()].map((name) => ({ name, url: servers.urlOf(name) })),
        },
      },
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    await gateway?.stop();
    servers?.server.closeAllConnections();
    servers?.server.close();
  }, HOOK_LIMIT_MS);

  const send = async (server: string, message: Message): Promise<Seen> => {
    const { status, text } = await httpRequest({
      url: `${gateway.baseUrl}/mcp/${server}`,
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_KEYS.research}`,
        accept: 'application/json, text/event-stream',
        ...headersOf(message),
      },
      body: message,
    });
    const messages = text.startsWith('{')
      ? [JSON.parse(text) as Message]
      : [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as Message);
    const answer = messages.find(({ error, result }) => error !== undefined || result !== undefined);
    return { status, messages, answer, asked: servers.askedOf(server) };
  };

  it('has a play for each type', () => {
    expect(CASES.filter(({ type }) => PLAYS[type] === undefined).map(({ name }) => name)).toEqual([]);
  });

  it.each(SCENES)('%s', async (_, server, { check, isServerAnswered, script, sent }: Scene) => {
    const seen = await send(server, sent);
    const isAnswered = () => servers.askedOf(server).some(({ method }) => method === undefined) || undefined;
    if (isServerAnswered) await waitUntil('the answer to the server', isAnswered);
    check({ ...seen, asked: servers.askedOf(server) });
    expect(findSchemaProblems(script.era, sent, seen.answer?.result)).toEqual([]);
  });

  it.each(REJECTIONS)('does with the message %s as the corpus says', async (_, { codes, expected, message }) => {
    const { answer, messages, status } = await send('rejections', message as Message);
    if (expected === 'ignored') expect([status, messages]).toEqual([202, []]);
    else if (expected === 'result-response') expect(answer?.result).toBeDefined();
    else if (expected === 'error-response') expect(codes).toContain(answer?.error?.code);
    // Reported, and not answered with a result.
    else expect([answer?.result, [202, 400].includes(status)]).toEqual([undefined, true]);
  });

  it.each(RECORDINGS)('replays the session %s', async (server, calls) => {
    for (const { answer, request } of calls) {
      const { method } = request;
      const seen = await send(server, request);
      if (answer === undefined) expect([method, seen.status, seen.messages]).toEqual([method, 202, []]);
      else if (method === 'tools/list') expect(sortTools(seen.answer)).toEqual(sortTools(answer));
      else if (method === 'tools/call') expect(seen.answer).toEqual(answer);
      else
        expect(seen.answer?.result).toMatchObject({
          protocolVersion: '2025-11-25',
          instructions: answer.result?.instructions,
        });
    }
  });
});

const sortTools = (answer: Message | undefined): unknown =>
  ((answer?.result?.tools ?? []) as { name: string }[]).toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** A server that says what was recorded. */
function replay(calls: readonly RecordedCall[]): Script {
  const replies = calls.flatMap(({ request: { method = '' }, said }) => [[method, () => said] as const]);
  return { era: '2025-11-25', replies: Object.fromEntries(replies) };
}
