import { ObjectField, ObjectListField } from '../../../fields/list-fields.js';
import { ChoiceField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';
import type { CheckedProvider } from '../provider-checks.service.js';
import { ProviderTestErrorView } from './provider-test.view.js';

/** A model that a provider offers. */
export class OfferedModelView {
  @TextField({ max: 512, description: 'Name at the provider, for `upstream_model` of a model.' })
  id!: string;

  @FlagField({
    description: 'Whether this is probably a chat model, judged by its name and the provider’s list.',
  })
  chat!: boolean;
}

/** The models that a provider offers to whoever has its credential. */
export class ProviderModelsView {
  @ChoiceField(['provider_models'], { description: 'Always `provider_models`.' })
  object!: 'provider_models';

  @IdField({ description: 'The provider.' })
  provider_id!: string;

  @FlagField({ description: 'Whether the provider answered with a list.' })
  ok!: boolean;

  @ObjectListField(() => OfferedModelView, { maxItems: 2_000, description: 'By name; empty unless `ok`.' })
  data!: readonly OfferedModelView[];

  @FlagField({ description: 'Whether the provider has more models than `data` lists.' })
  truncated!: boolean;

  @ObjectField(() => ProviderTestErrorView, { optional: true, description: 'Absent when `ok`.' })
  error?: ProviderTestErrorView;

  static of(providerId: string, checked: CheckedProvider): ProviderModelsView {
    const object = 'provider_models';
    if (checked.outcome === 'failed') {
      return { object, provider_id: providerId, ok: false, data: [], truncated: false, error: checked.failure };
    }
    const { models = [], truncated = false } = checked;
    return { object, provider_id: providerId, ok: true, data: models, truncated };
  }
}
