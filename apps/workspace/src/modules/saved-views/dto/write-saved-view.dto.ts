import { TextField } from '../../../fields/scalar-fields.js';
import { NamedListQuery } from '../../../lists/list-query.dto.js';

/** Pages of the console: short names in lower case. */
const PAGE = { max: 64, form: { pattern: /^[a-z][a-z-]*$/, name: 'a name in lower case' } } as const;
const NAME = { max: 100, description: 'Unique for the page in the workspace.', example: 'Failed last night' } as const;
const SEARCH = {
  min: 0,
  max: 2_000,
  description: "Query of the page's address, without a question mark.",
  example: 'outcome=failed&range=24h',
} as const;

export class CreateSavedViewDto {
  @TextField({ ...PAGE, description: 'Page of the console.', example: 'requests' })
  page!: string;

  @TextField(NAME)
  name!: string;

  @TextField(SEARCH)
  search!: string;
}

/** Fields that are left out keep their value. */
export class UpdateSavedViewDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField({ ...SEARCH, optional: true })
  search?: string;
}

export class SavedViewsQuery extends NamedListQuery {
  @TextField({ ...PAGE, optional: true, description: 'Only views of this page.' })
  page?: string;
}
