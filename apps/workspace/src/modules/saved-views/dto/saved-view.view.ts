import type { SavedViewRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** Filters and order of a page of the console, under a name. */
export class SavedViewView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['saved_view'], { description: 'Always `saved_view`.' })
  object!: 'saved_view';

  @IdField({ description: 'The workspace, whose people share the view.' })
  workspace_id!: string;

  @TextField({ description: 'Page of the console, such as `requests`.' })
  page!: string;

  @TextField({ description: 'Unique for the page in the workspace.' })
  name!: string;

  @TextField({ min: 0, description: "Query of the page's address, without a question mark." })
  search!: string;

  @IdField({ description: 'Person who made the view.' })
  created_by!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last updated.' })
  updated_at!: string;

  static of(view: SavedViewRecord): SavedViewView {
    return toView(SavedViewView, { ...view, object: 'saved_view' });
  }
}
