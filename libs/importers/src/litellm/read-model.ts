import type { ModelType } from '@multilane/contracts';
import { SIMULATED_KIND } from '../provider-traits.js';
import type { SourceNode } from '../source-node.js';
import type { LitellmContext } from './context.js';

const TYPES: Readonly<Record<string, ModelType>> = {
  chat: 'chat',
  completion: 'completion',
  embedding: 'embedding',
  image_generation: 'image',
  image_edit: 'image',
  audio_speech: 'speech',
  audio_transcription: 'transcription',
  rerank: 'rerank',
  moderation: 'moderation',
  moderations: 'moderation',
  realtime: 'realtime',
};

/** Types by the name of a model, for entries that state none. */
const GUESSES: readonly (readonly [RegExp, ModelType])[] = [
  [/embed/i, 'embedding'],
  [/rerank/i, 'rerank'],
  [/whisper|transcribe|^scribe|^nova-[23]/i, 'transcription'],
  [/(^|-)tts|^eleven_|^aura-/i, 'speech'],
  [/dall-e|gpt-image|imagen/i, 'image'],
  [/moderation/i, 'moderation'],
  [/realtime/i, 'realtime'],
];

export function readType(
  { findings }: LitellmContext,
  info: SourceNode,
  upstream: string,
  isCompletion: boolean,
): ModelType | undefined {
  const mode = info.at('mode');
  const type = mode.text === undefined ? undefined : TYPES[mode.text];
  if (type !== undefined) {
    findings.exact(mode, 'Became the type of the model.');
    return type === 'chat' ? undefined : type;
  }
  if (mode.text === 'responses') findings.exact(mode, 'Every chat model answers /v1/responses.');
  else
    findings.unsupported(
      mode,
      'Multilane has no such type of model. It was imported as the type that its name suggests.',
    );
  if (isCompletion) return 'completion';
  return GUESSES.find(([pattern]) => pattern.test(upstream))?.[1];
}

export function readContextWindow({ findings }: LitellmContext, info: SourceNode): number | undefined {
  const node = info.at('max_input_tokens').exists ? info.at('max_input_tokens') : info.at('max_tokens');
  const { number } = node;
  if (number === undefined || !Number.isInteger(number) || number < 1) return undefined;
  findings.approximate(node, 'Became `context_window`, which counts the prompt and the response together.');
  return number;
}

/** Parameters that `drop_params: true` may drop here: a response can do without them. */
const DROPPED_BY_DEFAULT = [
  ...['frequency_penalty', 'logit_bias', 'logprobs', 'metadata', 'parallel_tool_calls', 'presence_penalty'],
  ...['reasoning_effort', 'seed', 'service_tier', 'stop', 'temperature', 'top_logprobs', 'top_p', 'user', 'verbosity'],
];

const DROPPABLE = new Set([
  ...DROPPED_BY_DEFAULT,
  ...[
    'inference_geo',
    'speed',
    'prediction',
    'prompt_cache_key',
    'prompt_cache_retention',
    'safety_identifier',
    'top_k',
  ],
]);

export function readDroppedParameters({ findings, root }: LitellmContext, params: SourceNode) {
  const drop = new Set<string>();
  for (const node of [params.at('drop_params'), root.at('litellm_settings').at('drop_params')]) {
    if (node.flag === undefined) continue;
    findings.approximate(
      node,
      node.flag
        ? 'Became a list of parameters to remove. Others, such as `tools` and `response_format`, are rejected. Responses name what was removed.'
        : 'Parameters that a provider does not support are rejected.',
    );
    if (node.flag) for (const name of DROPPED_BY_DEFAULT) drop.add(name);
    // A deployment's own setting takes precedence over that of the file.
    break;
  }
  const additional = params.at('additional_drop_params');
  const named = additional.texts.filter((name) => DROPPABLE.has(name));
  for (const name of named) drop.add(name);
  if (additional.exists) {
    if (named.length === additional.texts.length) {
      findings.approximate(additional, 'Removed only where the provider does not support them, and not always.');
    } else
      findings.manual(additional, 'Some of these parameters can never be removed. Requests with them are rejected.');
  }
  return drop.size === 0 ? undefined : { drop: [...drop].toSorted() };
}

/** Keys that need nothing here, or have no counterpart, with the reason. */
export function noteOtherSettings({ findings }: LitellmContext, params: SourceNode, info: SourceNode): void {
  for (const name of [
    'temperature',
    'top_p',
    'max_tokens',
    'n',
    'stop',
    'seed',
    'frequency_penalty',
    'presence_penalty',
  ]) {
    findings.unsupported(params.at(name), 'Models have no default parameters. Clients send this parameter.');
  }
  for (const name of ['rpm', 'tpm']) {
    findings.manual(
      params.at(name),
      'Limit the model with a rate limit policy: POST /admin/gateway/policies/rate-limits.',
    );
  }
  findings.approximate(params.at('max_retries'), 'Retries belong to virtual models: see `retry.attempts`.');
  findings.approximate(params.at('use_in_pass_through'), 'There are no pass-through routes to providers.');
  findings.approximate(params.at('merge_reasoning_content_in_choices'), 'Reasoning is always a member of its own.');
  findings.unsupported(
    params.at('mock_response'),
    `Use a model of the kind \`${SIMULATED_KIND}\` for answers without a provider.`,
  );
  findings.unsupported(params.at('tags'), 'Requests are not routed by tags. Use routing configs.');
  findings.approximate(params.at('guardrails'), 'The guardrails apply to every model.');
  findings.unsupported(params.at('allowed_openai_params'), 'Parameters are allowed by `capabilities` of the model.');
  findings.unsupported(params.at('max_parallel_requests'), 'Parallel requests to a deployment are not limited.');
  findings.approximate(info.at('id'), 'Models are named by their names.');
  findings.approximate(
    info.at('base_model'),
    'Prices are found by the name of the upstream model. Set `prices` if they are missing.',
  );
  findings.approximate(info.at('access_groups'), 'List the models in `allowed_models` of the teams.');
  findings.approximate(info.at('max_output_tokens'), 'The provider enforces its own maximum.');
  for (const [name, node] of info.entries) {
    if (name.startsWith('supports_')) findings.exact(node, 'Nothing to set: the provider decides.');
  }
}
