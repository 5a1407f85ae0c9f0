import type { components } from '../../api/schema.js';
import { linesOf, readHeaderLines } from '../../ui/header-lines.js';

export type ExportSink = components['schemas']['ExportView'];
export type ExportKind = ExportSink['kind'];

/** Settings of all kinds together, as they are typed. */
export interface ConfigValues {
  readonly url: string;
  readonly secret: string;
  readonly headers: string;
  readonly index: string;
  readonly database: string;
  readonly table: string;
  readonly username: string;
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string;
  readonly access_key_id: string;
  readonly prefix: string;
  readonly path_style: boolean;
  readonly dialect: string;
  /** One in each line. */
  readonly brokers: string;
  readonly topic: string;
  readonly key: string;
  readonly encoding: string;
  readonly tls: boolean;
  readonly ca: string;
  readonly sasl_mechanism: string;
  readonly container: string;
  readonly account: string;
  readonly format: string;
  readonly manifest: boolean;
}

export type ExportValues = {
  readonly name: string;
  readonly kind: ExportKind;
  readonly scope: 'workspace' | 'organization';
  /** True if the settings of the kind are sent. */
  readonly isReplaced: boolean;
  readonly config: ConfigValues;
  readonly teams: string[];
  readonly models: string[];
  readonly outcomes: string[];
  readonly percent: number | string;
  /** True if stored texts of requests and responses are exported too. */
  readonly payloads: boolean;
  readonly enabled: boolean;
};

export type ExportBody = Readonly<Record<string, unknown>>;

export const EXPORT_KINDS: readonly ExportKind[] = [
  'http',
  'splunk_hec',
  'clickhouse',
  's3',
  'azure_blob',
  'otlp',
  'kafka',
];
/** Stores whose own attributes an `otlp` sink adds, by the names of the products. */
export const DIALECTS = [
  { value: 'langfuse', label: 'Langfuse' },
  { value: 'openinference', label: 'Arize Phoenix (OpenInference)' },
] as const;
/** Forms of objects, by their names. */
export const FORMATS = [
  { value: 'ndjson', label: 'NDJSON' },
  { value: 'parquet', label: 'Parquet' },
] as const;
/** Mechanisms of a login to Kafka. */
export const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;
export const MESSAGE_KEYS = ['organization', 'workspace', 'record'] as const;
/** Encodings of a message of Kafka, by their names. */
export const ENCODINGS = [
  { value: 'json', label: 'JSON' },
  { value: 'protobuf', label: 'Protobuf' },
] as const;
export const OUTCOMES = ['success', 'refused', 'failed', 'cancelled'] as const;

/** Member of the settings that holds the secret. */
const SECRETS = {
  http: 'signing_secret',
  splunk_hec: 'token',
  clickhouse: 'password',
  s3: 'secret_access_key',
  azure_blob: 'account_key',
  kafka: 'password',
} as const;

/** Members of each kind, beside its secret. */
const MEMBERS: Readonly<Record<ExportKind, readonly (keyof ConfigValues)[]>> = {
  http: ['url', 'headers'],
  splunk_hec: ['url', 'index'],
  clickhouse: ['url', 'database', 'table', 'username'],
  s3: ['bucket', 'region', 'endpoint', 'access_key_id', 'prefix', 'path_style', 'format', 'manifest'],
  azure_blob: ['url', 'container', 'account', 'prefix', 'format', 'manifest'],
  otlp: ['url', 'dialect', 'headers'],
  kafka: ['brokers', 'topic', 'key', 'encoding', 'tls', 'ca', 'sasl_mechanism', 'username'],
};

const EMPTY: ConfigValues = {
  ...{ url: '', secret: '', headers: '', index: '', database: 'default', table: 'multilane_records' },
  ...{ username: '', bucket: '', region: 'us-east-1', endpoint: '', access_key_id: '', prefix: '' },
  path_style: false,
  dialect: '',
  ...{ brokers: '', topic: '', key: 'organization', encoding: 'json', tls: true, ca: '', sasl_mechanism: '' },
  ...{ container: '', account: '', format: 'ndjson', manifest: false },
};

