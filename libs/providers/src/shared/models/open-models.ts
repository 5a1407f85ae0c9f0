import type { ModelFacts, ModelRow } from '../../model-facts.js';

/** Open models that several hosts serve alike. */
export const OPEN_MODELS: readonly ModelRow[] = [
  {
    models: /gpt-oss/i,
    efforts: ['low', 'medium', 'high'],
    defaultEffort: 'medium',
    contextWindow: 131_072,
    source: 'huggingface.co/openai/gpt-oss-120b',
    date: '2026-11-28',
  },
];

/** Names of Mistral's open models, wherever they are served. */
const MISTRAL_FAMILY = /(?:^|[/:.-])(?:mistral|ministral|mixtral|devstral|codestral|magistral|pixtral|voxtral)/i;

/**
 * Their chat templates and validator take no user behind results ("Unexpected role 'user' after role 'tool'",
 * github.com/mistralai/mistral-vibe/issues/578 and github.com/NousResearch/hermes-agent/issues/20154).
 *
 * @param facts Of the other models of the kind that serves them.
 */
export const mistralFamily = (facts: ModelFacts = {}): ModelRow => ({
  ...facts,
  models: MISTRAL_FAMILY,
  bridgesResults: true,
  source: 'github.com/mistralai/mistral-common',
  date: '2026-11-29',
});
