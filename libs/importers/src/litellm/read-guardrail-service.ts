import type { CheckerServiceName } from '@multilane/contracts';
import type { GuardrailDraft } from '../gateway-draft.js';
import type { SourceNode } from '../source-node.js';
import { describeSecret } from '../variables.js';
import type { LitellmContext } from './context.js';

interface ServiceOfLitellm {
  readonly service: CheckerServiceName;
  /** Address that LiteLLM has by default; the operator's own resource where there is none. */
  readonly base: string | undefined;
  readonly path: string;
  readonly header: string;
  /** What stands before the key in the header. */
  readonly scheme: string;
  readonly variable: string;
  /** Member with the project, profile or recipe. */
  readonly project?: string;
}

const AZURE = { base: undefined, header: 'Ocp-Apim-Subscription-Key', scheme: '', variable: 'AZURE_GUARDRAIL_API_KEY' };
const BEARER = { header: 'Authorization', scheme: 'Bearer ' };

/** Services by the names that LiteLLM has for them (docs.litellm.ai, "Guardrails - Quick Start" and the page of each). */
const SERVICES: Readonly<Record<string, ServiceOfLitellm>> = {
  'azure/prompt_shield': {
    ...AZURE,
    service: 'azure_prompt_shields',
    path: '/contentsafety/text:shieldPrompt',
  },
  'azure/text_moderations': {
    ...AZURE,
    service: 'azure_content_safety',
    path: '/contentsafety/text:analyze',
  },
  lakera_v2: {
    ...BEARER,
    service: 'lakera',
    base: 'https://api.lakera.ai',
    path: '/v2/guard',
    variable: 'LAKERA_API_KEY',
    project: 'project_id',
  },
  pangea: {
    ...BEARER,
    service: 'pangea',
    base: 'https://ai-guard.aws.us.pangea.cloud',
    path: '/v1beta/guard',
    variable: 'PANGEA_API_KEY',
  },
  panw_prisma_airs: {
    service: 'prisma_airs',
    base: 'https://service.api.aisecurity.paloaltonetworks.com',
    path: '/v1/scan/sync/request',
    header: 'x-pan-token',
    scheme: '',
    variable: 'PANW_PRISMA_AIRS_API_KEY',
    project: 'profile_name',
  },
};

/** A guardrail that asks the service; undefined if LiteLLM's check is none of the services, or its address is missing. */
export function readGuardrailService(
  { findings, variables }: LitellmContext,
  kind: string,
  params: SourceNode,
): (Pick<GuardrailDraft, 'kind' | 'config'> & Partial<Pick<GuardrailDraft, 'mode'>>) | undefined {
  const known = Object.hasOwn(SERVICES, kind) ? SERVICES[kind] : undefined;
  if (known === undefined) return undefined;
  const base = variables.plain(params.at('api_base'), 'url')?.text ?? known.base;
  if (base === undefined) return undefined;
  const key = params.at('api_key');
  const secret = variables.secret(key, known.variable);
  if (secret) findings.add(key, ...describeSecret(secret));
  findings.exact(params.at('api_base'), 'Became the address of the service.');
  findings.exact(params.at('guardrail'), 'Became a guardrail that asks the service.');
  const reference = secret?.text ?? variables.reference(known.variable, 'secret');
  return {
    kind: 'http',
    config: {
      service: known.service,
      url: `${base.replace(/\/+$/, '')}${known.path}`,
      headers: { [known.header]: `${known.scheme}${reference}` },
      ...readProject(findings, params, known),
      ...readSeverity(findings, params, known),
    },
    ...(isWatching(findings, params) && { mode: 'audit' }),
  };
}

type Findings = LitellmContext['findings'];

function readProject(findings: Findings, params: SourceNode, { project }: ServiceOfLitellm): object {
  const node = params.at(project ?? 'pangea_input_recipe');
  if (node.text === undefined) return {};
  findings.exact(node, 'Became `config.project`.');
  return { project: node.text };
}

/** Azure's severities, which LiteLLM has from 2 on unless one is set. */
function readSeverity(findings: Findings, params: SourceNode, { service }: ServiceOfLitellm): object {
  if (service !== 'azure_content_safety') return {};
  const [severity, categories] = [params.at('severity_threshold'), params.at('categories')];
  findings.exact(severity, 'Became `config.threshold`.');
  findings.exact(categories, 'Became `config.categories`.');
  return {
    threshold: severity.number ?? 2,
    ...(categories.texts.length > 0 && { categories: categories.texts }),
  };
}

function isWatching(findings: Findings, params: SourceNode): boolean {
  const node = params.at('on_flagged');
  findings.exact(node, 'Became the mode.');
  return node.text === 'monitor';
}