export function newExport(): ExportValues {
  return {
    name: '',
    kind: 'http',
    scope: 'workspace',
    isReplaced: true,
    config: EMPTY,
    teams: [],
    models: [],
    outcomes: [],
    percent: 100,
    payloads: false,
    enabled: true,
  };
}

const HIDDEN: readonly (keyof ConfigValues)[] = ['url', 'endpoint', 'access_key_id', 'headers'];

/** The values of the form for a sink that exists: the settings of its kind stay as they are until somebody replaces them. */
export function toExportValues(sink: ExportSink): ExportValues {
  const { config, enabled, filter, kind, name, payloads, sample_ratio: ratio, workspace_id } = sink;
  const { models, outcomes, teams } = filter as Partial<Pick<ExportValues, 'teams' | 'models' | 'outcomes'>>;
  // Addresses, keys and headers are shown in part alone.
  const known = MEMBERS[kind].filter((member) => !HIDDEN.includes(member));
  const shown = Object.fromEntries(
    known.flatMap((member) => (config[member] === undefined ? [] : [[member, config[member]]])),
  );
  return {
    ...newExport(),
    ...{ name, kind, enabled, payloads, teams: teams ?? [], models: models ?? [], outcomes: outcomes ?? [] },
    scope: workspace_id === null ? 'organization' : 'workspace',
    isReplaced: false,
    config: { ...EMPTY, ...shown, brokers: Array.isArray(shown.brokers) ? shown.brokers.join('\n') : '' },
    // A share of 0.07 is 7, not 7.000000000000001.
    percent: Number((ratio * 100).toPrecision(12)),
  };
}

/** Readers of members that are typed in lines. */
const READERS: Partial<Readonly<Record<keyof ConfigValues, (config: ConfigValues) => unknown>>> = {
  headers: ({ headers }) => readHeaderLines(linesOf(headers)),
  brokers: ({ brokers }) => linesOf(brokers),
};

/** Settings that were typed, of the kind alone. */
function configOf({ config, kind }: ExportValues): ExportBody {
  const hasLogin = kind !== 'kafka' || config.sasl_mechanism !== '';
  const typed = MEMBERS[kind].filter((member) => config[member] !== '' && (member !== 'username' || hasLogin));
  const members = typed.map((member) => [member, READERS[member]?.(config) ?? config[member]]);
  const hasSecret = kind !== 'otlp' && hasLogin && config.secret !== '';
  return { ...Object.fromEntries(members), ...(hasSecret && { [nameSecret(kind, config.secret)]: config.secret }) };
}

/** Storage accounts of Azure take a key, or a shared access signature, which names its own signature. */
const nameSecret = (kind: keyof typeof SECRETS, secret: string): string =>
  kind === 'azure_blob' && /(?:^|[?&])sig=/.test(secret) ? 'sas_token' : SECRETS[kind];

/** @param before filter of a sink that exists: what the form does not show of it stays */
export function toExportBody(values: ExportValues, before?: Readonly<Record<string, unknown>>): ExportBody {
  const { enabled, isReplaced, kind, models, name, outcomes, payloads, percent, scope, teams } = values;
  const { models: _models, outcomes: _outcomes, teams: _teams, ...kept } = before ?? {};
  const filter = {
    ...kept,
    ...(teams.length > 0 && { teams }),
    ...(models.length > 0 && { models }),
    ...(outcomes.length > 0 && { outcomes }),
  };
  return {
    name: name.trim(),
    enabled,
    filter,
    payloads,
    sample_ratio: Number(percent) / 100,
    ...(isReplaced && { config: configOf(values) }),
    ...(before === undefined && { kind, scope }),
  };
}
