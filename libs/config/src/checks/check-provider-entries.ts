import { ALL_MANIFESTS, findManifest, type ProviderCredential } from '@multilane/providers/manifests';
import { findSetting } from '../describe-setting.js';
import type { ReportProblem } from '../file/fit-to-schema.js';
import { readProjectId } from '../schema/providers.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** Fields that mean nothing to providers with a credential of another sort, and what those take instead. */
const FOREIGN_FIELDS: Readonly<
  Partial<Record<ProviderCredential, readonly [fields: readonly string[], instead: string]>>
> = {
  google: [['api_key', 'api_keys'], 'credentials_json or access_token'],
};

/** Fields without which a kind cannot be reached. */
export function listRequiredFields(kind: string): readonly string[] {
  const settings = findManifest(kind)?.settings ?? [];
  return settings.filter(({ required }) => required).map(({ name }) => name);
}

/** Settings of some kinds; a required one, such as an address, may be an optional one of every other kind. */
const OWN_FIELDS: readonly string[] = [
  ...new Set(ALL_MANIFESTS.flatMap(({ settings }) => settings.map(({ name }) => name))),
].filter((name) => name !== 'base_url');

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

/** Checks which fields go together on an entry of `providers` (docs/contract/providers.md#credentials). */
export const checkProviderEntries: CrossCheck = (config, report) => {
  for (const entry of config.at('providers').items) checkProviderEntry(entry, report);
};

/** The same for one entry, from the file or the database. */
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
  const manifest = kind === undefined ? undefined : findManifest(kind);
  if (kind === undefined || manifest === undefined) return;
  const [foreign, instead] = FOREIGN_FIELDS[manifest.credential] ?? [[]];
  for (const field of foreign) {
    if (entry.at(field).exists) report(entry.at(field).path, `is not for kind ${kind}: give ${instead}`);
  }
  for (const field of listRequiredFields(kind)) {
    const isImplied = field === 'project' && readProjectId(entry.at('credentials_json').text) !== undefined;
    if (!entry.at(field).exists && !isImplied) report(entry.at(field).path, `is required for kind ${kind}`);
  }
  for (const field of OWN_FIELDS) {
    const kinds: readonly string[] = findSetting(field).map((each) => each.kind);
    if (entry.at(field).exists && !kinds.includes(kind)) {
      report(entry.at(field).path, `belongs to kind ${kinds.join(', ')}; this entry is of kind ${kind}`);
    }
  }
}
