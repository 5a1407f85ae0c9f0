import type { CatalogModel } from '@multilane/policy';
import { AmountField, ChoiceField, CountField, FlagField, TextField } from '../../../fields/scalar-fields.js';
import { WorkspaceQuery } from '../../../lists/workspace-query.dto.js';

/** Choice of models from the price table. */
export class CatalogQuery extends WorkspaceQuery {
  @TextField({ optional: true, max: 200, description: 'Only models whose id or name contains the text.' })
  q?: string;

  @CountField({
    min: 1,
    max: 200,
    fromText: true,
    optional: true,
    description: 'Maximum number of models. Default: 50.',
  })
  limit: number = 50;
}

/** A model that the price table knows. */
export class CatalogModelView {
  @ChoiceField(['catalog_model'], { description: 'Always `catalog_model`.' })
  object!: 'catalog_model';

  @TextField({ description: 'Name of the model at the provider.' })
  id!: string;

  @TextField({ description: 'Name for people.' })
  name!: string;

  @CountField({ nullable: true, description: 'Tokens of prompt and answer together. Null: unknown.' })
  context_window!: number | null;

  @AmountField({ nullable: true, description: 'US dollars per million prompt tokens. Null: no price is known.' })
  input_per_million!: number | null;

  @AmountField({ nullable: true, description: 'US dollars per million completion tokens. Null: no price is known.' })
  output_per_million!: number | null;

  @FlagField({ description: 'Whether the provider retires the model.' })
  deprecated!: boolean;

  static of(model: CatalogModel): CatalogModelView {
    return {
      object: 'catalog_model',
      id: model.id,
      name: model.name,
      context_window: model.contextWindow,
      input_per_million: model.inputPerMillion,
      output_per_million: model.outputPerMillion,
      deprecated: model.isDeprecated,
    };
  }
}
