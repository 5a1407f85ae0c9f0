import { expect } from '@jest/globals';
import { CALL_RESULT, defaultServer, toResult } from './default-server.js';
import type { Era, Members, Message, Reply, Script } from './scripted-server.js';

/** Answer to a client, and the messages to the server behind the gateway. */
export interface Seen {
  readonly status: number;
  readonly messages: readonly Message[];
  /** The response; undefined if there was none. */
  readonly answer: Message | undefined;
  readonly asked: readonly Message[];
}

/** A server behind the gateway, a message of a client to it, and what has to come of it. */
export interface Scene {
  readonly script: Script;
  readonly sent: Message;
  readonly check: (seen: Seen) => void;
  /** True if the gateway answers the server too, at any time. */
  readonly isServerAnswered?: true;
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** A message of a client, as its era has it: the newer one says in each request who asks. */
export function toSent(era: Era, { id = 1, method, params = {}, ...message }: Message): Message {
  const meta = {
    [VERSION]: era,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...(params._meta as Members | undefined),
  };
  const whole = { jsonrpc: '2.0', ...message, id, ...(method !== undefined && { method }) };
  return { ...whole, params: era === '2025-11-25' ? params : { ...params, _meta: meta } };
}

/** The headers that the transport of the message's era asks for. */
export function headersOf({ method, params }: Message): Record<string, string> {
  const version = (params?._meta as Members | undefined)?.[VERSION];
  if (version === undefined) return method === 'initialize' ? {} : { 'mcp-protocol-version': '2025-11-25' };
  const name = params?.name ?? params?.uri;
  return {
    'mcp-protocol-version': String(version),
    'mcp-method': String(method),
    ...(name !== undefined && { 'mcp-name': String(name) }),
  };
}

/** A request that is served: its result is checked. */
export function served(era: Era, sent: Message, check: (result: Members, seen: Seen) => void): Scene {
  return {
    script: defaultServer(era, {}),
    sent: toSent(era, sent),
    check: (seen) => {
      expect([seen.status, seen.answer?.error]).toEqual([200, undefined]);
      expect(seen.answer?.id).toBe(sent.id ?? 1);
      check(seen.answer?.result ?? {}, seen);
    },
  };
}

/** A request for what the gateway does not have. The server is not asked, even if it has it. */
export function refused(era: Era, sent: Message, replies: Script['replies'] = {}): Scene {
  return {
    script: defaultServer(era, { replies }),
    sent: toSent(era, sent),
    check: ({ answer, asked }) => {
      expect([answer?.id, answer?.error?.code]).toEqual([sent.id ?? 1, -32_601]);
      expect(asked.map(({ method }) => method)).not.toContain(sent.method);
    },
  };
}

/** A message that is no request: it is taken, and not passed on. */
export function taken(era: Era, { method, params }: Message): Scene {
  return {
    script: defaultServer(era, {}),
    sent: { jsonrpc: '2.0', ...(method !== undefined && { method }), ...(params && { params }) },
    check: ({ asked, messages, status }) => expect([status, messages, asked]).toEqual([202, [], []]),
  };
}

/** An answer of a client to what the gateway never asks clients: it is no request, and no server gets it. */
export function unasked(era: Era, result: Members): Scene {
  return {
    script: defaultServer(era, {}),
    sent: { jsonrpc: '2.0', id: 99, result },
    check: ({ answer, asked, status }) => {
      expect([[202, 400].includes(status), answer?.result, asked]).toEqual([true, undefined, []]);
    },
  };
}

/** Scene of a server's message within a call, before its answer: the answer arrives, and nothing else. */
export function said(era: Era, message: Message, checkAsked: (asked: readonly Message[]) => void = () => {}): Scene {
  const reply: Reply = () => [message, toResult(era, CALL_RESULT)];
  const scene = served(
    era,
    { method: 'tools/call', params: { name: 'get_weather' } },
    (result, { asked, messages }) => {
      expect(result).toMatchObject(CALL_RESULT);
      expect(messages).toHaveLength(1);
      checkAsked(asked);
    },
  );
  return { ...scene, script: defaultServer(era, { replies: { 'tools/call': reply } }) };
}

/** A question of a server to the person at the client. The gateway rejects it, and the client does not see it. */
export function questioned(era: Era, question: Message): Scene {
  if (era === '2025-11-25') {
    const scene = said(era, { ...question, id: 'of-the-server' }, (asked) => {
      const answers = asked.filter(({ id, method }) => method === undefined && id === 'of-the-server');
      expect(answers).toMatchObject([{ error: { code: expect.any(Number) } }]);
    });
    return { ...scene, isServerAnswered: true };
  }
  return needsInput(era, { resultType: 'input_required', inputRequests: { one: question } });
}

/** A result that asks for input. */
export function needsInput(era: Era, result: Members): Scene {
  const scene = served(era, { method: 'tools/call', params: { name: 'get_weather' } }, (given) => {
    expect(given).toMatchObject({ isError: true });
    expect(JSON.stringify(given)).toContain('asked for input');
    expect(JSON.stringify(given)).not.toContain('requestState');
  });
  return { ...scene, script: defaultServer(era, { replies: { 'tools/call': () => [{ result }] } }) };
}

/** A result that only wants to be asked for again, with what it says. */
export function repeated(era: Era, result: Members): Scene {
  const reply: Reply = ({ params }) =>
    params?.requestState === undefined ? [{ result }] : [toResult(era, CALL_RESULT)];
  const scene = served(era, { method: 'tools/call', params: { name: 'get_weather' } }, (given, { asked }) => {
    expect(given).toMatchObject(CALL_RESULT);
    expect(asked.at(-1)?.params?.requestState).toBe(result.requestState);
  });
  return { ...scene, script: defaultServer(era, { replies: { 'tools/call': reply } }) };
}

/** A result of a server, which the client gets as it is. */
export function answered(era: Era, sent: Message, result: Members, more: Script['replies'] = {}): Scene {
  const { nextCursor: _next, ttlMs: _ttl, cacheScope: _scope, _meta, ...kept } = result;
  const reply: Reply = ({ params }) => [toResult(era, params?.cursor === undefined ? result : emptied(result))];
  const method = sent.method ?? '';
  const scene = served(era, sent, (given) => expect(given).toMatchObject(kept));
  return { ...scene, script: defaultServer(era, { replies: { [method]: reply, ...more } }) };
}

/** The last page of a list. */
function emptied({ nextCursor: _next, ...result }: Members): Members {
  const entries = Object.entries(result).map(([name, value]) => [name, Array.isArray(value) ? [] : value]);
  return Object.fromEntries(entries);
}
