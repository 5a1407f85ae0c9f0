import type { ProviderKind } from '@multilane/contracts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What an environment variable does, for the code that applies it and for the documentation. */
export interface EnvironmentVariable {
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  /** Key of gateway.yaml it stands for. */
  readonly key?: string;
  /** Whether it beats the file, or only fills a key the file leaves out. */
  readonly precedence?: 'beats the file' | 'fills a gap';
  /** The provider kind whose entries have the key, where it is one of `providers[]`. */
  readonly entriesOf?: ProviderKind;
  /** Provider kind that the standalone service sets up where this is set. */
  readonly kind?: ProviderKind;
}

const standalone = (name: string, kind: ProviderKind, provider: string, example: string): EnvironmentVariable => ({
  name,
  kind,
  meaning: `Standalone only: offers the models of ${provider}.`,
  example,
});

const override = (name: string, key: string, meaning: string, example: string): EnvironmentVariable => ({
  name,
  key,
  precedence: 'beats the file',
  meaning,
  example,
});

const fallback = (name: string, key: string, meaning: string, example: string): EnvironmentVariable => ({
  name,
  key,
  precedence: 'fills a gap',
  meaning,
  example,
});

const entryFallback = (
  name: string,
  entriesOf: ProviderKind,
  field: string,
  meaning: string,
  example: string,
): EnvironmentVariable => ({ ...fallback(name, `providers[].${field}`, meaning, example), entriesOf });

/** Every environment variable the services know. Of several for one key, the first that is set counts. */
export const ENVIRONMENT_VARIABLES: readonly EnvironmentVariable[] = [
  { name: 'GATEWAY_CONFIG', meaning: 'Path of gateway.yaml.', example: '/etc/multilane/gateway.yaml' },
  override('DATABASE_URL', 'database.url', 'Postgres.', 'postgres://multilane:secret@db:5432/multilane'),
  override('REDIS_URL', 'redis.url', 'Redis.', 'redis://redis:6379'),
  override('ENCRYPTION_KEY', 'encryption.key', 'Encrypts stored provider credentials.', '$(openssl rand -base64 32)'),
  override('PORT', 'server.port', 'Port of the HTTP server.', '8080'),
  override(
    'METRICS_PORT',
    'server.metrics_port',
    'Port of /metrics: another one for each service of a machine.',
    '9090',
  ),
  override('HOST', 'server.host', 'Address to listen on.', '0.0.0.0'),
  override('LOG_LEVEL', 'telemetry.log_level', 'Least severe log line that is written.', 'debug'),
  fallback('HTTPS_PROXY', 'network.proxy', 'Forward proxy for calls to providers.', 'http://proxy:3128'),
  fallback('https_proxy', 'network.proxy', 'As HTTPS_PROXY.', 'http://proxy:3128'),
  fallback('HTTP_PROXY', 'network.proxy', 'As HTTPS_PROXY, where that is not set.', 'http://proxy:3128'),
  fallback('http_proxy', 'network.proxy', 'As HTTP_PROXY.', 'http://proxy:3128'),
  fallback('NO_PROXY', 'network.no_proxy', 'Hosts reached without the proxy.', 'localhost,.internal'),
  fallback('no_proxy', 'network.no_proxy', 'As NO_PROXY.', 'localhost,.internal'),
  entryFallback('AWS_REGION', 'bedrock', 'region', 'Region of bedrock entries.', 'eu-central-1'),
  entryFallback('AWS_DEFAULT_REGION', 'bedrock', 'region', 'As AWS_REGION.', 'eu-central-1'),
  standalone('OPENAI_API_KEY', 'openai', 'OpenAI', 'sk-…'),
  standalone('ANTHROPIC_API_KEY', 'anthropic', 'Anthropic', 'sk-ant-…'),
  standalone('GEMINI_API_KEY', 'gemini', 'Gemini', 'AIza…'),
  standalone('GROQ_API_KEY', 'groq', 'Groq', 'gsk_…'),
  standalone('MISTRAL_API_KEY', 'mistral', 'Mistral', '…'),
  standalone('TOGETHER_API_KEY', 'together', 'Together', '…'),
  standalone('FIREWORKS_API_KEY', 'fireworks', 'Fireworks', 'fw_…'),
  standalone('DEEPSEEK_API_KEY', 'deepseek', 'DeepSeek', 'sk-…'),
  standalone('XAI_API_KEY', 'xai', 'xAI', 'xai-…'),
  standalone('OPENROUTER_API_KEY', 'openrouter', 'OpenRouter', 'sk-or-…'),
  standalone('PERPLEXITY_API_KEY', 'perplexity', 'Perplexity', 'pplx-…'),
  standalone('CEREBRAS_API_KEY', 'cerebras', 'Cerebras', 'csk-…'),
  standalone('NVIDIA_API_KEY', 'nvidia', 'NVIDIA', 'nvapi-…'),
  standalone('COHERE_API_KEY', 'cohere', 'Cohere', '…'),
  standalone('OLLAMA_HOST', 'ollama', 'a local Ollama', 'http://127.0.0.1:11434'),
];

/** The one place where the process's environment is read. */
export function readEnvironment(): Environment {
  return process.env;
}

/** Path of gateway.yaml: `GATEWAY_CONFIG`, else `gateway.yaml` in the working directory. */
export function resolveConfigPath(environment: Environment): string {
  return environment.GATEWAY_CONFIG || 'gateway.yaml';
}
