import { COMPLETION } from '../fixed-answer.js';
import {
  CHAOS_MODEL,
  CUT_MODEL,
  CUT_UPSTREAM,
  EMBEDDING_MODEL,
  FAILING_MODEL,
  FAILING_UPSTREAM,
  FALLBACK_MODEL,
  HEARING_MODEL,
  MESSAGES_MODEL,
  OTHER_MODEL,
  SPEAKING_MODEL,
  VOICE_MODEL,
} from './chaos-model.js';

/** Cost of one whole answer, in US dollars, by the prices below. */
const COST_OF_ANSWER = 0.01;

/** Number of workers of each gateway. */
export const WORKERS = 4;

export interface ChaosGatewayOptions {
  readonly upstreamUrl: string;
  readonly spoolFolder: string;
  /** Time limit of a provider, in milliseconds. */
  readonly providerLimitMs: number;
  /** Sinks of exports; undefined: none. */
  readonly sinks: readonly object[] | undefined;
}

/** The configuration of all services, without the addresses of databases. */
export function describeChaosGateway({
  upstreamUrl,
  spoolFolder,
  providerLimitMs,
  sinks = [],
}: ChaosGatewayOptions): object {
  const perMillion = (COST_OF_ANSWER / COMPLETION.usage.completion_tokens) * 1_000_000;
  const prices = { input_per_million: 0, output_per_million: perMillion };
  const api_key = 'chaos-upstream-key';
  const timeouts = {
    connect_ms: providerLimitMs / 2,
    first_byte_ms: providerLimitMs,
    total_ms: providerLimitMs,
    idle_ms: providerLimitMs,
  };
  const base_url = `${upstreamUrl}/v1`;
  return {
    providers: [
      { name: 'openai', kind: 'openai', api_key, base_url, timeouts },
      // A provider of its own, so that its failures say nothing about the first.
      { name: 'failing', kind: 'openai', api_key, base_url, timeouts },
      { name: 'anthropic', kind: 'anthropic', api_key, base_url: upstreamUrl, timeouts },
    ],
    models: [
      { logical_name: CHAOS_MODEL, provider: 'openai', upstream_model: 'chaos-upstream', prices },
      { logical_name: OTHER_MODEL, provider: 'openai', upstream_model: 'chaos-upstream-too', prices },
      { logical_name: VOICE_MODEL, provider: 'openai', upstream_model: 'chaos-voice', type: 'realtime', prices },
      { logical_name: HEARING_MODEL, provider: 'openai', upstream_model: 'chaos-hearing', type: 'transcription' },
      { logical_name: SPEAKING_MODEL, provider: 'openai', upstream_model: 'chaos-speaking', type: 'speech' },
      { logical_name: EMBEDDING_MODEL, provider: 'openai', upstream_model: 'chaos-embedding', type: 'embedding' },
      { logical_name: MESSAGES_MODEL, provider: 'anthropic', upstream_model: 'chaos-messages', prices },
      { logical_name: FAILING_MODEL, provider: 'failing', upstream_model: FAILING_UPSTREAM, prices },
      { logical_name: CUT_MODEL, provider: 'failing', upstream_model: CUT_UPSTREAM, prices },
    ],
    virtual_models: [{ name: FALLBACK_MODEL, targets: [{ model: FAILING_MODEL }, { model: CHAOS_MODEL }] }],
    // Uploads need not name a model, and the gateway stores them.
    files: { remember_model: true },
    async: { workers: WORKERS, webhook_signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    network: { allow_private: ['127.0.0.1/32'] },
    rate_limits: { backend: 'redis' },
    cache: { backend: 'off' },
    server: { drain_delay_ms: 0, drain_ms: 5_000 },
    audit: { spool_dir: spoolFolder },
    exports: sinks,
  };
}
