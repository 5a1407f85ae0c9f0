import type { ModelRow } from '../model-facts.js';

/** Served by Gemini and by Vertex alike. */
export const GEMINI_MODELS: readonly ModelRow[] = [
  {
    models: /^gemini-[3-9][\w.-]*$/i,
    structuredOutput: 'schema',
    contextWindow: 1_048_576,
    maxOutput: 65_536,
    source: 'ai.google.dev/gemini-api/docs/gemini-3',
    date: '2026-11-28',
  },
  {
    models: /^gemini-2\.5-(?:pro|flash)[\w.-]*$/i,
    structuredOutput: 'schema',
    contextWindow: 1_048_576,
    maxOutput: 65_536,
    source: 'ai.google.dev/gemini-api/docs/models',
    date: '2026-11-28',
  },
];
