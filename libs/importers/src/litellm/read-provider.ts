import type { GatewayDraft, ProviderDraft } from '../gateway-draft.js';
import { COMPATIBLE_KIND, REFERENCE_KIND, traitsOf } from '../provider-traits.js';
import type { SourceNode } from '../source-node.js';
import { describeSecret } from '../variables.js';
import type { LitellmContext } from './context.js';
import type { PrefixRule } from './provider-prefixes.js';

type Draft = { -readonly [Key in keyof ProviderDraft]: ProviderDraft[Key] };

/** Reader of one deployment's settings: `litellm_params`, and the entry of `credential_list` that it names. */
export class ProviderReader {
  private isUnreachable = false;

  constructor(
    private readonly context: LitellmContext,
    private readonly params: SourceNode,
    private readonly credential: SourceNode | undefined,
    private readonly rule: PrefixRule,
  ) {}

  /** The entry under `providers`; undefined if it could not be reached. */
  read(): Parameters<GatewayDraft['nameOfProvider']>[0] | undefined {
    const draft: Draft = { kind: this.rule.kind };
    this.readAddress(draft);
    const { account } = traitsOf(draft.kind);
    if (account === 'aws') this.readAws(draft);
    else if (account === 'google') this.readGoogle(draft);
    else this.readKey(draft);
    draft.headers = this.readHeaders();
    draft.timeouts = this.readTimeouts();
    return this.isUnreachable || this.findMissing(draft) ? undefined : draft;
  }

  /** A setting of the deployment, or of its credential. */
  private at(...names: readonly string[]): SourceNode {
    const nodes = names.flatMap((name) => [
      this.params.at(name),
      ...(this.credential ? [this.credential.at(name)] : []),
    ]);
    return nodes.find(({ exists }) => exists) ?? this.params.at(names[0] ?? '');
  }

  private secret(node: SourceNode, suggestion: string): string | undefined {
    const value = this.context.variables.secret(node, suggestion);
    if (value !== undefined) this.context.findings.add(node, ...describeSecret(value));
    return value?.text;
  }

  private plain(node: SourceNode): string | undefined {
    const value = this.context.variables.plain(node);
    if (value !== undefined) this.context.findings.exact(node, 'The same setting of the provider.');
    return value?.text;
  }

  private readKey(draft: Draft): void {
    const suggestion = `${draft.kind.toUpperCase().replaceAll('-', '_')}_API_KEY`;
    draft.api_key = this.secret(this.at('api_key'), suggestion);
    const token = this.at('azure_ad_token', 'client_id', 'tenant_id', 'client_secret');
    this.context.findings.manual(token, 'Entra ID is not supported for Azure. Use an API key of the resource.');
    const { keyVariable } = this.rule;
    if (draft.api_key !== undefined || keyVariable === undefined) return;
    draft.api_key = this.context.variables.reference(keyVariable, 'secret');
  }

  private readAddress(draft: Draft): void {
    const { findings, variables } = this.context;
    const node = this.at('api_base', 'base_url');
    const value = variables.plain(node, 'url');
    const traits = traitsOf(draft.kind);
    draft.api_version = traits.hasApiVersion ? this.plain(this.at('api_version')) : undefined;
    if (value === undefined || traits.account !== 'key') return;
    if (draft.kind === REFERENCE_KIND && !/^https:\/\/[a-z.]*openai\.com(\/|$)/.test(value.text)) {
      draft.kind = COMPATIBLE_KIND;
    }
    if (value.origin === 'literal' && this.readAzureAddress(draft, node, value.text)) return;
    if (value.origin === 'variable') {
      draft.base_url = traits.addsVersionPath ? `${value.text}/v1` : value.text;
      const path = traitsOf(draft.kind).hasVersionPath
        ? 'must end with the version path, such as /v1'
        : 'must have no path';
      findings.approximate(node, `References ${value.text.slice(2, -1)}, whose address ${path}.`);
      return;
    }
    const address = fitAddress(value.text, draft.kind);
    if (address === undefined)
      findings.manual(node, 'This is no address that can be used. Set `base_url` of the provider.');
    else if (address === value.text) findings.exact(node, 'The same address.');
    else findings.approximate(node, 'The path was changed to what `base_url` of this kind has.');
    draft.base_url = address;
  }

