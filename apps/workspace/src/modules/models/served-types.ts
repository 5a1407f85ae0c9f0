import { type ModelType, PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { getAdapter } from '@multilane/providers';

/** Types that are found in workspaces (docs/contract/model-access.md#sources); others stand in gateway.yaml. */
const RESOLVED_IN_WORKSPACES: ReadonlySet<ModelType> = new Set([
  'chat',
  'decision',
  'embedding',
  'rerank',
  'speech',
  'transcription',
]);

/** Groups that serve speech and transcription (docs/contract/providers.md#groups). */
const SPEAKING_GROUPS: ReadonlySet<string> = new Set(['R1', 'S']);

/** Whether models of the type are looked for in workspaces at all. */
export function isResolvedInWorkspaces(type: ModelType): boolean {
  return RESOLVED_IN_WORKSPACES.has(type);
}

/** The types of a workspace's models that a kind of provider serves. */
export function servedTypes(kind: ProviderKind): readonly ModelType[] {
  const endpoints = getAdapter(kind)?.endpoints ?? {};
  const speaks = SPEAKING_GROUPS.has(PROVIDER_KINDS[kind]);
  const served: readonly [ModelType, boolean][] = [
    ['chat', 'chat' in endpoints],
    ['decision', 'decision' in endpoints],
    ['embedding', 'embeddings' in endpoints],
    ['rerank', 'rerank' in endpoints],
    ['speech', speaks],
    ['transcription', speaks],
  ];
  return served.filter(([, isServed]) => isServed).map(([type]) => type);
}
