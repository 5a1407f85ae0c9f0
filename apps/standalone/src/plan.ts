import type { GatewayConfig } from '@multilane/config';

/** Plan of the services to run. */
export interface Plan {
  readonly config: GatewayConfig;
  /** File that the configuration is written to, for people to look at. */
  readonly configFile: string;
  /** True if edits of that file are followed while the gateway runs. */
  readonly isFollowed: boolean;
  /** The demo key; undefined if the configuration is the user's own, and the keys in it are too. */
  readonly apiKey: string | undefined;
  /** Notes on the source of the models, a line each. */
  readonly notes: readonly string[];
}
