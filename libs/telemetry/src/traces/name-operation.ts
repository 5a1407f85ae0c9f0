import { findManifest } from '@multilane/providers/manifests';
import type { TracedCall } from './tracer.js';

/** Endpoints of adapters whose operation the conventions name, or that are one of those they name. */
const OPERATIONS: Readonly<Record<string, string>> = {
  chat: 'chat',
  messages: 'chat',
  responses: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
  countTokens: 'count_tokens',
  moderations: 'moderation',
};

/** `gen_ai.operation.name` of a call. What the conventions have no name for goes by the endpoint's. */
export function nameOperation({ endpoint, provider }: Pick<TracedCall, 'endpoint' | 'provider'>): string {
  return findManifest(provider)?.trace.operations?.[endpoint] ?? OPERATIONS[endpoint] ?? endpoint;
}
