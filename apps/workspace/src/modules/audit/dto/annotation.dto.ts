import { RATINGS, type Rating } from '@multilane/persistence';
import { ChoiceField, TextField } from '../../../fields/scalar-fields.js';

/** Replaces the mark and the note of a request. */
export class AnnotateRequestDto {
  @ChoiceField(RATINGS, { description: 'Mark of the request: `good` or `bad`.' })
  rating!: Rating;

  @TextField({
    optional: true,
    min: 0,
    max: 2_000,
    description: 'Note, such as the reason for the mark. Default: none.',
    example: 'Invents a clause that the contract does not have.',
  })
  note?: string;
}
