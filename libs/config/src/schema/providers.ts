import { isRecord, PROVIDER_KINDS, type ProviderKind } from '@multilane/contracts';
import { findManifest } from '@multilane/providers/manifests';
import { z } from 'zod';
import { describeSetting } from '../describe-setting.js';
import { unwrapSchema } from '../file/walk-schema.js';
import { timeoutsSchema } from './fields/timeouts.js';
import { queueSchema, quotaSchema } from './queue.js';
import { count, headers, httpUrl, name, secret } from './values.js';

/** Local runtimes that load a model when it is first asked for (docs/contract/time-limits.md#cold-start). */
function loadsOnDemand(kind: ProviderKind): boolean {
  return (
    findManifest(kind)?.settings.some((setting) => setting.name === 'cold_start' && setting.default === true) ?? false
  );
}

export const KIND_NAMES = Object.keys(PROVIDER_KINDS) as [ProviderKind, ...ProviderKind[]];

const providerFields = z.object({
  name: name().describe('Name that `models[].provider` references.'),
  kind: z.enum(KIND_NAMES).describe('Kind of provider.'),
  api_key: secret().optional().describe('API key of the provider.'),
  api_keys: z.array(secret()).min(1).optional().describe('Several API keys, used in turn, instead of `api_key`.'),
  base_url: httpUrl()
    .optional()
    .describe(
      'Replaces the default scheme, host and path prefix of the kind. Include `/v1` for openai and compatible kinds.',
    ),
  max_parallel: count()
    .optional()
    .describe(
      'Requests to the provider at the same time for each of its API keys, of all callers and models together. Empty: unlimited.',
    ),
  queue: queueSchema,
  quota: quotaSchema,
  headers: headers().describe('Headers added to every request.'),
  timeouts: timeoutsSchema,
  api_version: z.string().optional().describe(describeSetting('api_version')),
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
    .optional()
    .describe(describeSetting('region')),
  access_key_id: secret().optional().describe(describeSetting('access_key_id')),
  secret_access_key: secret().optional().describe(describeSetting('secret_access_key')),
  session_token: secret().optional().describe(describeSetting('session_token')),
  project: z.string().optional().describe(describeSetting('project')),
  location: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a location such as europe-west4 or global')
    .optional()
    .describe(describeSetting('location')),
  credentials_json: secret()
    .refine(isJsonObject, 'must be the JSON text of a credentials file')
    .optional()
    .describe(describeSetting('credentials_json')),
  access_token: secret().optional().describe(describeSetting('access_token')),
  cold_start: z.boolean().optional().describe(describeSetting('cold_start')),
});

/**
 * Credentials and address of a provider (docs/contract/providers.md#credentials). The fields that suit a kind are
 * checked apart.
 */
export const providerSchema = providerFields.transform((entry) => ({
  ...entry,
  project: entry.project ?? readProjectId(entry.credentials_json),
  cold_start: entry.cold_start ?? loadsOnDemand(entry.kind),
}));

/** The fields that hold secrets, one or a list of them. */
export const PROVIDER_SECRETS: readonly string[] = Object.entries(providerFields.shape)
  .filter(([, field]) => isSecret(unwrapSchema(field)))
  .map(([name]) => name);

function isSecret(type: z.core.$ZodType): boolean {
  if (type instanceof z.ZodArray) return isSecret(type.element);
  return type instanceof z.ZodString && type.meta()?.type === 'secret';
}

/** The project that a credentials file belongs to; undefined if it names none. */
export function readProjectId(credentialsJson: string | undefined): string | undefined {
  if (credentialsJson === undefined || !isJsonObject(credentialsJson)) return undefined;
  const { project_id: project } = JSON.parse(credentialsJson) as Record<string, unknown>;
  return typeof project === 'string' && project !== '' ? project : undefined;
}

function isJsonObject(value: string): boolean {
  try {
    return isRecord(JSON.parse(value));
  } catch {
    return false;
  }
}
