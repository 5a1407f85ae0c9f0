import type { Findings } from '../findings.js';
import type { ProviderDraft } from '../gateway-draft.js';
import { COMPATIBLE_KIND, REFERENCE_KIND, traitsOf } from '../provider-traits.js';
import type { SourceNode } from '../source-node.js';
import { describeSecret, type Variables } from '../variables.js';
import { KINDS } from './provider-names.js';
import type { StoredObjects } from './stored-objects.js';

type Draft = { -readonly [Key in keyof ProviderDraft]: ProviderDraft[Key] };

interface Tools {
  readonly findings: Findings;
  readonly variables: Variables;
  readonly stored: StoredObjects;
}

/** Names of the credentials that Portkey stores for a target: `virtual_key`, `@slug`, and `@slug/model`. The first one is asked. */
export function slugsOf(target: SourceNode, model?: string): string[] {
  const slugs = [
    target.at('virtual_key').text,
    /^@(.+)/.exec(target.at('provider').text ?? '')?.[1],
    /^@([^/]+)\/./.exec(model ?? '')?.[1],
  ];
  return slugs.filter((slug) => slug !== undefined);
}

/**
 * The provider of a target; undefined if the target names none that Multilane has.
 *
 * @param model as the target names it, which may name the provider too
 */
export function readProvider(
  target: SourceNode,
  { findings, variables, stored }: Tools,
  model: SourceNode,
): ProviderDraft | undefined {
  const [slug] = slugsOf(target, model.text);
  const kind = findKind(target, findings, { model, slug, known: stored.credential(slug)?.provider });
  if (kind === undefined) return undefined;
  const draft: Draft = { kind };
  const prefix = kind.toUpperCase().replaceAll('-', '_');
  const secret = (name: string, suggestion: string): string | undefined => {
    const value = variables.secret(target.at(name), suggestion);
    if (value !== undefined) findings.add(target.at(name), ...describeSecret(value));
    return value?.text;
  };
  const plain = (name: string): string | undefined => {
    const value = variables.plain(target.at(name));
    if (value !== undefined) findings.exact(target.at(name), 'The same setting of the provider.');
    return value?.text;
  };
  const { account } = traitsOf(kind);
  if (account === 'aws') {
    draft.region = plain('aws_region') ?? variables.reference('AWS_REGION', 'text');
    draft.access_key_id = secret('aws_access_key_id', 'AWS_ACCESS_KEY_ID');
    draft.secret_access_key = secret('aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY');
    draft.session_token = secret('aws_session_token', 'AWS_SESSION_TOKEN');
    return draft;
  }
  if (account === 'google') {
    draft.project = plain('vertex_project_id') ?? variables.reference('VERTEX_PROJECT', 'text');
    draft.location = plain('vertex_region') ?? 'us-central1';
    findings.manual(
      target.at('vertex_service_account_json'),
      'Set `credentials_json` of the provider to a variable that holds this JSON.',
    );
    return draft;
  }
  draft.api_key = secret('api_key', `${prefix}_API_KEY`) ?? keyOfSlug(slug, variables, prefix);
  readAddress(target, draft, findings, variables);
  return draft.kind === COMPATIBLE_KIND && draft.base_url === undefined ? undefined : draft;
}

/** Credentials that Portkey stores are not in the config: a variable takes their place. */
function keyOfSlug(slug: string | undefined, variables: Variables, prefix: string): string | undefined {
  if (slug === undefined) return prefix === 'OLLAMA' ? undefined : variables.reference(`${prefix}_API_KEY`, 'secret');
  const name = slug
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60);
  return variables.reference(`${name === '' || /^\d/.test(name) ? `${prefix}_` : ''}${name}_API_KEY`, 'secret');
}

const STORED =
  'The credential is stored at Portkey, with its limits and its models. Set the variable that the provider references, and limit who may use the model.';

interface Named {
  readonly model: SourceNode;
  readonly slug: string | undefined;
  /** The provider of the credential, where the source has it. */
  readonly known: string | undefined;
}

function findKind(target: SourceNode, findings: Findings, { model, slug, known }: Named): string | undefined {
  const provider = target.at('provider');
  const key = target.at('virtual_key');
  const named = provider.text?.replace(/^@/, '');
  const exact = named !== undefined && Object.hasOwn(KINDS, named) ? KINDS[named] : undefined;
  if (exact !== undefined) {
    if (provider.text?.startsWith('@')) findings.manual(provider, STORED);
    else findings.exact(provider, 'Became the kind of the provider.');
    if (key.exists) findings.manual(key, STORED);
    return target.at('custom_host').exists && exact === REFERENCE_KIND ? COMPATIBLE_KIND : exact;
  }
  const node = [key, provider].find(({ exists }) => exists) ?? model;
  if (known !== undefined && Object.hasOwn(KINDS, known)) {
    findings.manual(node, STORED);
    return KINDS[known];
  }
  const name = (slug ?? named ?? '').toLowerCase();
  const concluded = Object.keys(KINDS)
    .toSorted((one, other) => other.length - one.length)
    .find((each) => name.startsWith(each));
  if (concluded !== undefined) {
    findings.manual(node, `The kind was concluded from the name. ${STORED}`);
    return KINDS[concluded];
  }
  if (target.at('custom_host').exists) {
    findings.approximate(node, 'Called as an OpenAI-compatible API.');
    return COMPATIBLE_KIND;
  }
  findings.manual(node, 'The kind of the provider cannot be told. Add the provider and its model by hand.');
  return undefined;
}

function readAddress(target: SourceNode, draft: Draft, findings: Findings, variables: Variables): void {
  const resource = target.at('azure_resource_name');
  if (traitsOf(draft.kind).hasApiVersion) {
    draft.base_url = resource.text
      ? `https://${resource.text}.openai.azure.com`
      : variables.reference('AZURE_OPENAI_BASE_URL', 'url');
    findings.exact(resource, 'Became the address of the resource.');
    findings.exact(target.at('azure_api_version'), 'The same setting of the provider.');
    findings.exact(target.at('azure_deployment_id'), 'Became the upstream model.');
    draft.api_version = target.at('azure_api_version').text;
    return;
  }
  const node = target.at('custom_host');
  const value = variables.plain(node, 'url');
  if (value === undefined) return;
  const text = value.text.replace(/\/+$/, '');
  const isAddress = value.origin === 'variable' || (/^https?:\/\/[^?#@]+$/.test(text) && URL.canParse(text));
  if (!isAddress) {
    findings.manual(node, 'This is no address that can be used. Set `base_url` of the provider.');
    return;
  }
  draft.base_url = text;
  findings.exact(node, 'The same address.');
}
