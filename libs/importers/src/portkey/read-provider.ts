import type { Findings } from '../findings.js';
import type { ProviderDraft } from '../gateway-draft.js';
import { COMPATIBLE_KIND, REFERENCE_KIND, traitsOf } from '../provider-traits.js';
import type { SourceNode } from '../source-node.js';
import { describeSecret, type Variables } from '../variables.js';
import { KINDS } from './provider-names.js';

type Draft = { -readonly [Key in keyof ProviderDraft]: ProviderDraft[Key] };

interface Tools {
  readonly findings: Findings;
  readonly variables: Variables;
}

/** The provider of a target; undefined if the target names none that Multilane has. */
export function readProvider(target: SourceNode, { findings, variables }: Tools): ProviderDraft | undefined {
  const kind = findKind(target, findings);
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
  draft.api_key = secret('api_key', `${prefix}_API_KEY`) ?? keyOfSlug(target, variables, prefix);
  readAddress(target, draft, findings, variables);
  return draft.kind === COMPATIBLE_KIND && draft.base_url === undefined ? undefined : draft;
}

/** Credentials that Portkey stores are not in the config: a variable takes their place. */
function keyOfSlug(target: SourceNode, variables: Variables, prefix: string): string | undefined {
  const slug = target.at('virtual_key').text ?? /^@(.+)/.exec(target.at('provider').text ?? '')?.[1];
  if (slug === undefined) return prefix === 'OLLAMA' ? undefined : variables.reference(`${prefix}_API_KEY`, 'secret');
  const name = slug
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 60);
  return variables.reference(`${name === '' || /^\d/.test(name) ? `${prefix}_` : ''}${name}_API_KEY`, 'secret');
}

function findKind(target: SourceNode, findings: Findings): string | undefined {
  const provider = target.at('provider');
  const key = target.at('virtual_key');
  const named = provider.text?.replace(/^@/, '');
  const exact = named !== undefined && Object.hasOwn(KINDS, named) ? KINDS[named] : undefined;
  if (exact !== undefined) {
    findings.exact(provider, 'Became the kind of the provider.');
    if (key.exists)
      findings.manual(key, 'The credential is stored at Portkey. Set the variable that the provider references.');
    return target.at('custom_host').exists && exact === REFERENCE_KIND ? COMPATIBLE_KIND : exact;
  }
  const node = key.exists ? key : provider;
  const slug = key.text ?? named ?? '';
  const concluded = Object.keys(KINDS)
    .toSorted((one, other) => other.length - one.length)
    .find((name) => slug.toLowerCase().startsWith(name));
  if (concluded !== undefined) {
    findings.manual(
      node,
      `The kind was concluded from the name, and the credential is stored at Portkey. Set the variable that the provider references.`,
    );
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
