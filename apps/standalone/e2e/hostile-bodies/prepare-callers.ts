import type { OutgoingHttpHeaders } from 'node:http';
import { type FakeUpstream, type HttpAnswer, httpRequest } from '@multilane/testing';

const PASSWORD = 'correct horse battery';

/**
 * One provider of each group that writes bodies in a way of its own; the model of each is called like its kind. The simulator is
 * not among them: it splits a text into tokens in one turn, and exceeds the bounds with texts of megabytes (docs/bounds.md).
 */
export const OTHER_KINDS = ['anthropic', 'gemini', 'bedrock'] as const;

const CREDENTIALS: Readonly<Record<(typeof OTHER_KINDS)[number], object>> = {
  anthropic: { api_key: 'sk-x' },
  gemini: { api_key: 'sk-x' },
  bedrock: { region: 'eu-central-1', access_key_id: 'AKIAX', secret_access_key: 'sk-x' },
};

/** Credentials of each kind of caller. */
export interface Callers {
  /** The workspace of the administrator, the member and the key. */
  readonly workspaceId: string;
  readonly administrator: OutgoingHttpHeaders;
  readonly member: OutgoingHttpHeaders;
  readonly scim: OutgoingHttpHeaders;
  /** A team's key, for /v1. */
  readonly key: OutgoingHttpHeaders;
  /** The same in a workspace with guardrails of each kind and rules of personal data. */
  readonly guardedKey: OutgoingHttpHeaders;
}

/** Sets up an owner, a member, a SCIM client, a key, and providers with models. `refusing` is the upstream of other kinds. */
export async function prepareCallers(
  url: string,
  setupToken: string,
  upstream: FakeUpstream,
  refusing: FakeUpstream,
): Promise<Callers> {
  const send = async (path: string, headers: OutgoingHttpHeaders, body: object): Promise<HttpAnswer> => {
    const answer = await httpRequest({
      url: `${url}${path}`,
      headers: { origin: url, ...headers },
      body,
      timeoutMs: 60_000,
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const cookieOf = ({ headers }: HttpAnswer) => ({
    cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '',
    origin: url,
  });
  const person = { name: 'Ada', password: PASSWORD };
  const owner = await send('/auth/setup', {}, { ...person, email: 'ada@example.com', token: setupToken });
  const administrator = cookieOf(owner);
  const { workspaces } = owner.json() as { workspaces: { id: string }[] };
  const workspaceId = workspaces[0]?.id ?? '';
  const make = async <Body>(path: string, body: object): Promise<Body> =>
    (await send(path, administrator, body)).json() as Body;

  const invite = { email: 'bob@example.com', workspace_id: workspaceId };
  const { token } = await make<{ token: string }>('/org/invites', invite);
  const member = cookieOf(await send('/auth/signup', {}, { ...person, token }));
  const scim = await make<{ token: string }>('/org/scim-tokens', { name: 'okta' });

  const provider = { name: 'ours', kind: 'openai', base_url: `${upstream.url}/v1`, api_key: 'sk-x' };
  const { id } = await make<{ id: string }>('/admin/providers', provider);
  const modelOf = (type: string, providerId: string) =>
    make('/admin/models', {
      logical_name: `our-${type}`,
      provider_id: providerId,
      upstream_model: 'gpt-4o',
      type,
    });
  await modelOf('chat', id);
  const refuser = await make<{ id: string }>('/admin/providers', {
    ...provider,
    name: 'refuser',
    base_url: `${refusing.url}/v1`,
  });
  for (const type of ['embedding', 'rerank']) await modelOf(type, refuser.id);
  for (const kind of OTHER_KINDS) {
    const other = await make<{ id: string }>('/admin/providers', {
      name: kind,
      kind,
      base_url: refusing.url,
      ...CREDENTIALS[kind],
    });
    await make('/admin/models', {
      logical_name: kind,
      provider_id: other.id,
      upstream_model: 'anthropic.claude-sonnet-4',
      type: 'chat',
    });
  }
  await make('/admin/teams', { name: 'ours' });
  const key = await make<{ key: string }>('/admin/keys', { team: 'ours', name: 'k', workspace_id: workspaceId });
  const guarded = await make<{ id: string }>('/admin/workspaces', { name: 'guarded' });
  await guard(guarded.id, make);
  const within = `?workspace_id=${guarded.id}`;
  const watched = await make<{ id: string }>(`/admin/providers${within}`, { ...provider, name: 'guarded' });
  const model = { logical_name: 'guarded-chat', provider_id: watched.id, upstream_model: 'gpt-4o', type: 'chat' };
  await make(`/admin/models${within}`, model);
  const guardedKey = await make<{ key: string }>('/admin/keys', { team: 'ours', name: 'g', workspace_id: guarded.id });
  return {
    workspaceId,
    administrator,
    member,
    scim: { authorization: `Bearer ${scim.token}` },
    key: { authorization: `Bearer ${key.key}` },
    guardedKey: { authorization: `Bearer ${guardedKey.key}` },
  };
}

/** Guardrails that find nothing, of each kind that looks at texts here, and rules that replace all personal data. */
async function guard(workspaceId: string, make: (path: string, body: object) => Promise<unknown>): Promise<void> {
  const scope = { workspace_id: workspaceId };
  const schema = { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] };
  const kinds: Record<string, object> = {
    keywords: { keywords: ['unicorn', 'blue bird'] },
    regex: { patterns: ['(sekret|token)\\s*[:=]\\s*[^\\s]{80,}'] },
    prompt_injection: {},
    json_schema: { schema },
    max_tokens: { limit: 1_000_000_000 },
  };
  for (const [kind, config] of Object.entries(kinds)) {
    // A text that is no JSON is only noted.
    const mode = kind === 'json_schema' ? 'audit' : 'enforce';
    await make('/admin/gateway/policies/guardrails', { name: kind, kind, mode, config, ...scope });
  }
  const custom = [{ name: 'badge', pattern: 'B-[0-9]{4}' }];
  const rules = { input: 'redact', output: 'buffer', restore: true, custom_entities: custom };
  await make('/admin/gateway/policies/pii', { name: 'all', ...rules, ...scope });
}
