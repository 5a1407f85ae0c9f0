import { describeSetting } from '@multilane/config';
import type { SecretHints, WorkspaceProviderRecord } from '@multilane/persistence';
import { ObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { QUEUE, QueueDto } from '../../routing/dto/queue.dto.js';
import type { ProviderSettings } from '../provider-fields.js';
import { QUOTA, QuotaDto } from './quota.dto.js';
import { TimeoutsDto } from './timeouts.dto.js';

const setting = (description: string): PropertyDecorator => TextField({ nullable: true, description });
const has = (name: string): PropertyDecorator => FlagField({ description: `Whether \`${name}\` is set.` });
const hint = (name: string): PropertyDecorator =>
  TextField({
    nullable: true,
    description: `The last four characters of \`${name}\`; null where it is not set, is short, or was stored by an earlier release.`,
  });

/** A provider as the API shows it: of secrets, that they are set, and a hint that distinguishes them. */
export class ProviderView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['provider'], { description: 'Always `provider`.' })
  object!: 'provider';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @TextField({ description: 'Kind of provider.' })
  kind!: string;

  @setting('Null: the address that the kind has by default.')
  base_url!: string | null;

  @TextListField({ description: 'The names of the headers added to every request, in lower case.' })
  header_names!: readonly string[];

  @ObjectField(() => TimeoutsDto, { nullable: true, description: 'The time limits that were set.' })
  timeouts!: TimeoutsDto | null;

  @setting(describeSetting('api_version'))
  api_version!: string | null;

  @setting(describeSetting('region'))
  region!: string | null;

  @setting(describeSetting('project'))
  project!: string | null;

  @setting(describeSetting('location'))
  location!: string | null;

  @FlagField({
    nullable: true,
    description: 'Whether to wait while the runtime loads a model. Null: the default of the kind.',
  })
  cold_start!: boolean | null;

  @CountField({
    nullable: true,
    description:
      'Requests to the provider at the same time for each of its API keys, of all callers and models together. Null: unlimited.',
  })
  max_parallel!: number | null;

  @ObjectField(() => QueueDto, { nullable: true, description: `${QUEUE} Null: they are rejected at once.` })
  queue!: object | null;

  @ObjectField(() => QuotaDto, { nullable: true, description: `${QUOTA} Null: what the provider enforces.` })
  quota!: object | null;

  @has('api_key')
  has_api_key!: boolean;

  @hint('api_key')
  api_key_hint!: string | null;

  @has('api_keys')
  has_api_keys!: boolean;

  @TextListField({ description: 'Last characters of each of `api_keys` that is long enough.' })
  api_keys_hints!: readonly string[];

  @has('access_key_id')
  has_access_key_id!: boolean;

  @hint('access_key_id')
  access_key_id_hint!: string | null;

  @has('secret_access_key')
  has_secret_access_key!: boolean;

  @has('session_token')
  has_session_token!: boolean;

  @has('credentials_json')
  has_credentials_json!: boolean;

  @has('access_token')
  has_access_token!: boolean;

  @TimeField({ description: 'When it was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  /** @param hints Empty for what an earlier release stored; that secrets are set is still shown. */
  static of(provider: WorkspaceProviderRecord, hints: SecretHints = {}): ProviderView {
    const settings = provider.settings as ProviderSettings;
    const isSet = (name: string): boolean => provider.secretNames.includes(name);
    const textOf = (name: string): string | null => (typeof hints[name] === 'string' ? hints[name] : null);
    const listOf = (name: string): readonly string[] => (Array.isArray(hints[name]) ? hints[name] : []);
    return {
      id: provider.id,
      object: 'provider',
      workspace_id: provider.workspaceId,
      name: provider.name,
      kind: provider.kind,
      base_url: provider.baseUrl,
      header_names: listOf('headers').map((name) => name.toLowerCase()),
      timeouts: settings.timeouts ?? null,
      api_version: settings.api_version ?? null,
      region: settings.region ?? null,
      project: settings.project ?? null,
      location: settings.location ?? null,
      cold_start: settings.cold_start ?? null,
      max_parallel: settings.max_parallel ?? null,
      queue: settings.queue ?? null,
      quota: settings.quota ?? null,
      has_api_key: isSet('api_key'),
      api_key_hint: textOf('api_key'),
      has_api_keys: isSet('api_keys'),
      api_keys_hints: listOf('api_keys'),
      has_access_key_id: isSet('access_key_id'),
      access_key_id_hint: textOf('access_key_id'),
      has_secret_access_key: isSet('secret_access_key'),
      has_session_token: isSet('session_token'),
      has_credentials_json: isSet('credentials_json'),
      has_access_token: isSet('access_token'),
      created_at: provider.createdAt.toISOString(),
      updated_at: provider.updatedAt.toISOString(),
    };
  }
}
