import type { AuthClient, ExternalAccountClientOptions } from 'google-auth-library';
import { IssueProblem } from './describe-issue-problem.js';
import { agentFor, type EgressAgents } from './egress-agents.js';
import { GOOGLE_SCOPE } from './google-scope.js';

/** The JSON of a credentials file. */
export type GoogleCredentials = Readonly<Record<string, unknown>>;

const egressOptions = (agents: EgressAgents) => ({
  transporterOptions: { agent: (address: URL) => agentFor(agents, address) },
});

/**
 * The library's client for the machine's own credentials. `project` spares it a search that may start `gcloud`.
 */
export async function makeMachineClient(project: string | undefined, agents: EgressAgents): Promise<AuthClient> {
  const { GoogleAuth, gcpMetadata } = await import('google-auth-library');
  // A metadata server that was not up yet would count as absent for ever.
  gcpMetadata.resetIsAvailableCache();
  const auth = new GoogleAuth({
    scopes: GOOGLE_SCOPE,
    ...(project === undefined ? {} : { projectId: project }),
    clientOptions: egressOptions(agents),
  });
  return auth.getClient();
}

/**
 * The library's client for a credentials file that is not a service account's. It is made by its own constructor: the
 * library's reader of any kind of file warns on the console. Kinds that only that reader knows are rejected.
 */
export async function makeFileClient(credentials: GoogleCredentials, agents: EgressAgents): Promise<AuthClient> {
  const library = await import('google-auth-library');
  if (credentials.type === 'authorized_user') {
    const { client_id: id, client_secret: secret, refresh_token: refresh } = credentials;
    return new library.UserRefreshClient({
      clientId: requireText(id, 'client_id'),
      clientSecret: requireText(secret, 'client_secret'),
      refreshToken: requireText(refresh, 'refresh_token'),
      ...egressOptions(agents),
    });
  }
  if (credentials.type !== 'external_account') {
    throw new IssueProblem('credentials_json is of a type that only GOOGLE_APPLICATION_CREDENTIALS takes');
  }
  const options = { ...credentials, scopes: [GOOGLE_SCOPE], ...egressOptions(agents) };
  const { credential_source: source } = credentials as { credential_source?: Record<string, unknown> | null };
  const { AwsClient, IdentityPoolClient, PluggableAuthClient } = library;
  if (source?.environment_id) return new AwsClient(options as unknown as Options<typeof AwsClient>);
  if (source?.executable) return new PluggableAuthClient(options as unknown as Options<typeof PluggableAuthClient>);
  return new IdentityPoolClient(options as unknown as Options<typeof IdentityPoolClient>);
}

/** Options of a client of the library; the file is checked by the constructor and the issuer, not here. */
type Options<Client extends new (options: never) => AuthClient> = ConstructorParameters<Client>[0] &
  ExternalAccountClientOptions;

function requireText(value: unknown, member: string): string {
  if (typeof value === 'string') return value;
  throw new IssueProblem(`credentials_json has no ${member}`);
}
