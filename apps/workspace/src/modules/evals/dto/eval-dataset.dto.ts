import { EVAL_BOUNDS } from '@multilane/evals';
import { ObjectField } from '../../../fields/list-fields.js';
import { CountField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

const NAME = { max: 128, description: 'Unique in the workspace.', example: 'support-questions' };
const DESCRIPTION = { optional: true, min: 0, max: 1_000, description: 'Shown in lists.' };

export class CreateEvalDatasetDto {
  @TextField(NAME)
  name!: string;

  @TextField(DESCRIPTION)
  description?: string;
}

/** Fields that are left out keep their value. */
export class UpdateEvalDatasetDto {
  @TextField({ ...NAME, optional: true })
  name?: string;

  @TextField(DESCRIPTION)
  description?: string;
}

const member = (what: string, standard: string) => ({
  optional: true,
  max: 64,
  description: `Member of each line that is ${what}. Default: \`${standard}\`.`,
});

/** For datasets whose lines have other members. */
export class EvalFieldNamesDto {
  @TextField(member('the id', 'id'))
  id?: string;

  @TextField({ ...member('the input', 'input'), example: 'question' })
  input?: string;

  @TextField({ ...member('what is expected', 'expected'), example: 'answer' })
  expected?: string;

  @TextField(member('the list of expected tool calls', 'expected_tool_calls'))
  tool_calls?: string;
}

export class CreateEvalVersionDto {
  @TextField({
    max: EVAL_BOUNDS.upload,
    multiline: true,
    description: `JSONL: a JSON object on each line, at most ${EVAL_BOUNDS.cases} of them.`,
    example: '{"id": "q1", "input": "What is 6 × 7?", "expected": 42}',
  })
  jsonl!: string;

  @ObjectField(() => EvalFieldNamesDto, {
    optional: true,
    description: 'Names of the members, where they are others.',
  })
  fields?: EvalFieldNamesDto;
}

export class ListEvalCasesQuery extends ListQuery {
  @CountField({ optional: true, min: 1, max: 2_147_483_646, fromText: true, description: 'Default: the newest one.' })
  version?: number;

  @TextField({ optional: true, max: 128, description: 'Only the case with this id.' })
  case_id?: string;
}
