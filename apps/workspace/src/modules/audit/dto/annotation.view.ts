import { RATINGS, type RequestAnnotationRecord } from '@multilane/persistence';
import { ChoiceField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** Mark and note of a request. */
export class AnnotationView {
  @IdField({ description: 'Id of the audit record.' })
  id!: string;

  @ChoiceField(['audit_annotation'], { description: 'Always `audit_annotation`.' })
  object!: 'audit_annotation';

  @TextField({ description: '`X-Request-Id` of the request.' })
  request_id!: string;

  @ChoiceField(RATINGS, { description: 'Mark of the request.' })
  rating!: string;

  @TextField({ min: 0, description: 'Note; empty if there is none.' })
  note!: string;

  @IdField({ nullable: true, description: 'Person who wrote it last. Null for a virtual account of the organization.' })
  annotated_by_id!: string | null;

  @TextField({ description: 'Name of whoever wrote it last, at that time.' })
  annotated_by!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last updated.' })
  updated_at!: string;

  static of(annotation: RequestAnnotationRecord): AnnotationView {
    return toView(AnnotationView, { ...annotation, object: 'audit_annotation' });
  }
}
