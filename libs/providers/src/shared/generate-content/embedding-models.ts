import type { EmbeddingsRequest } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import { type InputType, readInputType } from '../models/input-types.js';

const TASK_TYPES: Readonly<Record<InputType, string>> = {
  search_document: 'RETRIEVAL_DOCUMENT',
  search_query: 'RETRIEVAL_QUERY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
};

/**
 * True if a model is of the second generation, `gemini-embedding-2` and later. Such a model has no task types: the task is a part
 * of the text (ai.google.dev/gemini-api/docs/embeddings). On the cloud edition it has the method embedContent alone,
 * and the older models have predict alone.
 */
export function embedsContent(model: string): boolean {
  return model.startsWith('gemini-embedding-') && !model.startsWith('gemini-embedding-001');
}

/** The task type for the request's `input_type`; undefined without one. Throws where the model has none. */
export function readTaskType(request: Readonly<EmbeddingsRequest>, model: string): string | undefined {
  const type = readInputType(request.input_type);
  if (type === undefined) return undefined;
  if (embedsContent(model))
    throw unsupported('input_type', 'is not supported: this model takes the task as a part of the text.');
  return TASK_TYPES[type];
}