  /**
   * Addresses of Azure AI Foundry and of Azure's API of version 1, which have no deployments in them
   * (https://learn.microsoft.com/azure/ai-foundry/foundry-models/concepts/endpoints). Whether it is one.
   */
  private readAzureAddress(draft: Draft, node: SourceNode, text: string): boolean {
    const { findings } = this.context;
    const found = fitAzureAddress(text, traitsOf(draft.kind).hasApiVersion);
    if (found === undefined) return false;
    if (found === 'unknown') {
      findings.manual(node, 'This path of Azure is not known. Set `base_url` of the provider.');
      this.isUnreachable = true;
      return true;
    }
    draft.kind = COMPATIBLE_KIND;
    draft.api_version = undefined;
    draft.base_url = found;
    findings.add(
      node,
      found === text.replace(/\/+$/, '') ? 'exact' : 'approximate',
      "Became the address of Azure's API of version 1, which names deployments as models.",
    );
    return true;
  }

  private readAws(draft: Draft): void {
    const { findings, variables } = this.context;
    draft.region = this.plain(this.at('aws_region_name')) ?? variables.reference('AWS_REGION_NAME', 'text');
    draft.access_key_id = this.secret(this.at('aws_access_key_id'), 'AWS_ACCESS_KEY_ID');
    draft.secret_access_key = this.secret(this.at('aws_secret_access_key'), 'AWS_SECRET_ACCESS_KEY');
    draft.session_token = this.secret(this.at('aws_session_token'), 'AWS_SESSION_TOKEN');
    if (draft.access_key_id === undefined) draft.api_key = this.secret(this.at('api_key'), 'AWS_BEARER_TOKEN_BEDROCK');
    for (const name of [
      'aws_role_name',
      'aws_session_name',
      'aws_profile_name',
      'aws_web_identity_token',
      'aws_sts_endpoint',
    ]) {
      findings.manual(
        this.at(name),
        'Roles and profiles are taken from the machine. Give the process that role or profile.',
      );
    }
    findings.manual(
      this.at('aws_bedrock_runtime_endpoint', 'api_base'),
      'Set `base_url` of the provider to this address.',
    );
  }

  private readGoogle(draft: Draft): void {
    const { findings, variables } = this.context;
    draft.project = this.plain(this.at('vertex_project', 'vertex_ai_project'));
    draft.location = this.plain(this.at('vertex_location', 'vertex_ai_location')) ?? 'us-central1';
    const node = this.at('vertex_credentials', 'vertex_ai_credentials');
    const value = variables.secret(node, 'VERTEX_CREDENTIALS', 'json');
    if (value === undefined) {
      draft.project ??= variables.reference('VERTEXAI_PROJECT', 'text');
      return;
    }
    draft.credentials_json = value.text;
    findings.manual(
      node,
      `The result references ${value.text.slice(2, -1)}: set that variable to the JSON text of the credentials file, not to its path.`,
    );
  }

  private readHeaders(): Record<string, string> | undefined {
    const { findings, variables } = this.context;
    const headers: Record<string, string> = {};
    const organization = this.plain(this.at('organization'));
    if (organization !== undefined) headers['OpenAI-Organization'] = organization;
    for (const [name, node] of [...this.params.at('extra_headers').entries, ...this.params.at('headers').entries]) {
      const value = isSecretHeader(name)
        ? variables.secret(
            node,
            `HEADER_${name
              .toUpperCase()
              .replaceAll(/[^A-Z0-9]/g, '_')
              .slice(0, 60)}`,
          )
        : variables.plain(node);
      if (value === undefined || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || /[^\t\x20-\x7e]/.test(value.text)) {
        findings.unsupported(node, 'This is no HTTP header.');
        continue;
      }
      headers[name] = value.text;
      findings.add(
        node,
        ...(isSecretHeader(name) ? describeSecret(value) : (['exact', 'Sent with each request.'] as const)),
      );
    }
    return Object.keys(headers).length === 0 ? undefined : headers;
  }

