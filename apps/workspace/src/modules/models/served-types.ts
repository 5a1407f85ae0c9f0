import type { ModelType, ProviderKind } from '@multilane/contracts';
import { getAdapter } from '@multilane/providers';

/** Types that are found in workspaces (docs/contract/model-access.md#sources); others are declared in gateway.yaml. */
const RESOLVED_IN_WORKSPACES: ReadonlySet<ModelType> = new Set([
  'chat',
  'decision',
  'embedding',
  'rerank',
  'speech',
  'transcription',
]);

/** True if models of the type are looked for in workspaces at all. */
export function isResolvedInWorkspaces(type: ModelType): boolean {
  return RESOLVED_IN_WORKSPACES.has(type);
}

/** The types of a workspace's models that a kind of provider serves. */
export function servedTypes(kind: ProviderKind): readonly ModelType[] {
  const { endpoints = {}, exchanges = {} } = getAdapter(kind) ?? {};
  // Formats beyond the reference are allowed in gateway.yaml only (docs/contract/media.md#providers).
  const serves = (codec: { readonly isBeyondReference?: true } | undefined) =>
    codec !== undefined && codec.isBeyondReference !== true;
  const served: readonly [ModelType, boolean][] = [
    ['chat', 'chat' in endpoints],
    ['decision', 'decision' in endpoints],
    ['embedding', 'embeddings' in endpoints],
    ['rerank', 'rerank' in endpoints],
    ['speech', serves(exchanges.speech)],
    ['transcription', serves(exchanges.transcriptions)],
  ];
  return served.filter(([, isServed]) => isServed).map(([type]) => type);
}
