import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { GatewayError } from '@multilane/errors';
import type { SocketCodec, SocketEvent } from '@multilane/providers';
import { untilHolds } from '@multilane/testing';
import type { FrameSocket } from '../../upstream/frame-socket.js';
import type { EventRules } from './check-client-event.js';
import type { Refusal, RelayRules } from './relay-rules.js';
import { SocketRelay } from './socket-relay.js';

/** A socket that accepts messages and sends none of them until the test lets it. */
class StuckSocket extends EventEmitter {
  readonly protocol = '';
  bufferedAmount = 0;
  isPaused = false;
  readonly sent: string[] = [];
  readonly codes: (number | undefined)[] = [];
  private waiting: (() => void)[] = [];

  send(data: Buffer | string, _options: object, sent?: () => void): void {
    this.sent.push(data.toString());
    this.bufferedAmount += data.length;
    if (sent !== undefined) this.waiting.push(sent);
  }

  flush(): void {
    this.bufferedAmount = 0;
    for (const sent of this.waiting.splice(0)) sent();
  }

  close(code?: number): void {
    this.codes.push(code);
    this.emit('close', code, Buffer.alloc(0));
  }

  terminate(): void {
    this.emit('close', 1006, Buffer.alloc(0));
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  ping(): void {}
}

/** Reads what the tests send. */
const CODEC = {
  readEvent: ({ id, kind }: Record<string, unknown>) =>
    kind === undefined ? undefined : ({ id, kind } as SocketEvent),
} as unknown as SocketCodec;

const RULES = {
  codec: CODEC,
  current: () =>
    ({ caller: {}, snapshot: {}, model: { names: [], target: { provider: {} } } }) as unknown as EventRules,
  verify: () => Promise.resolve(),
  noteTranscriber: () => undefined,
  beforeResponse: () => undefined,
  withdrawResponse: () => undefined,
  afterEvent: () => undefined,
  unfinished: 0,
  takeCancels: () => [],
  settleUnfinished: () => undefined,
} as unknown as RelayRules;

function relay(rules: Partial<RelayRules> = {}): { client: StuckSocket; provider: StuckSocket; end: Promise<unknown> } {
  const client = new StuckSocket();
  const provider = new StuckSocket();
  const limits = { idleMs: 60_000, ageMs: 60_000 };
  const end = new SocketRelay(
    client as unknown as FrameSocket,
    provider as unknown as FrameSocket,
    { ...RULES, ...rules },
    limits,
  ).run();
  return { client, provider, end };
}

const HIDDEN = Buffer.from('{"type":"response.create"}', 'utf16le');

describe('a relay of two sockets', () => {
  it('stops reading a client that does not read its refusals, until it does', async () => {
    const { client, provider, end } = relay();
    let sent = 0;
    for (; !client.isPaused && sent < 100_000; sent += 1) client.emit('message', HIDDEN, true);
    expect(client.isPaused).toBe(true);
    expect(client.bufferedAmount).toBeLessThan(1024 * 1024 + 1024);
    client.flush();
    expect(client.isPaused).toBe(false);
    client.terminate();
    provider.terminate();
    await end;
  });

  it.each(['client', 'provider'] as const)(
    'stops reading the %s while a thousand of its tiny messages wait',
    async (side) => {
      const sockets = relay();
      const from = sockets[side];
      const to = side === 'client' ? sockets.provider : sockets.client;
      let sent = 0;
      for (; !from.isPaused && sent < 100_000; sent += 1) from.emit('message', Buffer.from('x'), true);
      // The first one was sent into nothing that waits, and is not counted.
      expect(sent).toBe(1_002);
      to.flush();
      expect(from.isPaused).toBe(false);
      from.terminate();
      to.terminate();
      await sockets.end;
    },
  );

  it.each([
    ['{"type":"response.done","response":{}}', 1],
    ['{"event_id":"e1","type":"response.done","response":{}}', 1],
    [' { "type" : "response.done" }', 1],
    ['{"type":"response.output_text.delta","delta":"response.done"}', 0],
    ['{"type":"response', 0],
  ])('charges what the provider ends with response.done, wherever its type is: %s', async (event, charged) => {
    let answers = 0;
    const readEvent = ({ type }: Readonly<Record<string, unknown>>) =>
      type === 'response.done' ? ({ kind: 'response ended' } as SocketEvent) : undefined;
    const afterEvent = (): undefined => {
      answers += 1;
    };
    const { client, provider, end } = relay({ codec: { readEvent } as SocketCodec, afterEvent });
    provider.emit('message', Buffer.from(event), false);
    expect([client.sent, answers]).toEqual([[event], charged]);
    client.terminate();
    provider.terminate();
    await end;
  });

  it('reads the use in an event with long texts', async () => {
    const kinds: string[] = [];
    const afterEvent = ({ kind }: SocketEvent): undefined => void kinds.push(kind);
    const { client, provider, end } = relay({ afterEvent });
    const long = JSON.stringify({ type: 'response.done', output: 'a"\\\n'.repeat(3_000), kind: 'response ended' });
    provider.emit('message', Buffer.from(long), false);
    expect([client.sent, kinds]).toEqual([[long], ['response ended']]);
    client.terminate();
    provider.terminate();
    await end;
  });

  it('ends with 1011 where an event of the provider that says what was used holds too much to be read', async () => {
    const settle = jest.fn();
    const { client, provider, end } = relay({ settleUnfinished: settle });
    const names = Array.from({ length: 25_000 }, (_, index) => `"n${index}":1`).join(',');
    provider.emit('message', Buffer.from(`{"type":"response.done","response":{${names}}}`), false);
    expect([client.sent, client.codes]).toEqual([[], [1011]]);
    expect(await end).toMatchObject({ code: 1011, byProvider: true, reason: expect.stringContaining('20000') });
    expect(settle).toHaveBeenCalledTimes(1);
  });

  it('closes the client with 1008 where an event that may ask for an answer meets a spent budget', async () => {
    const spent = jest.fn(() => {
      throw new GatewayError('budget_exhausted');
    });
    const { client, provider, end } = relay({ beforeResponse: spent });
    client.emit('message', Buffer.from('{"type":"response.create","type":"session.update"}'), false);
    expect(provider.sent).toEqual([]);
    expect(JSON.parse(client.sent[0] ?? '{}')).toMatchObject({ error: { code: 'budget_exhausted' } });
    expect(client.codes).toEqual([1008]);
    await end;
  });

  it.each([
    ['client', 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009, false],
    ['client', 'WS_ERR_TOO_MANY_BUFFERED_PARTS', 1008, false],
    ['client', 'WS_ERR_INVALID_UTF8', 1007, false],
    ['client', 'WS_ERR_INVALID_OPCODE', 1002, false],
    ['provider', 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009, true],
    ['provider', 'WS_ERR_INVALID_OPCODE', 1011, true],
  ] as const)('gives a fault of the %s (%s) its code', async (side, code, expected, byProvider) => {
    const sockets = relay();
    const from = sockets[side];
    const other = side === 'client' ? sockets.provider : sockets.client;
    from.emit('error', Object.assign(new Error('x'), { code }));
    // The socket itself has said what was wrong; it ends when the other side has got it.
    expect(from.codes).toEqual([]);
    expect(other.codes).toEqual([side === 'client' ? 1000 : expected]);
    from.emit('close', expected, Buffer.alloc(0));
    expect(await sockets.end).toMatchObject({ code: expected, byProvider });
  });
});

/** An event of the provider, which the codec of the tests reads as it is. */
function event(kind: SocketEvent['kind'], id?: string): Buffer {
  return Buffer.from(JSON.stringify({ type: 'response.done', kind, id }));
}

const CREATE = Buffer.from('{"type":"response.create","event_id":"e1"}');

/** Rules under which responses are counted. */
class Counting {
  unfinished = 0;
  readonly ends: boolean[] = [];
  readonly seen: string[] = [];

