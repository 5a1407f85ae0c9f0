import type { ModelRow } from '../model-facts.js';

/** Images are data: an address is answered with 400 ("invalid image input"). */
export const OLLAMA_MODELS: readonly ModelRow[] = [
  {
    models: /(?:)/,
    parts: ['image', 'file', 'audio'],
    source: 'docs.ollama.com/api/openai-compatibility',
    date: '2026-11-28',
  },
];
