import type { ProviderKind } from '@multilane/contracts';
import type { ModelRow } from './model-facts.js';
import { OPENAI_MODELS } from './openai/models.js';

/** The rows of every kind that has some. Azure's deployments are often named as the models that they serve. */
export const MODEL_ROWS: Partial<Record<ProviderKind, readonly ModelRow[]>> = {
  openai: OPENAI_MODELS,
  'azure-openai': OPENAI_MODELS,
};
