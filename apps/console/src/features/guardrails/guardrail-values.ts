import type { components } from '../../api/schema.js';
import { readHeaderLines } from '../../ui/header-lines.js';
import { isJsonObject } from '../../ui/json-object.js';
import type { PolicyScope } from '../../ui/policy-fields.js';

export type Guardrail = components['schemas']['GuardrailView'];
type NewGuardrail = components['schemas']['CreateGuardrailDto'];
type ChangedGuardrail = components['schemas']['UpdateGuardrailDto'];

export const KINDS = [
  'regex',
  'keywords',
  'pii',
  'moderation',
  'json_schema',
  'max_tokens',
  'prompt_injection',
  'http',
] as const;
export type GuardrailKind = (typeof KINDS)[number];

export type CheckerSetting = 'project' | 'level' | 'categories' | 'language';

interface Checker {
  /** Its own name, which is the same in every language. */
  readonly label?: string;
  readonly settings: readonly CheckerSetting[];
  /** Example of its address, and of the header with its key. */
  readonly address: string;
  readonly key: string;
}

const BEARER = 'Authorization: Bearer …';
const AZURE_KEY = 'Ocp-Apim-Subscription-Key: …';

/** What a checker can be (docs/guardrails.md#services), with what each is asked by. */
export const CHECKERS = {
  own: { settings: [], address: 'https://checker.example.com/check', key: BEARER },
  azure_content_safety: {
    label: 'Azure AI Content Safety',
    settings: ['level', 'categories'],
    address: 'https://….cognitiveservices.azure.com/contentsafety/text:analyze',
    key: AZURE_KEY,
  },
  azure_prompt_shields: {
    label: 'Azure Prompt Shields',
    settings: [],
    address: 'https://….cognitiveservices.azure.com/contentsafety/text:shieldPrompt',
    key: AZURE_KEY,
  },
  bedrock: {
    label: 'Amazon Bedrock Guardrails',
    settings: [],
    address: 'https://bedrock-runtime.us-east-1.amazonaws.com/guardrail/…/version/1/apply',
    key: BEARER,
  },
  lakera: { label: 'Lakera Guard', settings: ['project'], address: 'https://api.lakera.ai/v2/guard', key: BEARER },
  pangea: {
    label: 'Pangea AI Guard',
    settings: ['project'],
    address: 'https://ai-guard.aws.us.pangea.cloud/v1beta/guard',
    key: BEARER,
  },
  presidio: {
    label: 'Presidio',
    settings: ['level', 'categories', 'language'],
    address: 'http://presidio-analyzer:3000/analyze',
    key: BEARER,
  },
  prisma_airs: {
    label: 'Prisma AIRS',
    settings: ['project'],
    address: 'https://service.api.aisecurity.paloaltonetworks.com/v1/scan/sync/request',
    key: 'x-pan-token: …',
  },
} as const satisfies Readonly<Record<string, Checker>>;

export type CheckerName = keyof typeof CHECKERS;

/** The settings of every kind at once, so that a change of mind about the kind loses nothing. */
export interface GuardrailValues {
  readonly name: string;
  readonly scope: PolicyScope;
  readonly enabled: boolean;
  readonly kind: Guardrail['kind'];
  readonly phase: Guardrail['phase'];
  readonly mode: Guardrail['mode'];
  readonly models: string[] | null;
  readonly teams: string[] | null;
  /** One a line: patterns or keywords. */
  readonly lines: string;
  readonly ignore_case: boolean;
  readonly whole_words: boolean;
  readonly entities: readonly string[];
  readonly model: string;
  readonly categories: readonly string[];
  readonly threshold: number | '';
  /** JSON. */
  readonly schema: string;
  readonly limit: number | '';
  readonly service: CheckerName;
  readonly project: string;
  /** Threshold of a service, whose scale is its own. */
  readonly level: number | '';
  readonly language: string;
  readonly cache_seconds: number | '';
  readonly url: string;
  /** A header a line. Empty: the stored ones stay. */
  readonly headers: string;
  readonly removeHeaders: boolean;
  readonly timeout_ms: number | '';
  readonly on_failure: 'open' | 'closed';
  /** Problems with `config` are shown here. */
  readonly config: null;
}

export const ENTITIES = ['email', 'phone', 'credit_card', 'iban', 'us_ssn', 'ip_address', 'secret'] as const;

export const EMPTY_GUARDRAIL: GuardrailValues = {
  name: '',
  scope: 'workspace',
  enabled: true,
  kind: 'keywords',
  phase: 'before',
  mode: 'enforce',
  models: null,
  teams: null,
  lines: '',
  ignore_case: true,
  whole_words: true,
  // Secrets are no personal data: they are chosen.
  entities: ENTITIES.filter((entity) => entity !== 'secret'),
  model: '',
  categories: [],
  threshold: 0.5,
  schema: '{\n  "type": "object"\n}',
  limit: '',
  service: 'own',
  project: '',
  level: '',
  language: '',
  cache_seconds: '',
  url: '',
  headers: '',
  removeHeaders: false,
  timeout_ms: 5_000,
  on_failure: 'closed',
  config: null,
};

