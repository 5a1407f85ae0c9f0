import type { GatewayConfig, TimeoutOverrides } from '@multilane/config';
import type { ModelType } from '@multilane/contracts';
import type { DeclaredQuotas, MediaPrices, ModelQuotas, PriceTag, SlotLimit } from '@multilane/policy';
import type { Endpoint, ProviderAdapter, ProviderTarget, UpstreamAddress } from '@multilane/providers';
import type { CredentialSource } from '../../upstream/credentials/credential-source.js';
import type { Transport } from '../../upstream/upstream-sink.js';
import type { LearnedFormats } from './learned-formats.js';

/** A model of the catalog, or of a workspace. */
export interface ServedModel {
  /** Distinguishes it from a virtual model. */
  readonly route?: undefined;
  readonly source: 'config' | 'workspace';
  readonly logicalName: string;
  /** The logical name first, then the aliases. */
  readonly names: readonly string[];
  readonly type: ModelType;
  /** By which names a virtual account's `allowed_providers` may grant its provider. */
  readonly providerNames: readonly string[];
  readonly target: Target;
  readonly price: PriceTag;
  /** Prices of media; undefined if none are declared. */
  readonly mediaPrices?: MediaPrices | undefined;
  /** Values of reasoning_effort beyond the usual four (docs/contract/chat.md#reasoning-effort). */
  readonly reasoningEfforts: readonly string[];
  /** Tokens of prompt and answer together, as the operator or the workspace declares them. */
  readonly contextWindow?: number | undefined;
  /** Limits of the requests to it at the same time, outermost first; undefined if there are none. */
  readonly slots?: readonly SlotLimit[] | undefined;
  /** True if it may be sent requests that the specification leaves to the reference's providers (docs/contract/media.md#providers). */
  readonly isBeyondReference: boolean;
  /** Parameters that are dropped from requests to it, by the names of the chat format; undefined if none are. */
  readonly drops?: ReadonlySet<string> | undefined;
}

/** A model at a provider: how it is addressed, with which credential, within which limits. */
export interface Target {
  /** Names it in this process, whatever snapshot it is of: its health and speed are stored under it. */
  readonly key: string;
  /** The provider's own name: records, metrics and logs tell providers of one kind apart by it. */
  readonly providerName: string;
  /** Id of a provider that people registered; undefined for one of gateway.yaml. */
  readonly providerId?: string | undefined;
  readonly provider: ProviderTarget;
  /** Undefined for a kind that this version does not serve. */
  readonly adapter: ProviderAdapter | undefined;
  /** Addresses of an endpoint that the adapter speaks. */
  addressesOf(endpoint: Endpoint): EndpointAddresses;
  /** Shared by the models of a provider. */
  readonly credentials: CredentialSource;
  readonly timeouts: GatewayConfig['providers'][number]['timeouts'];
  /** True if the provider loads models on demand and may first answer "loading" (docs/contract/time-limits.md#cold-start). */
  readonly coldStart: boolean;
  readonly transport: Transport;
  /** Formats that its provider was found to serve the model in; undefined if nothing is remembered. */
  readonly learned?: LearnedFormats;
  /** What the provider says is left of its limits for the model; undefined if nobody remembers it. */
  readonly quotas?: ModelQuotas | undefined;
  /** Declared limits of its credentials; undefined if there are none. */
  readonly declared?: DeclaredQuotas | undefined;
  /** The same with other time limits; those that are left out stay. */
  withTimeouts(timeouts: TimeoutOverrides): Target;
}

export interface EndpointAddresses {
  readonly whole: UpstreamAddress;
  readonly streamed: UpstreamAddress;
}
