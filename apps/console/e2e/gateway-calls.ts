import { readWorld } from './world.js';

/**
 * Asks a model as a program does, with the key of the world.
 *
 * @returns the request's id, as the audit record has it
 * @throws unless the answer has the status
 */
export async function askModel(model: string, text: string, status = 200): Promise<{ requestId: string }> {
  const { key, url } = readWorld();
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: text }] }),
  });
  const answer = await response.text();
  if (response.status !== status) throw new Error(`${model} answered ${response.status}: ${answer}`);
  return { requestId: response.headers.get('x-request-id') ?? '' };
}
