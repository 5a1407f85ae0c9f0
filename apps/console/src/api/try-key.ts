import { askGateway } from './gateway.js';

/** A call of a model with a key that the gateway knows. */
export interface KeyTrial {
  readonly model: string;
  readonly text: string;
  /** Failure of the call: the model's, not the key's. */
  readonly failure?: unknown;
}

/** Tokens that the answer of a trial may have. */
const MOST_TOKENS = 32;

/** Names of agents, which are listed as models and may do more than answer. */
const AGENT_PREFIX = 'agent/';

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

interface Answer {
  readonly choices?: readonly { readonly message?: { readonly content?: string | null } }[];
}

/**
 * Calls a model as a program with the key would: without the session.
 *
 * @param preferred Names that are known to chat: the first one that the key can use is called
 * @returns undefined if the key can use no model
 * @throws ApiFailure if the gateway rejects the key
 */
export async function tryKey(key: string, preferred: readonly string[]): Promise<KeyTrial | undefined> {
  const listed = (await (await askGateway('/models', { key })).json()) as Listed;
  const usable = listed.data.map(({ id }) => id).filter((id) => !id.startsWith(AGENT_PREFIX));
  const model = preferred.find((name) => usable.includes(name)) ?? usable[0];
  if (model === undefined) return undefined;
  const body = { model, max_tokens: MOST_TOKENS, messages: [{ role: 'user', content: 'Say hello.' }] };
  try {
    const answer = (await (await askGateway('/chat/completions', { key, body })).json()) as Answer;
    return { model, text: answer.choices?.[0]?.message?.content ?? '' };
  } catch (failure) {
    return { model, text: '', failure };
  }
}
