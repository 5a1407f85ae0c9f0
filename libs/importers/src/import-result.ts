/**
 * What became of one key of the source. `exact`: the same behaviour. `approximate`: imported, with a difference that the
 * message names. `manual`: somebody has to do something. `unsupported`: left out.
 */
export const FINDING_STATUSES = ['exact', 'approximate', 'manual', 'unsupported'] as const;

export type FindingStatus = (typeof FINDING_STATUSES)[number];

export interface ImportFinding {
  /** Path of the key in the source, such as `model_list[0].litellm_params.model`. */
  readonly path: string;
  readonly status: FindingStatus;
  /** One or two sentences. Never holds a value of the source that may be a secret. */
  readonly message: string;
}

/** What the value of an environment variable is: needed to check the result before the variable is set. */
export type VariableKind = 'secret' | 'url' | 'text' | 'json' | 'number' | 'postgres' | 'redis';

export interface ImportVariable {
  readonly name: string;
  readonly kind: VariableKind;
}

export interface ImportResult {
  /** The text of a gateway.yaml. */
  readonly yaml: string;
  /** In the order of the source. */
  readonly findings: readonly ImportFinding[];
  /** The environment variables that the text references, by name. */
  readonly variables: readonly ImportVariable[];
  /** What the configuration loader says against the text, with stand-ins for the variables. Empty: it is valid. */
  readonly problems: readonly string[];
}

/** The source cannot be read at all: it is too large, no YAML, or no configuration of the named product. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
