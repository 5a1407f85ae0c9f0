import { parseBoundedJson } from '@multilane/contracts';
import type { EvalCase } from '@multilane/evals';
import type { EvalCaseRecord, EvalDatasetRecord, EvalDatasetVersionRecord } from '@multilane/persistence';
import { AnyField, ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';

/** A dataset as the API shows it. */
export class EvalDatasetView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['eval.dataset'], { description: 'Always `eval.dataset`.' })
  object!: 'eval.dataset';

  @IdField({ description: 'The workspace that it belongs to.' })
  workspace_id!: string;

  @TextField({ description: 'Unique in the workspace.' })
  name!: string;

  @TextField({ min: 0, description: 'Shown in lists.' })
  description!: string;

  @CountField({ description: 'Number of the newest version. 0: the dataset has none yet.' })
  version!: number;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was changed last.' })
  updated_at!: string;

  static of(dataset: EvalDatasetRecord): EvalDatasetView {
    return toView(EvalDatasetView, { ...dataset, object: 'eval.dataset' });
  }
}

/** A version of a dataset. It never changes. */
export class EvalVersionView {
  @ChoiceField(['eval.dataset.version'], { description: 'Always `eval.dataset.version`.' })
  object!: 'eval.dataset.version';

  @CountField({ description: 'From 1.' })
  version!: number;

  @CountField({ description: 'Cases of the version.' })
  case_count!: number;

  @ChoiceField(['upload', 'audit', 'knowledge'], {
    description: 'Where the cases come from. Those that were not uploaded are read like payloads of the audit log.',
  })
  source!: EvalDatasetVersionRecord['source'];

  @TextField({ description: 'The name of whoever made it.' })
  created_by!: string;

  @TimeField({ description: 'When the version was created.' })
  created_at!: string;

  static of(version: EvalDatasetVersionRecord): EvalVersionView {
    return toView(EvalVersionView, { ...version, object: 'eval.dataset.version' });
  }
}

/** A case of a dataset. */
export class EvalCaseView {
  @ChoiceField(['eval.case'], { description: 'Always `eval.case`.' })
  object!: 'eval.case';

  @TextField({ description: 'Unique in its version. Runs are compared by it.' })
  id!: string;

  @AnyField({ description: 'A text, or a list of messages.' })
  input!: unknown;

  @AnyField({ description: 'What graders compare an answer with. Null: nothing.' })
  expected!: unknown;

  @AnyField({ description: 'Expected tool calls. Null: none are given.' })
  expected_tool_calls!: unknown;

  static of({ content, key }: EvalCaseRecord): EvalCaseView {
    const { expected = null, input, toolCalls = null } = parseBoundedJson(content) as EvalCase;
    return { object: 'eval.case', id: key, input, expected, expected_tool_calls: toolCalls };
  }
}
