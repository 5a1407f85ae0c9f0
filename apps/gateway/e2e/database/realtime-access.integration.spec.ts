import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hashToken, newToken, TOKEN_PREFIXES, tokenHint } from '@multilane/auth';
import {
  createInProcessChannel,
  type DatabaseWithSecrets,
  openDatabase,
  SecretBox,
  type VersionChannel,
} from '@multilane/persistence';
import { testDatabases, waitUntil } from '@multilane/testing';
import { WebSocket, WebSocketServer } from 'ws';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { ENCRYPTION_KEY, type Issued, makeTenant, type Tenant } from './make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from './start-gateway-on.js';

const LIMIT_MS = 60_000;
/** Limit on a machine that other tests keep busy; two seconds otherwise. */
const CLOSED_WITHIN_MS = 20_000;
const EXPIRES_AFTER_MS = 3_000;

/** A session whose model echoes. */
class Session {
  private readonly socket: WebSocket;
  private readonly messages: string[] = [];
  end: { code: number; reason: string } | undefined = undefined;
  private isOpen = false;

  constructor(url: string, token: string) {
    const headers = { authorization: `Bearer ${token}` };
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime?model=voice`, { headers });
    this.socket.on('open', () => (this.isOpen = true));
    this.socket.on('message', (data: Buffer) => this.messages.push(data.toString()));
    this.socket.on('close', (code, reason) => (this.end = { code, reason: reason.toString() }));
    this.socket.on('error', () => undefined);
  }

  opened(): Promise<true> {
    return waitUntil('the upgrade', () => this.isOpen || undefined, CLOSED_WITHIN_MS);
  }

  closed(): Promise<{ code: number; reason: string }> {
    return waitUntil('the close', () => this.end, CLOSED_WITHIN_MS);
  }

  async echo(text: string): Promise<void> {
    this.socket.send(text);
    await waitUntil('the echo', () => this.messages.includes(text) || undefined, CLOSED_WITHIN_MS);
  }

  leave(): void {
    this.socket.terminate();
  }
}

/** The database with which credentials are looked up makes no difference here. */
const kinds = [...testDatabases()].slice(-1);

// docs/contract/realtime.md#policies
describe.each(kinds)('a socket whose credential loses its access, on $name', (kind) => {
  let database: DatabaseWithSecrets;
  let channel: VersionChannel;
  let gateway: GatewayInProcess;
  let provider: Server;
  let sockets: WebSocketServer;
  let own: Tenant;
  let other: Tenant;

  beforeAll(async () => {
    provider = createServer();
    sockets = new WebSocketServer({ server: provider });
    sockets.on('connection', (socket) => {
      socket.on('message', (data: Buffer, isBinary) => socket.send(data, { binary: isBinary }));
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    channel = createInProcessChannel();
    database = await openDatabase({ ...(await kind.create()), channel, secretBox: SecretBox.fromKeys(ENCRYPTION_KEY) });
    await database.migrate();
    own = await makeTenant(database, 'default', { upstreamUrl: origin });
    other = await makeTenant(database, 'other', { upstreamUrl: origin });
    gateway = await startGatewayOn({ database, channel }, origin, {
      providers: [{ name: 'openai', kind: 'openai', api_key: 'sk-provider', base_url: `${origin}/v1` }],
      models: [{ logical_name: 'voice', provider: 'openai', upstream_model: 'gpt-realtime', type: 'realtime' }],
      virtual_models: [],
      teams: [],
    });
  }, HOOK_LIMIT_MS);

  afterAll(async () => {
    for (const socket of sockets?.clients ?? []) socket.terminate();
    await gateway?.stop();
    await channel?.close();
    await database?.close();
    provider?.closeAllConnections();
    provider?.close();
    await kind.stop();
  }, HOOK_LIMIT_MS);

  interface Loss {
    readonly issued: Issued;
    readonly lose: () => Promise<unknown>;
    readonly reason: RegExp;
  }

  const INVALID = /credential|key/i;

  const keyThat = async (lose: (id: string) => Promise<unknown>, reason = INVALID): Promise<Loss> => {
    const issued = await own.issueKey(false);
    return { issued, lose: () => lose(issued.id), reason };
  };

  /** Every way in which a credential ends, or may no longer use the model. */
  const makeLosses = async (): Promise<Record<string, Loss>> => {
    const { change, organizationId, workspaceId } = own;
    const team = await change(({ teams }) => teams.create(organizationId, { name: 'narrowed' }));
    const { userId } = await own.signIn('leaver@example.com');
    const pat = await own.issue({ kind: 'pat', workspaceId, userId });
    return {
      removed: await keyThat((id) => change(({ credentials }) => credentials.remove(organizationId, id))),
      disabled: await keyThat((id) => change(({ credentials }) => credentials.setDisabled(organizationId, id, true))),
      rotated: await keyThat((id) => {
        const token = newToken(TOKEN_PREFIXES.apiKey);
        const rotation = { hash: hashToken(token), hint: tokenHint(token), graceSeconds: 0 };
        return change(({ credentials }) => credentials.rotate(organizationId, id, rotation));
      }),
      expired: {
        issued: await own.issueKey(false, { expiresAt: new Date(Date.now() + EXPIRES_AFTER_MS) }),
        lose: () => Promise.resolve(),
        reason: /expired/,
      },
      'of a person who left': {
        issued: pat,
        lose: () => change(({ memberships }) => memberships.remove(organizationId, workspaceId, userId)),
        reason: INVALID,
      },
      'of a team that lost the model': {
        issued: await own.issueKey(false, { teamId: team.id }),
        lose: () => change(({ teams }) => teams.update(organizationId, team.id, { allowedModels: ['something'] })),
        reason: /model/,
      },
      'of an organization that lost the product': {
        issued: await other.issueKey(false),
        lose: () => other.change(({ organizations }) => organizations.update(other.organizationId, { products: [] })),
        reason: /product|entitled|plan/i,
      },
    };
  };

  it(
    'is closed with 1008 and the reason, and so is that of the provider; those of others go on',
    async () => {
      const losses = await makeLosses();
      const spared = new Session(gateway.url, (await own.issueKey(false)).token);
      const ended = Object.entries(losses).map(([how, { issued, lose, reason }]) => ({
        ...{ how, lose, reason, token: issued.token },
        session: new Session(gateway.url, issued.token),
      }));
      await Promise.all([spared, ...ended.map(({ session }) => session)].map((session) => session.opened()));
      await Promise.all([spared.echo('before'), ...ended.map(({ session }) => session.echo('before'))]);
      expect(sockets.clients.size).toBe(ended.length + 1);
      for (const { lose } of ended) await lose();
      const ends = await Promise.all(ended.map(async ({ how, session }) => ({ how, ...(await session.closed()) })));
      expect(ends).toEqual(
        ended.map(({ how, reason }) => ({ how, code: 1008, reason: expect.stringMatching(reason) })),
      );
      await waitUntil('the sockets of the provider', () => sockets.clients.size === 1 || undefined, CLOSED_WITHIN_MS);
      await spared.echo('after');
      expect(spared.end).toBeUndefined();
      // None of them opens another one.
      const again = ended.map(({ token }) => new Session(gateway.url, token));
      await Promise.all(again.map((session) => session.closed()));
      expect(sockets.clients.size).toBe(1);
      spared.leave();
    },
    LIMIT_MS,
  );
});
