import { MODEL_TYPES } from '@multilane/contracts';
import { getAdapter, listSettings, type ProviderManifest, type ProviderSetting } from '@multilane/providers';
import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { servedTypes } from '../../models/served-types.js';

/** A field of a form for providers of a kind. */
export class ProviderSettingView {
  @TextField({ description: 'The field of `POST /admin/providers`.' })
  name!: string;

  @TextField({ description: 'Label for forms.' })
  label!: string;

  @TextField({ max: 1000, description: 'Help text for forms.' })
  help!: string;

  @ChoiceField(['text', 'url', 'boolean', 'json', 'list'], { description: '`list`: several texts. `json`: a file.' })
  type!: ProviderSetting['type'];

  @FlagField({ description: 'Whether the field is required.' })
  required!: boolean;

  @FlagField({ description: 'Whether the value is a secret, which is never returned.' })
  secret!: boolean;

  @TextField({ nullable: true, description: 'Default value. Null: none.' })
  default!: string | null;

  @TextField({ nullable: true, description: 'An example value.' })
  example!: string | null;

  static of(setting: ProviderSetting): ProviderSettingView {
    const { name, label, help, type, required = false, secret = false, default: byDefault, example = null } = setting;
    return {
      name,
      label,
      help,
      type,
      required,
      secret,
      default: byDefault === undefined ? null : String(byDefault),
      example,
    };
  }
}

/** An endpoint that a provider served once. */
export class RetiredEndpointView {
  @TextField({ description: 'The path of this service, such as `/v1/chat/completions`.' })
  path!: string;

  @TextField({ nullable: true, description: 'Last day, `YYYY-MM-DD`. Null if the provider named none.' })
  since!: string | null;

  @TextField({ description: 'The replacement that the provider offers.' })
  instead!: string;
}

/** A kind of provider, with what a form to register one needs. */
export class ProviderKindView {
  @ChoiceField(['provider_kind'], { description: 'Always `provider_kind`.' })
  object!: 'provider_kind';

  @TextField({ description: '`kind` of `POST /admin/providers`.' })
  kind!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @TextField({ description: 'Group whose rules the kind follows: R1, R, N, G, C, B, S, decision or simulator.' })
  group!: string;

  @FlagField({ description: 'Whether this version supports the kind.' })
  served!: boolean;

  @TextListField({ description: `Types of models that the kind serves: some of ${MODEL_TYPES.join(', ')}.` })
  model_types!: readonly string[];

  @TextField({ nullable: true, description: 'A page of its documentation.' })
  documentation_url!: string | null;

  @ChoiceField(['key', 'optional_key', 'aws', 'google', 'none'], {
    description:
      '`key`: `api_key` or `api_keys` is required. `optional_key`: they are optional. `aws`: an access key or `api_key`. `google`: `credentials_json` or `access_token`.',
  })
  credential!: ProviderManifest['credential'];

  @ObjectListField(() => ProviderSettingView, {
    description: 'Fields of the form, in order. Every kind also has `name`, `headers` and `timeouts`.',
  })
  settings!: readonly ProviderSettingView[];

  @FlagField({ description: 'Whether `POST /admin/providers/{id}/models` works for it.' })
  lists_models!: boolean;

  @FlagField({ description: 'Whether `POST /admin/providers/{id}/test` requires a model of the provider.' })
  test_needs_model!: boolean;

  @TextListField({ description: 'Chat models from the documentation of the provider, the recommended one first.' })
  default_models!: readonly string[];

  @FlagField({ description: 'Whether prices of its models are known without a declaration.' })
  priced!: boolean;

  @ObjectListField(() => RetiredEndpointView, { description: 'Endpoints that the provider no longer serves.' })
  retired_endpoints!: readonly RetiredEndpointView[];

  static of(manifest: ProviderManifest): ProviderKindView {
    const { kind, name, group, credential, documentation = null, inProcess = false, retired = [] } = manifest;
    return {
      object: 'provider_kind',
      kind,
      name,
      group,
      served: getAdapter(kind) !== undefined,
      model_types: servedTypes(kind),
      documentation_url: documentation,
      credential,
      settings: listSettings(manifest).map(ProviderSettingView.of),
      lists_models: inProcess || manifest.models !== undefined,
      test_needs_model: manifest.connectionTest === 'model' && !inProcess,
      default_models: manifest.defaultModels,
      priced: manifest.prices !== undefined,
      retired_endpoints: retired.map(({ path, since = null, instead }) => ({ path, since, instead })),
    };
  }
}
