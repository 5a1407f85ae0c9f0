import { MODEL_TYPES } from '@multilane/contracts';
import { getAdapter, listSettings, type ProviderManifest, type ProviderSetting } from '@multilane/providers';
import { ObjectListField, TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { servedTypes } from '../../models/served-types.js';

/** A field of a form for providers of a kind. */
export class ProviderSettingView {
  @TextField({ description: 'The field of `POST /admin/providers`.' })
  name!: string;

  @TextField({ description: 'What a form calls it.' })
  label!: string;

  @TextField({ max: 1000, description: 'What it is for.' })
  help!: string;

  @ChoiceField(['text', 'url', 'boolean', 'json', 'list'], { description: '`list`: several texts. `json`: a file.' })
  type!: ProviderSetting['type'];

  @FlagField({ description: 'Whether a provider of the kind cannot be registered without it.' })
  required!: boolean;

  @FlagField({ description: 'Whether it goes in and never comes out again.' })
  secret!: boolean;

  @TextField({ nullable: true, description: 'What holds where it is left out; null: nothing.' })
  default!: string | null;

  @TextField({ nullable: true, description: 'What a value looks like.' })
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

  @TextField({ nullable: true, description: 'The last day, `YYYY-MM-DD`; null where the provider named none.' })
  since!: string | null;

  @TextField({ description: 'What the provider offers in its place.' })
  instead!: string;
}

/** A kind of provider, with what a form to register one needs. */
export class ProviderKindView {
  @ChoiceField(['provider_kind'], { description: 'Always `provider_kind`.' })
  object!: 'provider_kind';

  @TextField({ description: '`kind` of `POST /admin/providers`.' })
  kind!: string;

  @TextField({ description: 'Its name for people.' })
  name!: string;

  @TextField({ description: 'The group whose rules it follows: R1, R, N, G, C, B, S, decision or simulator.' })
  group!: string;

  @FlagField({ description: 'Whether this version serves it.' })
  served!: boolean;

  @TextListField({ description: `The types of models that it serves, of ${MODEL_TYPES.join(', ')}.` })
  model_types!: readonly string[];

  @TextField({ nullable: true, description: 'A page of its documentation.' })
  documentation_url!: string | null;

  @ChoiceField(['key', 'optional_key', 'aws', 'google', 'none'], {
    description:
      '`key`: needs `api_key` or `api_keys`. `optional_key`: takes them. `aws`: an access key or `api_key`. `google`: `credentials_json` or `access_token`.',
  })
  credential!: ProviderManifest['credential'];

  @ObjectListField(() => ProviderSettingView, {
    description: 'The fields of its form, in their order. Every kind also takes `name`, `headers` and `timeouts`.',
  })
  settings!: readonly ProviderSettingView[];

  @FlagField({ description: 'Whether `POST /admin/providers/{id}/models` works for it.' })
  lists_models!: boolean;

  @FlagField({ description: 'Whether `POST /admin/providers/{id}/test` needs a registered model.' })
  test_needs_model!: boolean;

  @TextListField({ description: 'Chat models that its documentation names, the best first choice first.' })
  default_models!: readonly string[];

  @FlagField({ description: 'Whether prices of its models are known without being declared.' })
  priced!: boolean;

  @ObjectListField(() => RetiredEndpointView, { description: 'What it no longer serves.' })
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
