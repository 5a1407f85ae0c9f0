import { setTimeout as delay } from 'node:timers/promises';
import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client';
import type { OpenMcpConnection } from '@multilane/persistence';
import { GrantEnded, type GrantedTokens, readStored, renewTokens } from './authorization-server.js';

/** A token is renewed so long before it expires, in milliseconds. */
const EARLY_MS = 30_000;
/** Another process may renew for so long, and is looked after so often, in milliseconds. */
const OTHERS_MS = 15_000;
const LOOK_MS = 250;

/** Store of people's connections. */
export interface ConnectionStore {
  open(organizationId: string, serverId: string, userId: string): Promise<OpenMcpConnection | undefined>;
  claimRenewal(id: string, revision: number): Promise<boolean>;
  saveRenewed(id: string, tokens: string): Promise<boolean>;
  endOne(id: string): Promise<boolean>;
}

/** Person and server of a connection. */
export interface ConnectionKey {
  readonly organizationId: string;
  readonly serverId: string;
  readonly userId: string;
}

/** The tokens of one person at one server. One of all processes renews them, and the others take what it stored. */
export class UserTokens implements AuthProvider {
  #granted: GrantedTokens;
  #revision: number;
  #renewing: Promise<void> | undefined;

  constructor(
    private readonly store: ConnectionStore,
    private readonly key: ConnectionKey,
    private readonly connection: OpenMcpConnection,
    private readonly fetch: FetchLike,
  ) {
    this.#granted = readStored(connection.tokens);
    this.#revision = connection.revision;
  }

  async token(): Promise<string> {
    if (this.#granted.expiresAt - EARLY_MS <= Date.now()) await this.#renew();
    return this.#granted.accessToken;
  }

  /** The server rejected the token. */
  onUnauthorized(): Promise<void> {
    return this.#renew();
  }

  #renew(): Promise<void> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<void> {
    const { id } = this.connection;
    for (const end = Date.now() + OTHERS_MS; ; ) {
      if (await this.#adopt()) return;
      if (await this.store.claimRenewal(id, this.#revision)) break;
      if (Date.now() > end) throw new Error('the tokens are being renewed');
      await delay(LOOK_MS);
    }
    try {
      const granted = await renewTokens(this.#granted, this.fetch);
      await this.store.saveRenewed(id, JSON.stringify(granted));
      await this.#adopt();
    } catch (error) {
      if (error instanceof GrantEnded) await this.store.endOne(id);
      throw error;
    }
  }

  /** Takes the stored tokens if they are others. */
  async #adopt(): Promise<boolean> {
    const { organizationId, serverId, userId } = this.key;
    const stored = await this.store.open(organizationId, serverId, userId);
    if (stored?.id !== this.connection.id) throw new GrantEnded();
    if (stored.revision === this.#revision) return false;
    this.#granted = readStored(stored.tokens);
    this.#revision = stored.revision;
    return true;
  }
}
