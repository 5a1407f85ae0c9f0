import { expect } from './check-page.js';
import { asOwner, readWorld } from './world.js';

/**
 * Sends a chat completion as a program does, with the key of the world.
 *
 * @param headers beside the credential
 */
export function sendChat(body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { key, url } = readWorld();
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Code of a refusal; undefined for an answer. */
export async function readRefusal(response: Response): Promise<string | undefined> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return error?.code;
}

/**
 * Asks a model as a program does, with the key of the world.
 *
 * @returns the request's id, as the audit record has it
 * @throws unless the answer has the status
 */
export async function askModel(model: string, text: string, status = 200): Promise<{ requestId: string }> {
  const response = await sendChat({ model, messages: [{ role: 'user', content: text }] });
  const answer = await response.text();
  if (response.status !== status) throw new Error(`${model} answered ${response.status}: ${answer}`);
  return { requestId: response.headers.get('x-request-id') ?? '' };
}

/** Waits until lists show a request: its record is written a moment after the answer. */
export async function waitForRecord(requestId: string): Promise<void> {
  await waitForRow(`/admin/audit?request_id=${requestId}&workspace_id=${readWorld().workspace.id}`);
}

/** Waits until the usage of this month shows a model, which is a moment after its first answer. */
export async function waitForUsage(model: string): Promise<void> {
  const path = `/admin/usage?group_by=model&workspace_id=${readWorld().workspace.id}`;
  await waitForRow(path, (row) => row.model === model);
}

type Row = Readonly<Record<string, unknown>>;

async function waitForRow(path: string, isWanted: (row: Row) => boolean = () => true): Promise<void> {
  const find = async (): Promise<boolean> => (await asOwner().call<{ data: Row[] }>('GET', path)).data.some(isWanted);
  await expect.poll(find).toBe(true);
}
