/** A key of the generated configuration. It opens nothing but the gateway that the benchmark starts. */
export const BENCH_KEY = 'ml-bench-research-application-1';

/** A key of 60 requests a minute: what comes back of it between a load and a check is rarely a request. */
export const BENCH_LIMITED_KEY = 'ml-bench-operations-operator-1';

/** The model that the benchmark asks for, by its logical name. */
export const BENCH_MODEL = 'bench-model-07';

const MODEL_COUNT = 20;

/**
 * A model of each provider group that has a format of its own (docs/contract/providers.md#groups), by the group's
 * letter.
 */
export const GROUP_MODELS = { N: 'bench-messages', G: 'bench-content', C: 'bench-command', B: 'bench-converse' };

/** Models that hear, speak, and talk over sockets. */
export const MEDIA_MODELS = { hearing: 'bench-hearing', speech: 'bench-speech', voice: 'bench-voice' };

const MEDIA_TYPES = { hearing: 'transcription', speech: 'speech', voice: 'realtime' };

/**
 * A configuration as a small company would have it: twenty models of one provider, one of each other kind and three of media, two teams with limits, three keys, audit and
 * metrics on. The limits are too high to refuse, so they are counted but never reached, and the response cache is off:
 * every request must go to the upstream.
 *
 * @param workers Processes behind the one port
 */
export function buildGatewayConfig(upstreamUrl: string, auditPath: string, workers = 1): object {
  const openAiModels = Array.from({ length: MODEL_COUNT }, (_, index) => {
    const name = `bench-model-${String(index + 1).padStart(2, '0')}`;
    return {
      logical_name: name,
      aliases: [`${name}-latest`],
      provider: 'openai',
      upstream_model: `${name}-2026-01-01`,
      prices: { input_per_million: 2.5, output_per_million: 10, cached_input_per_million: 1.25 },
      context_window: 1_000_000,
    };
  });
  const credential = { api_key: 'bench-upstream-key', base_url: upstreamUrl };
  const providers = [
    { name: 'openai', kind: 'openai', ...credential, base_url: `${upstreamUrl}/v1` },
    { name: GROUP_MODELS.N, kind: 'anthropic', ...credential },
    { name: GROUP_MODELS.G, kind: 'gemini', ...credential },
    { name: GROUP_MODELS.C, kind: 'cohere', ...credential },
    { name: GROUP_MODELS.B, kind: 'bedrock', region: 'us-east-1', ...credential },
  ];
  const groupModels = Object.values(GROUP_MODELS).map((name) => ({
    logical_name: name,
    provider: name,
    upstream_model: `${name}-2026-01-01`,
    prices: { input_per_million: 3, output_per_million: 15 },
  }));
  const mediaModels = Object.entries(MEDIA_MODELS).map(([use, name]) => ({
    logical_name: name,
    provider: 'openai',
    upstream_model: `${name}-2026-01-01`,
    type: MEDIA_TYPES[use as keyof typeof MEDIA_TYPES],
  }));
  const models = [...openAiModels, ...groupModels, ...mediaModels];
  return {
    models,
    providers,
    teams: [
      {
        name: 'research',
        allowed_models: models.map((model) => model.logical_name),
        rpm_limit: 100_000_000,
        tpm_limit: 1_000_000_000_000,
        api_keys: [
          { name: 'application-1', key: BENCH_KEY, role: 'member' },
          { name: 'application-2', key: 'ml-bench-research-application-2', role: 'member' },
        ],
      },
      {
        name: 'operations',
        rpm_limit: 60,
        api_keys: [{ name: 'operator', key: BENCH_LIMITED_KEY, role: 'admin' }],
      },
    ],
    server: { workers },
    rate_limits: { backend: 'memory' },
    cache: { backend: 'off' },
    audit: { path: auditPath },
  };
}
