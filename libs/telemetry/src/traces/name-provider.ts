import type { ProviderKind } from '@multilane/contracts';

/** Kinds that the conventions have a name for, where it is not the kind itself. */
const CONVENTIONAL: Partial<Record<ProviderKind, string>> = {
  'azure-openai': 'azure.ai.openai',
  bedrock: 'aws.bedrock',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  vertex: 'gcp.vertex_ai',
  xai: 'x_ai',
};

/** `gen_ai.provider.name` of a kind. */
export function nameProvider(kind: ProviderKind): string {
  return CONVENTIONAL[kind] ?? kind;
}
