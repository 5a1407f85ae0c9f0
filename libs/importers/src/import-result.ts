/**
 * Outcome for one key of the source, in the order of reports. `opens_access`: it restricts, and cannot be kept. The
 * restricted thing stays closed: a key is disabled, a model left out. `exact`: the same behaviour. `approximate`:
 * imported, with a difference that the message names. `manual`: somebody has to do something. `unsupported`: left out.
 */
export const FINDING_STATUSES = ['opens_access', 'exact', 'approximate', 'manual', 'unsupported'] as const;

export type FindingStatus = (typeof FINDING_STATUSES)[number];

export interface ImportFinding {
  /** Path of the key in the source, such as `model_list[0].litellm_params.model`. */
  readonly path: string;
  readonly status: FindingStatus;
  /** One or two sentences. Never holds a value of the source that may be a secret. */
  readonly message: string;
}

/** Kind of an environment variable's value: needed to check the result before the variable is set. */
export type VariableKind = 'secret' | 'url' | 'text' | 'json' | 'number' | 'postgres' | 'redis';

export interface ImportVariable {
  readonly name: string;
  readonly kind: VariableKind;
}

export interface ImportResult {
  /** The text of a gateway.yaml. */
  readonly yaml: string;
  /** Those that would open access first, then in the order of the source. */
  readonly findings: readonly ImportFinding[];
  /** The environment variables that the text references, by name. */
  readonly variables: readonly ImportVariable[];
  /** Problems that the configuration loader finds in the text, with stand-ins for the variables. Empty: it is valid. */
  readonly problems: readonly string[];
}

/** The source cannot be read at all: it is too large, no YAML, or no configuration of the named product. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

const INCOMPLETE: ReadonlySet<FindingStatus> = new Set(['opens_access', 'manual', 'unsupported']);

/** True if something was left closed, left out, or is to be done by hand: `--strict` fails on it. */
export function isIncomplete(findings: readonly ImportFinding[]): boolean {
  return findings.some(({ status }) => INCOMPLETE.has(status));
}

/** Findings that would open access stand first. */
export function putRestrictionsFirst(findings: readonly ImportFinding[]): ImportFinding[] {
  const opens = ({ status }: ImportFinding): boolean => status === 'opens_access';
  return [...findings.filter(opens), ...findings.filter((finding) => !opens(finding))];
}
