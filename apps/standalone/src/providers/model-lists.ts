import type { ProviderKind } from '@multilane/contracts';

/** How a provider lists its models. */
export interface ModelList {
  /** Behind the kind's base URL. One page, as large as the provider allows: a longer list is cut off anyway. */
  readonly path: string;
  /** The member of the answer that holds the list. */
  readonly member: string;
  /** The member of an entry that holds the model's name. */
  readonly name: string;
}

/** `{ data: [{ id }] }`, as in the reference format. */
const REFERENCE: ModelList = { path: '/models', member: 'data', name: 'id' };

const NATIVE: Readonly<Partial<Record<ProviderKind, ModelList>>> = {
  // https://platform.claude.com/docs/en/api/models-list
  anthropic: { path: '/v1/models?limit=1000', member: 'data', name: 'id' },
  // https://ai.google.dev/api/models#method:-models.list
  gemini: { path: '/v1beta/models?pageSize=1000', member: 'models', name: 'name' },
  // https://docs.cohere.com/reference/list-models
  cohere: { path: '/v1/models?endpoint=chat&page_size=1000', member: 'models', name: 'name' },
};

/** The list of a kind. */
export function modelListOf(kind: ProviderKind): ModelList {
  return NATIVE[kind] ?? REFERENCE;
}

/**
 * The entries of a list, each with the model's name as `id`: the name that requests use. Together answers the bare list;
 * gemini puts `models/` before names.
 */
export function readModelList(list: ModelList, body: unknown): Record<string, unknown>[] {
  const entries = Array.isArray(body) ? body : (body as Record<string, unknown> | null | undefined)?.[list.member];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: Record<string, unknown> | null) => {
    const name = entry?.[list.name];
    return typeof name === 'string' ? { ...entry, id: name.replace(/^models\//, '') } : [];
  });
}
