import type { Json } from '../json-path.js';
import type { RequestProbe } from '../probe.js';

/** A member that chat and responses call the same. */
const both = (members: Json) => ({ chat: members, responses: members });
const everywhere = (members: Json) => ({ ...both(members), messages: members, completions: members });

/** Hints for caching, billing or routing, and unknown parameters. */
export const HINTS: readonly RequestProbe[] = [
  {
    feature: 'an unknown parameter',
    says: everywhere({ probe_parameter: 'probe-value' }),
    stands: { reference: { probe_parameter: 'probe-value' } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'metadata',
    says: both({ metadata: { probe: 'probe-value' } }),
    sentinels: ['probe-value'],
  },
  {
    feature: 'an unknown member of metadata',
    says: { messages: { metadata: { probe_member: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'service_tier',
    says: { ...both({ service_tier: 'flex' }), messages: { service_tier: 'standard_only' } },
    stands: { reference: { service_tier: 'flex' } },
    sentinels: ['service_tier'],
  },
  {
    feature: 'prompt_cache_key',
    says: both({ prompt_cache_key: 'probe-key' }),
    stands: { reference: { prompt_cache_key: 'probe-key' } },
    sentinels: ['probe-key'],
  },
  {
    feature: 'prompt_cache_retention',
    says: both({ prompt_cache_retention: '24h' }),
    stands: { reference: { prompt_cache_retention: '24h' } },
    sentinels: ['prompt_cache_retention'],
  },
  {
    feature: 'prompt_cache_options',
    says: both({ prompt_cache_options: { probe: 'probe-value' } }),
    stands: { reference: { prompt_cache_options: { probe: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'safety_identifier',
    says: both({ safety_identifier: 'probe-person' }),
    stands: { reference: { safety_identifier: 'probe-person' } },
    sentinels: ['probe-person'],
  },
  {
    feature: 'client_metadata',
    says: both({ client_metadata: { probe: 'probe-value' } }),
    stands: { reference: { client_metadata: { probe: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'verbosity, text.verbosity',
    says: { chat: { verbosity: 'low' }, responses: { text: { verbosity: 'low' } } },
    stands: { reference: { verbosity: 'low' } },
    sentinels: ['verbosity'],
  },
  {
    feature: 'an unknown member of text',
    says: { responses: { text: { probe_member: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
  {
    feature: 'prediction',
    says: { chat: { prediction: { type: 'content', content: 'probe-value' } } },
    sentinels: ['probe-value'],
  },
  { feature: 'modalities: text', says: { chat: { modalities: ['text'] } }, isDefault: true },
  {
    feature: 'modalities: audio, with audio',
    says: { chat: { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } } },
  },
  {
    feature: 'stream_options.include_obfuscation',
    says: { responses: { stream: true, stream_options: { include_obfuscation: false } } },
  },
  { feature: 'speed: fast', says: { messages: { speed: 'fast' } } },
  { feature: 'speed: standard', says: { messages: { speed: 'standard' } }, isDefault: true },
  { feature: 'diagnostics', says: { messages: { diagnostics: { probe: 'probe-value' } } }, sentinels: ['probe-value'] },
];
