import type { ProviderManifest } from '../manifest.js';
import { GOOGLE_SEARCHES, GOOGLE_TIERS } from '../shared/manifest-parts.js';

export const GEMINI_MANIFEST: ProviderManifest<'gemini'> = {
  kind: 'gemini',
  group: 'G',
  name: 'Gemini',
  documentation: 'https://ai.google.dev/gemini-api/docs/models',
  defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  credential: 'key',
  settings: [],
  environment: { name: 'GEMINI_API_KEY', holds: 'key', example: 'AIza…' },
  prices: { id: 'google' },
  tierFactors: GOOGLE_TIERS,
  searchPrices: GOOGLE_SEARCHES,
  trace: { provider: 'gcp.gemini', operations: { chat: 'generate_content' } },
  keyPatterns: ['AIza'],
  // ai.google.dev/api/models, "Method: models.list". The excluded models are for pictures, music, video and agents.
  models: {
    path: '/v1beta/models?pageSize=1000',
    list: 'models',
    id: 'name',
    more: 'nextPageToken',
    prefix: 'models/',
    notChat: /nano-banana|lyria|omni|deep-research|computer-use|antigravity|\baqa\b/i,
  },
  connectionTest: { path: '/v1beta/models?pageSize=1' },
  defaultModels: ['gemini-3.8-flash', 'gemini-3.5-flash-lite', 'gemini-3.1-pro-preview'],
  foreignNames: {
    litellm: { gemini: { keyVariable: 'GEMINI_API_KEY' } },
    portkey: ['google', 'gemini'],
  },
};
