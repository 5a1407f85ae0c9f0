import { ApiFailure, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';

type ProviderKind = components['schemas']['ProviderKindView'];
type ProviderBody = components['schemas']['CreateProviderDto'];
type ProviderSetting = components['schemas']['ProviderSettingView'];

export interface FirstModelValues {
  readonly kind: string;
  /** The provider's name of the model, which is also the name that clients ask for. */
  readonly model: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Kinds that chat, those that need no account first: whoever wants to look around begins with them. */
export function listChatKinds(kinds: readonly ProviderKind[]): readonly ProviderKind[] {
  const chatting = kinds.filter(({ model_types, served }) => served && model_types.includes('chat'));
  return [...chatting.filter(isWithoutCredential), ...chatting.filter((kind) => !isWithoutCredential(kind))];
}

/** True if a provider of the kind needs neither an account nor an address. */
export function isWithoutCredential({ credential, settings }: ProviderKind): boolean {
  return credential === 'none' && !settings.some(({ required }) => required);
}

/** Returns the fields that have to be filled in: required settings, and the key if there is one. */
export function fieldsOf({ credential, settings }: ProviderKind): readonly ProviderSetting[] {
  return settings.filter(({ name, required }) => required || (credential === 'key' && name === 'api_key'));
}

/**
 * Registers a provider, tests it, and registers the model. A provider that fails its test does not stay.
 *
 * @returns the name that clients ask for
 * @throws ApiFailure, also of a test that failed
 */
export async function registerFirstModel(
  workspaceId: string,
  kind: ProviderKind,
  { model, settings }: FirstModelValues,
): Promise<string> {
  const name = model.trim();
  const query = { workspace_id: workspaceId };
  const provider = await api.post('/admin/providers', {
    query,
    body: { ...trimAll(settings), name: kind.kind, kind: kind.kind } as ProviderBody,
  });
  const named = { query, path: { id: provider.id } };
  const tested = await api
    .post('/admin/providers/{id}/test', { ...named, body: kind.test_needs_model ? { model: name } : {} })
    .catch(async (problem: unknown) => {
      await api.delete('/admin/providers/{id}', named);
      throw problem;
    });
  if (!tested.ok) {
    await api.delete('/admin/providers/{id}', named);
    const { code = '', message = '' } = tested.error ?? {};
    throw new ApiFailure({ status: 200, code, message, param: undefined, requestId: undefined });
  }
  await api.post('/admin/models', {
    query,
    body: { logical_name: name, provider_id: provider.id, upstream_model: name },
  });
  return name;
}

function trimAll(settings: FirstModelValues['settings']): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value.trim()]));
}
