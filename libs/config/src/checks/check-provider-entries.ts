import { PROVIDER_KINDS } from '@multilane/contracts';
import type { ReportProblem } from '../fit-to-schema.js';
import { readProjectId } from '../schema/providers.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** Kinds without an address of their own. */
const KINDS_WITHOUT_ADDRESS: readonly string[] = ['azure-openai', 'openai-compatible', 'vllm', 'system-one'];

/** Fields that mean something to some kinds only. */
const KINDS_OF_FIELD: Readonly<Record<string, readonly string[]>> = {
  api_version: ['azure-openai'],
  region: ['bedrock'],
  access_key_id: ['bedrock'],
  secret_access_key: ['bedrock'],
  session_token: ['bedrock'],
  project: ['vertex'],
  location: ['vertex'],
  credentials_json: ['vertex'],
  access_token: ['vertex'],
  cold_start: ['openai-compatible', 'ollama', 'vllm'],
};

/** What a kind cannot be reached without. */
export const REQUIRED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  bedrock: ['region'],
  vertex: ['project', 'location'],
  ...Object.fromEntries(KINDS_WITHOUT_ADDRESS.map((kind) => [kind, ['base_url']])),
};

/** Fields that mean nothing to some kinds, and what those take instead. */
const FOREIGN_FIELDS: Readonly<Record<string, readonly [fields: readonly string[], instead: string]>> = {
  vertex: [['api_key', 'api_keys'], 'credentials_json or access_token'],
};

const NEEDED_TOGETHER: readonly (readonly [field: string, other: string])[] = [
  ['access_key_id', 'secret_access_key'],
  ['secret_access_key', 'access_key_id'],
  ['session_token', 'access_key_id'],
];

const EXCLUSIVE: readonly (readonly [field: string, other: string])[] = [
  ['api_keys', 'api_key'],
  ['access_key_id', 'api_key'],
  ['access_key_id', 'api_keys'],
  ['access_token', 'credentials_json'],
];

/** Which fields go together on an entry of `providers` (docs/contract/providers.md#credentials). */
export const checkProviderEntries: CrossCheck = (config, report) => {
  for (const entry of config.at('providers').items) checkProviderEntry(entry, report);
};

/** The same for one entry, wherever it stands. */
export const checkProviderEntry: CrossCheck = (entry, report) => {
  checkFieldsOfKind(entry, report);
  for (const [field, other] of NEEDED_TOGETHER) {
    if (entry.at(field).exists && !entry.at(other).exists) report(entry.at(field).path, `needs ${other} beside it`);
  }
  for (const [field, other] of EXCLUSIVE) {
    if (entry.at(field).exists && entry.at(other).exists) {
      report(entry.at(field).path, `takes the place of ${other}: give one of them`);
    }
  }
};

function checkFieldsOfKind(entry: ConfigNode, report: ReportProblem): void {
  const kind = entry.at('kind').text;
  if (kind === undefined || !Object.hasOwn(PROVIDER_KINDS, kind)) return;
  const [foreign, instead] = FOREIGN_FIELDS[kind] ?? [[]];
  for (const field of foreign) {
    if (entry.at(field).exists) report(entry.at(field).path, `is not for kind ${kind}: give ${instead}`);
  }
  for (const field of REQUIRED_FIELDS[kind] ?? []) {
    const isImplied = field === 'project' && readProjectId(entry.at('credentials_json').text) !== undefined;
    if (!entry.at(field).exists && !isImplied) report(entry.at(field).path, `is required for kind ${kind}`);
  }
  for (const [field, kinds] of Object.entries(KINDS_OF_FIELD)) {
    if (entry.at(field).exists && !kinds.includes(kind)) {
      report(entry.at(field).path, `belongs to kind ${kinds.join(', ')}; this entry is of kind ${kind}`);
    }
  }
}