  private readTimeouts(): Record<string, number> | undefined {
    const { findings, root } = this.context;
    const own = this.params.at('timeout').exists ? this.params.at('timeout') : this.params.at('request_timeout');
    const total = [own, root.at('router_settings').at('timeout'), root.at('litellm_settings').at('request_timeout')];
    const first = [this.params.at('stream_timeout'), root.at('router_settings').at('stream_timeout')];
    const timeouts: Record<string, number> = {};
    for (const [name, nodes] of [
      ['total_ms', total],
      ['first_byte_ms', first],
    ] as const) {
      const node = nodes.find(({ exists }) => exists);
      const milliseconds = toMilliseconds(node);
      if (node === undefined) continue;
      if (milliseconds === undefined) findings.unsupported(node, 'This is no time in seconds.');
      else {
        timeouts[name] = milliseconds;
        findings.approximate(node, TIMEOUT_NOTES[name]);
      }
    }
    return Object.keys(timeouts).length === 0 ? undefined : timeouts;
  }

  private findMissing(draft: Draft): boolean {
    const { hasApiVersion, needsAddress } = traitsOf(draft.kind);
    if (needsAddress && draft.base_url === undefined && hasApiVersion) {
      draft.base_url = this.context.variables.reference('AZURE_API_BASE', 'url');
    }
    return needsAddress && draft.base_url === undefined;
  }
}

const TIMEOUT_NOTES = {
  total_ms: 'Became `timeouts.total_ms` of the provider: it applies to responses that are not streamed.',
  first_byte_ms: 'Became `timeouts.first_byte_ms` of the provider: it applies to the first byte of a stream.',
};

/** Seconds as whole milliseconds; undefined where a timer does not take them. */
export function toMilliseconds(node: SourceNode | undefined): number | undefined {
  const milliseconds = Math.round((node?.number ?? 0) * 1000);
  return milliseconds >= 1 && milliseconds <= 2_147_483_647 ? milliseconds : undefined;
}

/** An address as `base_url` of a kind has it; undefined if it is none. */
function fitAddress(text: string, kind: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  const { addsVersionPath, hasApiVersion, hasVersionPath } = traitsOf(kind);
  if (hasApiVersion) return url.origin;
  const trimmed = text.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|embeddings|messages)$/, '');
  if (addsVersionPath) return trimmed.endsWith('/v1') ? trimmed : `${trimmed}/v1`;
  return hasVersionPath ? trimmed : trimmed.replace(/\/v\d(beta)?(\/.*)?$/, '');
}

/** Undefined for an address that is a resource of Azure OpenAI, or none of Azure. */
function fitAzureAddress(text: string, isAzureOpenai: boolean): string | 'unknown' | undefined {
  if (!URL.canParse(text)) return undefined;
  const { host, origin, pathname } = new URL(text);
  const isFoundry = /\.(services|models)\.ai\.azure\.com$/i.test(host);
  if (!isAzureOpenai && !isFoundry) return undefined;
  const path = pathname.replace(/\/+$/, '').toLowerCase();
  if (/^\/openai\/v1(\/(chat\/completions|responses|embeddings))?$/.test(path)) return `${origin}/openai/v1`;
  if (isAzureOpenai)
    return ['', '/openai'].includes(path) || path.startsWith('/openai/deployments') ? undefined : 'unknown';
  if (host.toLowerCase().endsWith('.models.ai.azure.com'))
    return /^(\/v1(\/chat\/completions)?)?$/.test(path) ? `${origin}/v1` : 'unknown';
  return ['', '/models', '/models/chat/completions', '/openai'].includes(path) ? `${origin}/openai/v1` : 'unknown';
}

function isSecretHeader(name: string): boolean {
  return /auth|key|token|secret|cookie/i.test(name);
}
