import { hash } from 'node:crypto';
import type { GatewayConfig, ProviderEntry } from '@multilane/config';
import { type ModelQuotas, ProviderQuotas } from '@multilane/policy';
import type { ProviderFailure } from '@multilane/providers';
import { MadeFrom } from '../made-from.js';
import { createCredentialSource } from './create-credential-source.js';
import type { CredentialSource } from './credential-source.js';

/**
 * The sources in use: one for each provider, which its models share, and which outlives a reload that leaves the
 * provider's credentials and the network alone.
 */
export class CredentialSources {
  private readonly byKey = new Map<string, CredentialSource>();
  private readonly wanted = new Set<string>();
  private readonly keys = new MadeFrom<ProviderEntry, string>();
  /** Names of the sources, the same in every process that has the same credentials. */
  private readonly names = new WeakMap<CredentialSource, string>();

  /**
   * @param onFailure Called with the provider's name when no credential can be obtained; its detail is for the log.
   * @param quotas What the providers say is left of their limits.
   */
  constructor(
    private readonly onFailure: (provider: string, failure: ProviderFailure) => void,
    private readonly quotas = new ProviderQuotas(),
  ) {}

  /** Finds what the provider says is left for a model; undefined for a source that was not chosen here. */
  quotasOf(source: CredentialSource, upstreamModel: string): ModelQuotas | undefined {
    const name = this.names.get(source);
    return name === undefined ? undefined : this.quotas.of(`${name} ${upstreamModel}`, source.rotation?.size ?? 1);
  }

  /**
   * @param trusted Whether the operator named the provider, so that it may use the machine's own credentials.
   * @param owner Whose the provider is, where people named it: owners share no source, even of equal credentials.
   */
  choose(provider: ProviderEntry, network: GatewayConfig['network'], trusted: boolean, owner = ''): CredentialSource {
    const key = this.keys.find(provider, [network, trusted, owner], () => makeKey(provider, network, trusted, owner));
    this.wanted.add(key);
    const existing = this.byKey.get(key);
    if (existing) return existing;
    const onFailure = (failure: ProviderFailure): void => this.onFailure(provider.name, failure);
    const made = createCredentialSource(provider, network, trusted, onFailure);
    this.byKey.set(key, made);
    // The key has the credentials themselves.
    this.names.set(made, hash('sha256', key, 'base64url'));
    return made;
  }

  /** Call after each new snapshot: what it wants is warmed, and what no target chose any more is stopped. */
  putInForce(): void {
    for (const [key, source] of this.byKey) {
      if (this.wanted.has(key)) {
        source.warm();
      } else {
        this.byKey.delete(key);
        source.stop();
      }
    }
    this.wanted.clear();
  }

  close(): void {
    for (const source of this.byKey.values()) source.stop();
    this.byKey.clear();
  }
}

function makeKey(provider: ProviderEntry, network: GatewayConfig['network'], trusted: boolean, owner: string): string {
  return JSON.stringify([
    owner,
    provider.name,
    provider.kind,
    provider.api_key,
    provider.api_keys,
    provider.access_token,
    provider.credentials_json,
    provider.project,
    provider.access_key_id,
    provider.secret_access_key,
    provider.session_token,
    provider.region,
    network,
    trusted,
  ]);
}
