import { IdField, TextField } from '../../../fields/scalar-fields.js';
import { TAG_LIST } from './tag-list.js';

/** Callers, models and attribution that usage is narrowed to. */
export class UsageFiltersQuery {
  @TextField({ optional: true, description: 'Only requests of this team (id or name).' })
  team?: string;

  @TextField({ optional: true, description: 'Only requests of this key or token (id).' })
  key?: string;

  @IdField({ optional: true, description: 'Only requests of this person: the owner of the token or key.' })
  user_id?: string;

  @TextField({ optional: true, max: 512, description: 'Only requests for this model, by its configured name.' })
  model?: string;

  @TextField({ optional: true, description: 'Only requests served by the provider of this name.' })
  provider?: string;

  @TextField({
    optional: true,
    max: 140,
    form: TAG_LIST,
    description:
      'Only requests with this tag, as `name=value`. Cannot be combined with key, user_id, model or provider.',
    example: 'feature=search',
  })
  tag?: string;

  @TextField({ optional: true, max: 256, description: 'Only requests made for this customer. Combines as `tag` does.' })
  customer?: string;

  @TextField({ optional: true, max: 64, description: 'Only requests of this client program. Combines as `tag` does.' })
  client?: string;

  @TextField({ optional: true, max: 128, description: 'Only requests of this session. Combines as `tag` does.' })
  session?: string;
}
