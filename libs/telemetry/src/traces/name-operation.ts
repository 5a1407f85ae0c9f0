import { findManifest } from '@multilane/providers/manifests';
import type { TracedCall } from './tracer.js';

/** `gen_ai.operation.name` of a call. */
export function nameOperation({
  endpoint,
  operation,
  provider,
}: Pick<TracedCall, 'endpoint' | 'operation' | 'provider'>): string {
  return findManifest(provider)?.trace.operations?.[endpoint] ?? operation ?? endpoint;
}
