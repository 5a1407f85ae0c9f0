import type { Environment } from '@multilane/config';
import { getJson } from './get-json.js';
import { isChatModel } from './is-chat-model.js';
import { arrangeModels, type ProviderModels } from './provider-models.js';
import { readOllamaAddress } from './read-ollama-address.js';

const TIMEOUT_MS = 500;

/** Families of models that embed text, whatever their names. */
const EMBEDDING_FAMILY = /bert/i;

interface OllamaModel {
  readonly name?: unknown;
  readonly details?: { readonly family?: unknown } | null;
}

/**
 * The models of an Ollama on this machine, or wherever OLLAMA_HOST says (https://docs.ollama.com/api/tags); undefined
 * when none answers. Never rejects.
 */
export async function listOllamaModels(environment: Environment): Promise<ProviderModels | undefined> {
  const address = readOllamaAddress(environment.OLLAMA_HOST);
  if (address === undefined) return undefined;
  try {
    const { status, body } = await getJson({ url: `${address}/api/tags`, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const list = (body as { models?: unknown } | null | undefined)?.models;
    if (status !== 200 || !Array.isArray(list)) return undefined;
    const names = list.flatMap(readChatModel);
    return {
      kind: 'ollama',
      baseUrl: `${address}/v1`,
      source: 'asked',
      models: arrangeModels(names, []),
      total: names.length,
    };
  } catch {
    return undefined;
  }
}

function readChatModel(model: OllamaModel | null): string[] {
  const { name, details } = model ?? {};
  if (typeof name !== 'string' || EMBEDDING_FAMILY.test(String(details?.family ?? ''))) return [];
  return isChatModel('ollama', { id: name }) ? [name] : [];
}
