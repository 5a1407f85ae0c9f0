import type { ModelFacts, ModelRow } from '../model-facts.js';
import { mistralFamily } from '../shared/models/open-models.js';

/** Images are data: an address is answered with 400 ("invalid image input"). */
const FACTS = {
  parts: ['image', 'file', 'audio'],
  source: 'docs.ollama.com/api/openai-compatibility',
  date: '2026-11-28',
} as const satisfies ModelFacts;

export const OLLAMA_MODELS: readonly ModelRow[] = [mistralFamily(FACTS), { models: /(?:)/, ...FACTS }];
