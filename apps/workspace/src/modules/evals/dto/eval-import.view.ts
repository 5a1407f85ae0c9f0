import { ObjectField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField } from '../../../fields/scalar-fields.js';
import type { Imported } from '../eval-imports.service.js';
import { EvalVersionView } from './eval-dataset.view.js';

class EvalSkippedView {
  @CountField({ description: 'Requests without a stored payload.' })
  no_payload!: number;

  @CountField({ description: 'Requests whose payload is cut.' })
  truncated!: number;

  @CountField({ description: 'Requests with the same input as a newer one.' })
  duplicate!: number;

  @CountField({ description: 'Requests of another format, such as with pictures.' })
  unsupported!: number;
}

/** Result of an import. */
export class EvalImportView {
  @ChoiceField(['eval.import'], { description: 'Always `eval.import`.' })
  object!: 'eval.import';

  @ObjectField(() => EvalVersionView, { description: 'The new version.' })
  version!: EvalVersionView;

  @CountField({ description: 'Requests that became cases.' })
  imported!: number;

  @ObjectField(() => EvalSkippedView, { description: 'Requests that were looked at and became no case.' })
  skipped!: EvalSkippedView;

  static of({ imported, skipped, version }: Imported): EvalImportView {
    const { duplicate, noPayload, truncated, unsupported } = skipped;
    return {
      object: 'eval.import',
      version: EvalVersionView.of(version),
      imported,
      skipped: { no_payload: noPayload, truncated, duplicate, unsupported },
    };
  }
}
