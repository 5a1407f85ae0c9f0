import { ChoiceField, TextField } from '../../../fields/scalar-fields.js';

/** A name of tags. */
export class UsageTagView {
  @ChoiceField(['usage_tag'], { description: 'Always `usage_tag`.' })
  object!: 'usage_tag';

  @TextField({ description: 'Name, as `tag:<name>` of `group_by` takes it.', example: 'feature' })
  name!: string;

  static of(name: string): UsageTagView {
    return { object: 'usage_tag', name };
  }
}
