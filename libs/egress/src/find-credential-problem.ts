/** The fields of a provider entry that decide with whose credential it is called. */
export interface ProviderCredentials {
  readonly api_key?: string | undefined;
  readonly api_keys?: readonly string[] | undefined;
  readonly access_key_id?: string | undefined;
  readonly secret_access_key?: string | undefined;
  readonly access_token?: string | undefined;
  readonly credentials_json?: string | undefined;
}

export interface CredentialProblem {
  /** The field to fix. */
  readonly param: string;
  readonly message: string;
}

/** Types of Google's files that hold all they need; others make this machine read files, run programs or call URLs. */
const SELF_CONTAINED: ReadonlySet<unknown> = new Set([undefined, 'service_account', 'authorized_user']);

/**
 * Finds the reason why a provider that people name may not be used with these credentials
 * (docs/contract/egress.md#ambient-credentials): it would be called as this machine, which is the operator's to lend,
 * or the credentials lead to files, programs or addresses of their own choice. Undefined if nothing is wrong.
 *
 * @param credential What the kind of provider is called as: `aws` and `google` may lend the machine's own identity.
 */
export function findCredentialProblem(
  provider: ProviderCredentials,
  credential: string | undefined,
): CredentialProblem | undefined {
  const hasKey = provider.api_key !== undefined || (provider.api_keys ?? []).length > 0;
  if (credential === 'aws') {
    const hasAccessKey = provider.access_key_id !== undefined && provider.secret_access_key !== undefined;
    return hasKey || hasAccessKey ? undefined : problem('access_key_id', AMBIENT);
  }
  if (credential !== 'google' || provider.access_token !== undefined) return undefined;
  const { credentials_json: json } = provider;
  return json === undefined ? problem('credentials_json', AMBIENT) : checkGoogleFile(json);
}

function checkGoogleFile(json: string): CredentialProblem | undefined {
  const { type, token_uri: tokenUri } = readObject(json) ?? { type: null };
  if (!SELF_CONTAINED.has(type)) {
    return problem('credentials_json', 'must be the file of a service account or an authorized user');
  }
  if (tokenUri === undefined || isGoogles(tokenUri)) return undefined;
  return problem('credentials_json', 'must not name a token_uri that is not Google’s');
}

function readObject(json: string): { type?: unknown; token_uri?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isGoogles(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  return protocol === 'https:' && hostname.endsWith('.googleapis.com') && `${port}${username}${password}` === '';
}

const AMBIENT = 'is required: credentials of the machine itself are for providers of gateway.yaml alone';

const problem = (param: string, message: string): CredentialProblem => ({ param, message });
