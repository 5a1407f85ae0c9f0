import type { ProviderKind } from '@multilane/contracts';
import { ALL_MANIFESTS, type ProviderManifest } from '@multilane/providers/manifests';
import { withSecretFiles } from './file/secret-files.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variable, for the code that applies it and for the documentation. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  /** The key of gateway.yaml that it sets. */
  readonly key?: string;
  /** Precedence over the file: it beats the file, or only fills a key the file leaves out. */
  readonly precedence?: 'overrides the file' | 'used if not in the file';
  /** The provider kind whose entries have the key, where it is one of `providers[]`. */
  readonly entriesOf?: ProviderKind;
  /** Provider kind that the standalone service sets up where this is set. */
  readonly kind?: ProviderKind;
}

const override = (name: string, key: string, meaning: string, example: string): EnvironmentVariable => ({
  name,
  key,
  precedence: 'overrides the file',
  meaning,
  example,
});

const fallback = (name: string, key: string, meaning: string, example: string): EnvironmentVariable => ({
  name,
  key,
  precedence: 'used if not in the file',
  meaning,
  example,
});

/** The variable by which `npm start` finds a provider. */
function listProviderVariables({ kind, name: provider, environment }: ProviderManifest): EnvironmentVariable[] {
  if (environment === undefined) return [];
  const { name, holds, example } = environment;
  const meaning = `Standalone only: offers the models of ${holds === 'address' ? `a local ${provider}` : provider}.`;
  return [{ name, kind, meaning, example }];
}

/** Variables for settings that entries of a kind leave out. */
function listEntryVariables({ kind, settings }: ProviderManifest): EnvironmentVariable[] {
  return settings.flatMap(({ name: field, label, environment: names = [], example = '' }) =>
    names.map((name, index) => ({
      ...fallback(
        name,
        `providers[].${field}`,
        index === 0 ? `${label} of ${kind} entries.` : `The same as ${names[0]}.`,
        example,
      ),
      entriesOf: kind,
    })),
  );
}

/** Every environment variable the services know. The first of several for one key that is set counts. */
export const ENVIRONMENT_VARIABLES: readonly EnvironmentVariable[] = [
  { name: 'GATEWAY_CONFIG', meaning: 'Path of `gateway.yaml`.', example: '/etc/multilane/gateway.yaml' },
  override('DATABASE_URL', 'database.url', 'Address of PostgreSQL.', 'postgres://multilane:secret@db:5432/multilane'),
  override('REDIS_URL', 'redis.url', 'Address of Redis.', 'redis://redis:6379'),
  override('ENCRYPTION_KEY', 'encryption.key', 'Encrypts stored provider credentials.', '$(openssl rand -base64 32)'),
  override('PORT', 'server.port', 'Port of the HTTP server.', '8080'),
  override(
    'METRICS_PORT',
    'server.metrics_port',
    'Separate port for /metrics. Services on the same machine need different ports.',
    '9090',
  ),
  override(
    'WARM_UP_REQUESTS',
    'server.warm_up_requests',
    'Requests that a gateway sends itself before it serves others.',
    '0',
  ),
  override('HOST', 'server.host', 'Address to listen on.', '0.0.0.0'),
  fallback(
    'PUBLIC_BASE_URL',
    'server.public_base_url',
    'Public address of the service, used in links and redirects.',
    'https://ai.example.com',
  ),
  fallback(
    'TRUST_PROXY',
    'server.trust_proxy',
    'Number of proxies in front of the service. Only if it cannot be reached except through them.',
    '1',
  ),
  override('LOG_LEVEL', 'telemetry.log_level', 'Minimum severity of log lines.', 'debug'),
  fallback('HTTPS_PROXY', 'network.proxy', 'Forward proxy for calls to providers.', 'http://proxy:3128'),
  fallback('https_proxy', 'network.proxy', 'The same as HTTPS_PROXY.', 'http://proxy:3128'),
  fallback('HTTP_PROXY', 'network.proxy', 'The same, if HTTPS_PROXY is not set.', 'http://proxy:3128'),
  fallback('http_proxy', 'network.proxy', 'The same as HTTP_PROXY.', 'http://proxy:3128'),
  fallback('NO_PROXY', 'network.no_proxy', 'Hosts to reach without the proxy.', 'localhost,.internal'),
  fallback('no_proxy', 'network.no_proxy', 'The same as NO_PROXY.', 'localhost,.internal'),
  ...ALL_MANIFESTS.flatMap(listEntryVariables),
  ...ALL_MANIFESTS.flatMap(listProviderVariables),
];

/** The one place where the process's environment is read. `NAME_FILE` gives `NAME` the contents of a file. */
export function readEnvironment(): Environment {
  return withSecretFiles(process.env);
}

/** Path of gateway.yaml: `GATEWAY_CONFIG`, else `gateway.yaml` in the working directory. */
export function resolveConfigPath(environment: Environment): string {
  return environment.GATEWAY_CONFIG || 'gateway.yaml';
}
