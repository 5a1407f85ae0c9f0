import type { ProviderGroup, ProviderKind } from '@multilane/contracts';
import type { ModelFacts } from './model-facts.js';

/** An access key of AWS with the region it signs for. */
export interface AwsCredential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly region: string;
}

/**
 * Address and identity by which a model is reached: everything about a target that does not change from request to
 * request.
 */
export interface ProviderTarget {
  readonly kind: ProviderKind;
  /** The group of the format in which the model is served, where that is not the kind's. */
  readonly group?: ProviderGroup | undefined;
  /** The model's name at the provider; a deployment for azure-openai. */
  readonly upstreamModel: string;
  /** Known facts about the model; undefined means none, so that it behaves as its kind does. */
  readonly facts?: ModelFacts | undefined;
  /** Scheme, host and path prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** Headers the operator adds to every request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** azure-openai only: the `api-version` query parameter. */
  readonly apiVersion?: string | undefined;
  /**
   * Way in which a messages-native model thinks: with a token budget, or with an effort
   * (docs/contract/translation.md#thinking).
   */
  readonly thinking?: 'budget' | 'adaptive' | undefined;
  /** True if a model of groups N and B takes a schema for its answer (docs/contract/chat.md#structured-output). */
  readonly structuredOutput?: boolean | undefined;
  /**
   * True if missing parts of a conversation get placeholders if the provider would reject it
   * (docs/contract/translation.md#histories).
   */
  readonly repairHistory?: boolean | undefined;
  /** Names of voices that callers may use, with the provider's own voice for each. They override the kind's defaults. */
  readonly voices?: Readonly<Record<string, string>> | undefined;
  /** vertex only. */
  readonly project?: string | undefined;
  /** vertex only. */
  readonly location?: string | undefined;
  /** bedrock only. */
  readonly region?: string | undefined;
}

/** The address of one upstream call. */
export interface UpstreamAddress {
  /** `https://host:port` */
  readonly origin: string;
  /** Path with query. */
  readonly path: string;
}

export type UpstreamMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Text, bytes in one or several pieces, or bytes that are read as they are sent, at the pace at which the provider takes them. Those are
 * sent once: an attempt that failed cannot be repeated with them, and they cannot be signed.
 */
export type UpstreamBody = string | Uint8Array | readonly Uint8Array[] | AsyncIterable<Uint8Array>;

/** One upstream request, ready to be sent except for its credential. */
export interface UpstreamDraft {
  readonly address: UpstreamAddress;
  /** `POST` if it is left out. */
  readonly method?: UpstreamMethod;
  readonly headers: Record<string, string>;
  /** Undefined for none. */
  readonly body: UpstreamBody | undefined;
}
