import type { GatewayConfig } from '@multilane/config';

/** What is going to run. */
export interface Plan {
  readonly config: GatewayConfig;
  /** Where the configuration is written, for people to look at. */
  readonly configFile: string;
  /** Whether edits of that file are followed while the gateway runs. */
  readonly isFollowed: boolean;
  /** The demo key; undefined if the configuration is the user's own, and the keys in it are too. */
  readonly apiKey: string | undefined;
  /** What there is to say about where the models come from, a line each. */
  readonly notes: readonly string[];
}