/** Members of `config` in the API; they depend on the kind. */
interface Config {
  readonly patterns?: readonly string[];
  readonly keywords?: readonly string[];
  readonly ignore_case?: boolean;
  readonly whole_words?: boolean;
  readonly entities?: readonly string[];
  readonly model?: string;
  readonly categories?: readonly string[];
  readonly threshold?: number;
  readonly schema?: object;
  readonly limit?: number;
  readonly service?: Exclude<CheckerName, 'own'>;
  readonly project?: string;
  readonly language?: string;
  readonly cache_seconds?: number;
  readonly url?: string;
  readonly timeout_ms?: number;
  readonly on_failure?: 'open' | 'closed';
}

export function valuesOfGuardrail(guardrail: Guardrail): GuardrailValues {
  const { name, workspace_id, enabled, kind, phase, mode, models, teams } = guardrail;
  const { patterns, keywords, schema, ...config } = guardrail.config as Config;
  const scope = workspace_id === null ? 'organization' : 'workspace';
  const lists = { models: models && [...models], teams: teams && [...teams] };
  return {
    ...EMPTY_GUARDRAIL,
    ...config,
    ...{ name, scope, enabled, kind, phase, mode, ...lists },
    lines: (patterns ?? keywords ?? []).join('\n'),
    ...(schema && { schema: JSON.stringify(schema, null, 2) }),
    ...(kind === 'http' && { threshold: EMPTY_GUARDRAIL.threshold, level: config.threshold ?? '' }),
  };
}

/** Splits a text into lines. White space at the ends is a slip in keywords, and may be meant in patterns. */
export function readLines(text: string, isTrimmed: boolean): string[] {
  return text
    .split('\n')
    .map((line) => (isTrimmed ? line.trim() : line.replace(/\r$/, '')))
    .filter((line) => line.trim() !== '');
}

/** @throws SyntaxError for a schema that is no JSON */
export function toConfig(values: GuardrailValues): Record<string, unknown> {
  const { ignore_case, whole_words, model, categories, threshold, limit, url, timeout_ms, on_failure } = values;
  switch (values.kind as GuardrailKind) {
    case 'regex':
      return { patterns: readLines(values.lines, false), ignore_case };
    case 'keywords':
      return { keywords: readLines(values.lines, true), ignore_case, whole_words };
    case 'pii':
      return { entities: values.entities };
    case 'moderation':
      return {
        ...(model.trim() !== '' && { model: model.trim() }),
        ...(categories.length > 0 && { categories }),
        ...(threshold !== '' && { threshold }),
      };
    case 'json_schema':
      return { schema: JSON.parse(values.schema) };
    case 'max_tokens':
      return limit === '' ? {} : { limit };
    case 'prompt_injection':
      return threshold === '' ? {} : { threshold };
    case 'http': {
      const headers = readHeaders(values);
      return {
        url: url.trim(),
        ...(timeout_ms !== '' && { timeout_ms }),
        on_failure,
        ...(headers && { headers }),
        ...toServiceSettings(values),
      };
    }
  }
}

/** Only what the service reads: a field that is not shown may still have a value. */
function toServiceSettings(values: GuardrailValues): Record<string, unknown> {
  const { cache_seconds, categories, language, level, project, service } = values;
  if (service === 'own') return {};
  const settings: readonly CheckerSetting[] = CHECKERS[service].settings;
  const given = {
    ...(project.trim() !== '' && { project: project.trim() }),
    ...(level !== '' && { level }),
    ...(categories.length > 0 && { categories }),
    ...(language.trim() !== '' && { language: language.trim() }),
  };
  const own = Object.entries(given).filter(([name]) => settings.includes(name as CheckerSetting));
  const cached = cache_seconds === '' ? {} : { cache_seconds };
  return {
    service,
    ...cached,
    ...Object.fromEntries(own.map(([name, value]) => [name === 'level' ? 'threshold' : name, value])),
  };
}

function readHeaders({ headers, removeHeaders }: GuardrailValues): Record<string, string> | undefined {
  const lines = readLines(headers, true);
  if (lines.length === 0) return removeHeaders ? {} : undefined;
  return readHeaderLines(lines);
}

export function toChangedGuardrail(values: GuardrailValues): ChangedGuardrail {
  const { name, enabled, kind, phase, mode, models, teams } = values;
  return { name: name.trim(), enabled, kind, phase, mode, models, teams, config: toConfig(values) } as ChangedGuardrail;
}

export function toNewGuardrail(values: GuardrailValues, workspaceId: string): NewGuardrail {
  const workspace_id = values.scope === 'organization' ? null : workspaceId;
  return { ...toChangedGuardrail(values), workspace_id } as NewGuardrail;
}

/** Finds missing values before the API is called: the field, and the key of its text. */
export function findGuardrailProblems(values: GuardrailValues): Partial<Record<keyof GuardrailValues, string>> {
  const problems: Partial<Record<keyof GuardrailValues, string>> = {};
  if (values.name.trim() === '') problems.name = 'required.name';
  const isListed = values.kind === 'regex' || values.kind === 'keywords';
  if (isListed && readLines(values.lines, true).length === 0) problems.lines = `required.${values.kind}`;
  if (values.kind === 'max_tokens' && values.limit === '') problems.limit = 'required.limit';
  if (values.kind === 'http' && !/^https?:\/\/./.test(values.url.trim())) problems.url = 'required.url';
  if (values.kind === 'pii' && values.entities.length === 0) problems.entities = 'required.entities';
  if (values.kind === 'json_schema' && !isJsonObject(values.schema)) problems.schema = 'required.schema';
  return problems;
}
