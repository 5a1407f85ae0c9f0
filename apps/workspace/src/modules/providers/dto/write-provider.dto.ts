import { describeSetting } from '@multilane/config';
import { PROVIDER_KINDS } from '@multilane/contracts';
import { FreeObjectField, ObjectField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { QUEUE, QueueDto } from '../../routing/dto/queue.dto.js';
import { QUOTA, QuotaDto } from './quota.dto.js';
import { TimeoutsDto } from './timeouts.dto.js';

const NAME = 'Unique in the workspace.';

/** Form of a text for a header: printable, and no spaces, which belong to no key and are easily pasted along. */
const TOKEN = { pattern: /^[\x21-\x7e]+$/, name: 'printable ASCII without spaces' };

const LONGEST_SECRET = 8_192;

const secret = (description: string): PropertyDecorator =>
  TextField({
    optional: true,
    nullable: true,
    max: LONGEST_SECRET,
    form: TOKEN,
    description: `Secret, never shown again; null removes it. ${description}`,
  });

const setting = (description: string, form: { pattern: RegExp; name: string }): PropertyDecorator =>
  TextField({ optional: true, nullable: true, max: 100, form, description });

/** Settings of a provider (docs/contract/providers.md#credentials). The kinds have the same settings as in gateway.yaml. */
class ProviderSettingsDto {
  @TextField({
    optional: true,
    nullable: true,
    max: 2_048,
    description:
      'Replaces the default scheme, host and path prefix of the kind. If you change the host, send the secrets again.',
    example: 'https://llm.example.com/v1',
  })
  base_url?: string | null;

  @secret('API key of the provider.')
  api_key?: string | null;

  @TextListField({
    optional: true,
    nullable: true,
    maxItems: 100,
    items: { max: LONGEST_SECRET, form: TOKEN },
    description: 'Several API keys, used in turn, instead of `api_key`. Secret.',
  })
  api_keys?: string[] | null;

  @FreeObjectField({
    optional: true,
    nullable: true,
    maxBytes: 16 * 1024,
    description: 'Headers added to every request. Their values are secret. The whole set is replaced.',
    example: { 'x-team': 'research' },
  })
  headers?: Record<string, string> | null;

  @ObjectField(() => TimeoutsDto, { optional: true, nullable: true, description: 'Time limits; replaced as a whole.' })
  timeouts?: TimeoutsDto | null;

  @setting(describeSetting('api_version'), { pattern: /^[\w.-]+$/, name: 'a version such as 2024-10-21' })
  api_version?: string | null;

  @setting(describeSetting('region'), { pattern: /^[a-z0-9-]+$/, name: 'a region' })
  region?: string | null;

  @secret(describeSetting('access_key_id'))
  access_key_id?: string | null;

  @secret(describeSetting('secret_access_key'))
  secret_access_key?: string | null;

  @secret(describeSetting('session_token'))
  session_token?: string | null;

  @setting(describeSetting('project'), {
    pattern: /^[A-Za-z0-9][\w.:-]*$/,
    name: 'a project id',
  })
  project?: string | null;

  @setting(describeSetting('location'), { pattern: /^[a-z0-9-]+$/, name: 'a location' })
  location?: string | null;

  @TextField({
    optional: true,
    nullable: true,
    max: 65_536,
    multiline: true,
    description: `Secret, never shown again; null removes it. ${describeSetting('credentials_json')}`,
  })
  credentials_json?: string | null;

  @secret(describeSetting('access_token'))
  access_token?: string | null;

  @FlagField({
    optional: true,
    nullable: true,
    description: describeSetting('cold_start'),
  })
  cold_start?: boolean | null;

  @CountField({
    optional: true,
    nullable: true,
    min: 1,
    description:
      'Requests to the provider at the same time for each of its API keys, of all callers and models together. Null: unlimited.',
  })
  max_parallel?: number | null;

  @ObjectField(() => QueueDto, {
    optional: true,
    nullable: true,
    description: `${QUEUE} The whole value is replaced. Null: they are rejected at once.`,
  })
  queue?: QueueDto | null;

  @ObjectField(() => QuotaDto, {
    optional: true,
    nullable: true,
    description: `${QUOTA} The whole value is replaced. Null: what the provider enforces.`,
  })
  quota?: QuotaDto | null;
}

export class CreateProviderDto extends ProviderSettingsDto {
  @TextField({ max: 128, description: NAME, example: 'our-openai' })
  name!: string;

  @ChoiceField(Object.keys(PROVIDER_KINDS), { description: 'Kind of provider. Immutable.' })
  kind!: string;
}

/** Changes to a provider. Omitted fields keep their value, secrets too; null takes a value away. */
export class UpdateProviderDto extends ProviderSettingsDto {
  @TextField({ optional: true, max: 128, description: NAME })
  name?: string;
}
