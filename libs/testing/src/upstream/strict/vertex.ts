import { refuseAsAnthropic } from './anthropic.js';
import { refuseAsGemini } from './generate-content.js';
import type { StrictProvider, StrictRefusal } from './strict-provider.js';

function refuse(message: string): StrictRefusal {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } } };
}

const VERSION = 'vertex-2023-10-16';
const CLAUDE = /\/publishers\/anthropic\/models\/([^/:]+):(?:streamRawPredict|rawPredict)$/;

/** The cloud edition: generateContent for Google's models, the messages format for Anthropic's (cloud.google.com/vertex-ai). */
export const refuseAsVertex: StrictProvider = (body, path) => {
  const [, model] = CLAUDE.exec(decodeURIComponent(path)) ?? [];
  if (model === undefined) return refuseGoogle(body, path);
  const { anthropic_version: version, ...message } = body;
  if (version !== VERSION) return refuse('anthropic_version: Field required');
  if (model === 'count-tokens') return undefined;
  if ('model' in message) return refuse('model: Extra inputs are not permitted');
  return refuseAsAnthropic({ ...message, model }, path);
};

/** Results go by their order there. */
const refuseGoogle: StrictProvider = (body, path) => {
  if (!path.includes('/publishers/google/models/')) return refuse('Publisher Model was not found');
  const hasIds = /"function(?:Call|Response)":\{"id"/.test(JSON.stringify(body));
  return hasIds ? refuse('Invalid JSON payload received. Unknown name "id"') : refuseAsGemini(body, path);
};