  readonly rules: Partial<RelayRules>;

  constructor(more: Partial<RelayRules> = {}) {
    const counting = this;
    this.rules = {
      afterEvent: ({ kind }) => {
        this.seen.push(kind);
        if (kind === 'response ended') this.unfinished -= 1;
        return undefined;
      },
      get unfinished() {
        return counting.unfinished;
      },
      takeCancels: jest.fn<RelayRules['takeCancels']>().mockReturnValueOnce(['cancel']).mockReturnValue([]),
      settleUnfinished: (byProvider) => {
        this.ends.push(byProvider);
        this.unfinished = 0;
      },
      ...more,
    };
  }
}

/** Relays like `relay`, with the getters of the rules. */
function relayCounting(counting: Counting) {
  const rules = Object.create(RULES, Object.getOwnPropertyDescriptors(counting.rules)) as RelayRules;
  const client = new StuckSocket();
  const provider = new StuckSocket();
  const limits = { idleMs: 60_000, ageMs: 60_000 };
  const served = new SocketRelay(client as unknown as FrameSocket, provider as unknown as FrameSocket, rules, limits);
  return { client, provider, served, end: served.run() };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('the end of a session with a response in progress', () => {
  it.each(['the client leaves', 'the gateway closes it'])(
    'waits for the report of the provider, which is asked to cancel, where %s',
    async (how) => {
      const counting = new Counting();
      const { client, provider, served, end } = relayCounting(counting);
      counting.unfinished = 2;
      if (how === 'the client leaves') client.terminate();
      else served.goAway();
      expect(provider.sent).toEqual(['cancel']);
      expect(provider.codes).toEqual([]);
      provider.emit('message', event('response ended'), false);
      expect(provider.codes).toEqual([]);
      provider.emit('message', event('response ended'), false);
      expect(provider.codes).toEqual([1000]);
      expect(await end).toMatchObject({ byProvider: false });
      // Nobody reads them, and nothing is left to be estimated.
      expect(client.sent).toEqual([]);
      expect(counting.ends).toEqual([false]);
    },
  );

  it('waits two seconds at most; what is reported later is not charged again', async () => {
    jest.useFakeTimers();
    const counting = new Counting();
    const { client, provider, end } = relayCounting(counting);
    counting.unfinished = 1;
    client.terminate();
    await jest.advanceTimersByTimeAsync(1_900);
    expect([counting.ends, provider.codes]).toEqual([[], []]);
    await jest.advanceTimersByTimeAsync(200);
    expect([counting.ends, provider.codes]).toEqual([[false], [1000]]);
    provider.emit('message', event('response ended'), false);
    expect(counting.seen).toEqual([]);
    await end;
    expect(counting.ends).toEqual([false]);
  });

  it('charges it at once where the provider ends the session', async () => {
    const counting = new Counting();
    const { client, provider, end } = relayCounting(counting);
    counting.unfinished = 1;
    provider.terminate();
    expect([counting.ends, client.codes]).toEqual([[true], [1011]]);
    expect(await end).toMatchObject({ code: 1011, byProvider: true });
  });

  it('charges it where the connection to the provider breaks while its report is waited for', async () => {
    const counting = new Counting();
    const { client, provider, end } = relayCounting(counting);
    counting.unfinished = 1;
    client.terminate();
    provider.terminate();
    expect(counting.ends).toEqual([false]);
    await end;
    expect(provider.codes).toEqual([]);
  });

  it('does not stop reading the provider for what a client that left does not read', async () => {
    const counting = new Counting();
    const { client, provider, end } = relayCounting(counting);
    counting.unfinished = 1;
    client.terminate();
    client.bufferedAmount = 10_000_000;
    provider.emit('message', Buffer.alloc(100_000, 'x'), false);
    expect([client.sent.length, provider.isPaused]).toEqual([0, false]);
    provider.emit('message', event('response ended'), false);
    await end;
  });
});

describe('a response that is rejected', () => {
  const refusal = new GatewayError('tpm_exceeded');

  it('is not asked for, and the socket stays open', async () => {
    const { client, provider, end } = relay({ beforeResponse: () => refusal });
    client.emit('message', CREATE, false);
    expect([provider.sent, client.codes]).toEqual([[], []]);
    expect(JSON.parse(client.sent[0] ?? '{}')).toMatchObject({
      type: 'error',
      error: { code: 'tpm_exceeded', event_id: 'e1' },
    });
    client.emit('message', Buffer.from('{"type":"after"}'), false);
    expect(provider.sent).toEqual(['{"type":"after"}']);
    client.terminate();
    provider.terminate();
    await end;
  });

  it('when it has begun is cancelled, and the socket stays open', async () => {
    const takeCancels = jest.fn<RelayRules['takeCancels']>(() => ['cancel']);
    const { client, provider, end } = relay({ afterEvent: () => Promise.resolve(refusal), takeCancels });
    provider.emit('message', event('response began', 'r1'), false);
    await untilHolds(() => expect(provider.sent).toEqual(['cancel']));
    expect(takeCancels).toHaveBeenCalledWith(['r1']);
    expect(JSON.parse(client.sent[1] ?? '{}')).toMatchObject({ type: 'error', error: { code: 'tpm_exceeded' } });
    expect(client.codes).toEqual([]);
    client.terminate();
    provider.terminate();
    await end;
  });
});

describe('a response that is decided on later', () => {
  /** Rules that decide when the test says so. */
  function undecided() {
    const decisions: ((refusal: Refusal) => void)[] = [];
    const beforeResponse = (): Promise<Refusal> => new Promise((resolve) => decisions.push(resolve));
    const withdrawResponse = jest.fn();
    return { decisions, withdrawResponse, ...relay({ beforeResponse, withdrawResponse }) };
  }

  it('has what the client sends behind it wait, and pass in its order', async () => {
    const { client, decisions, end, provider } = undecided();
    client.emit('message', CREATE, false);
    expect(client.isPaused).toBe(true);
    for (const text of ['{"type":"one"}', CREATE.toString(), '{"type":"two"}']) {
      client.emit('message', Buffer.from(text), false);
    }
    expect(provider.sent).toEqual([]);
    decisions[0]?.(undefined);
    await untilHolds(() => expect(decisions).toHaveLength(2));
    expect(provider.sent).toEqual([CREATE.toString(), '{"type":"one"}']);
    provider.flush();
    expect(client.isPaused).toBe(true);
    decisions[1]?.(new GatewayError('overloaded'));
    await untilHolds(() => expect(provider.sent).toHaveLength(3));
    expect(provider.sent[2]).toBe('{"type":"two"}');
    expect(client.isPaused).toBe(false);
    client.terminate();
    provider.terminate();
    await end;
  });

  it('is withdrawn where the client has left meanwhile', async () => {
    const { client, decisions, end, provider, withdrawResponse } = undecided();
    client.emit('message', CREATE, false);
    client.terminate();
    decisions[0]?.(undefined);
    await untilHolds(() => expect(withdrawResponse).toHaveBeenCalledTimes(1));
    expect(provider.sent).toEqual([]);
    await end;
  });

  it('ends the session where nothing is left', async () => {
    const beforeResponse = (): Promise<Refusal> => Promise.reject(new GatewayError('key_budget_exceeded'));
    const { client, end, provider } = relay({ beforeResponse });
    client.emit('message', CREATE, false);
    expect(await end).toMatchObject({ code: 1008 });
    expect(provider.sent).toEqual([]);
    expect(JSON.parse(client.sent[0] ?? '{}')).toMatchObject({ error: { code: 'key_budget_exceeded' } });
  });
});
