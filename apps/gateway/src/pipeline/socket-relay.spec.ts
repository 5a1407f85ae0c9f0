import { EventEmitter } from 'node:events';
import type { Usage } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { SocketCodec } from '@multilane/providers';
import { describe, expect, it, vi } from 'vitest';
import type { FrameSocket } from '../upstream/frame-socket.js';
import type { EventRules } from './check-client-event.js';
import { type RelayRules, SocketRelay } from './socket-relay.js';

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

const RULES = {
  codec: { readUsage: () => undefined },
  current: () =>
    ({ caller: {}, snapshot: {}, model: { names: [], target: { provider: {} } } }) as unknown as EventRules,
  verify: () => Promise.resolve(),
  beforeResponse: () => undefined,
  afterResponse: () => undefined,
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
  it('stops reading a client that does not read what it was refused, until it does', async () => {
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
    const readUsage = ({ type }: Readonly<Record<string, unknown>>) =>
      type === 'response.done' ? ({ total_tokens: 1 } as Usage) : undefined;
    const afterResponse = (): void => {
      answers += 1;
    };
    const { client, provider, end } = relay({ codec: { readUsage } as SocketCodec, afterResponse });
    provider.emit('message', Buffer.from(event), false);
    expect([client.sent, answers]).toEqual([[event], charged]);
    client.terminate();
    provider.terminate();
    await end;
  });

  it('closes the client with 1008 where an event that may ask for an answer meets a spent budget', async () => {
    const spent = vi.fn(() => {
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
