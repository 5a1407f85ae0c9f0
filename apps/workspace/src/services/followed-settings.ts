import { readFileSync } from 'node:fs';
import type { GatewayConfig } from '@multilane/config';
import { createTrustedFetch } from '@multilane/egress';

/** Settings that a running workspace takes from an edited gateway.yaml. Others need a restart (docs/configuration.md). */
export interface Followed {
  readonly oidc: GatewayConfig['auth']['oidc'];
  readonly sso: GatewayConfig['auth']['console']['sso'];
  readonly network: GatewayConfig['network'];
  readonly organizationName: string;
  /** The way to the identity provider, through the operator's proxy and with its certificate authority. */
  readonly issuerFetch: typeof fetch;
}

/** The settings as the file has them at this moment. */
export class FollowedSettings {
  /** Edited settings that wait for a restart, by their paths. */
  needRestart: readonly string[] = [];
  private current: Followed;

  /** @throws Error where `network.ca_file` cannot be read. */
  constructor(private config: GatewayConfig) {
    this.current = read(config);
  }

  /** gateway.yaml as it is in force. `now` has what is costly to make anew. */
  get settings(): GatewayConfig {
    return this.config;
  }

  get now(): Followed {
    return this.current;
  }

  /** Takes what the edited file says. @throws Error where `network.ca_file` cannot be read; then nothing changes. */
  replace(config: GatewayConfig): void {
    const next = read(config);
    this.config = config;
    if (textOf(next) !== textOf(this.current)) this.current = next;
  }

  /** Derives a value from the settings, and again when it is used after they have changed. */
  derive<Made>(make: (settings: Followed) => Made): () => Made {
    let source = this.current;
    let made = make(source);
    return () => {
      if (source !== this.current) {
        made = make(this.current);
        source = this.current;
      }
      return made;
    };
  }
}

function read({ auth, network, organization }: GatewayConfig): Followed {
  const { proxy, no_proxy: noProxy, ca_file: file } = network;
  const issuerFetch = createTrustedFetch({ proxy, noProxy, ca: file && readFileSync(file, 'utf8') });
  return { oidc: auth.oidc, sso: auth.console.sso, network, organizationName: organization.name, issuerFetch };
}

function textOf({ issuerFetch: _way, ...settings }: Followed): string {
  return JSON.stringify(settings);
}
