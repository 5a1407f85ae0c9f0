import { EVAL_BOUNDS } from '@multilane/evals';
import { FreeObjectField } from '../../../fields/list-fields.js';
import { AmountField, AnyField, CountField, FlagField, IdField, TextField } from '../../../fields/scalar-fields.js';

const MODEL = { optional: true, max: 512 };

/** Target that a suite evaluates. */
export class EvalTargetDto {
  @TextField({ max: 16, description: '`model` (also a virtual one), `agent` or `workflow`.', example: 'model' })
  type!: string;

  @TextField({
    optional: true,
    max: 128,
    description: 'How results name it. Default: the model, or the id of the agent or workflow.',
  })
  name?: string;

  @TextField({ ...MODEL, description: '`model`: a chat model, by any of its names.', example: 'gpt-5-mini' })
  model?: string;

  @TextField({
    optional: true,
    max: 64_000,
    multiline: true,
    description: '`model`: a system message before the messages of each case.',
  })
  system?: string;

  @FreeObjectField({
    optional: true,
    description: '`model`: further fields of the chat request, such as `temperature` or `tools`.',
    example: { temperature: 0 },
  })
  parameters?: object;

  @IdField({ optional: true, description: '`agent`: the agent.' })
  agent_id?: string;

  @CountField({
    optional: true,
    min: 1,
    max: 2_147_483_646,
    description: '`agent` and `workflow`: the version. Default: the newest one when a run begins.',
  })
  version?: number;

  @IdField({ optional: true, description: '`workflow`: the workflow, which must be published.' })
  workflow_id?: string;

  @TextField({
    optional: true,
    max: 8,
    description:
      '`workflow`: what its run gets. `text`: `{ text, messages }`. `json`: what the text of the case says. Default: `text`.',
  })
  input?: string;

  @TextField({
    optional: true,
    max: 500,
    description: '`workflow`: path of the answer in the output of its run, such as `$.desk.text`. Default: the output.',
  })
  output_path?: string;
}

/** Grader of answers. */
export class EvalGraderDto {
  @TextField({
    max: 16,
    description:
      '`exact`, `contains`, `regex`, `json_schema`, `json_path`, `numeric`, `similarity`, `tool_calls`, `latency`, `cost` or `judge`.',
    example: 'contains',
  })
  type!: string;

  @TextField({ optional: true, max: 64, description: 'How results name it. Default: its type.' })
  name?: string;

  @AnyField({ optional: true, description: 'What answers are compared with, in place of `expected` of each case.' })
  value?: unknown;

  @FlagField({ optional: true, description: '`exact`, `contains`, `regex`: case does not count. Default: false.' })
  ignore_case?: boolean;

  @FlagField({ optional: true, description: '`exact`: punctuation does not count. Default: false.' })
  ignore_punctuation?: boolean;

  @TextField({ optional: true, max: 500, description: '`regex`: a pattern of RE2.' })
  pattern?: string;

  @FreeObjectField({ optional: true, maxBytes: 32_000, description: '`json_schema`: the schema.' })
  schema?: object;

  @TextField({ optional: true, max: 500, description: '`json_path`: a path such as `$.items[0].name`.' })
  path?: string;

  @FlagField({ optional: true, description: '`json_path`: the path must only exist. Default: false.' })
  exists?: boolean;

  @AmountField({ optional: true, description: '`numeric`: largest difference. Default: 1e-9.' })
  absolute?: number;

  @AmountField({ optional: true, max: 1, description: '`numeric`: largest difference as a share. Default: 0.' })
  relative?: number;

  @TextField({ optional: true, max: 8, description: '`numeric`: `last`, `first` or `only` number. Default: `last`.' })
  pick?: string;

  @TextField({
    optional: true,
    max: 16,
    description: '`similarity`: `words`, `edit` or `embedding`. Default: `words`.',
  })
  method?: string;

  @AmountField({ optional: true, max: 1, description: '`similarity`: least likeness. Default: 0.8.' })
  threshold?: number;

  @TextField({ optional: true, max: 8, description: '`tool_calls`: `exact`, `subset` or `ignore`. Default: `exact`.' })
  arguments?: string;

  @FlagField({ optional: true, description: '`tool_calls`: the order does not count. Default: false.' })
  any_order?: boolean;

  @FlagField({ optional: true, description: '`tool_calls`: others may be made too. Default: false.' })
  allow_others?: boolean;

  @CountField({ optional: true, min: 1, max: 3_600_000, description: '`latency`: milliseconds at most.' })
  max_ms?: number;

  @AmountField({ optional: true, max: 1_000, description: '`cost`: US dollars of one answer at most.' })
  max_usd?: number;

  @TextField({ ...MODEL, description: '`judge`: a chat model. `similarity` by `embedding`: an embedding model.' })
  model?: string;

  @TextField({ optional: true, max: EVAL_BOUNDS.rubric, multiline: true, description: '`judge`: what is judged.' })
  rubric?: string;

  @TextField({ optional: true, max: 8, description: '`judge`: `rubric` or `pairwise`. Default: `rubric`.' })
  mode?: string;

  @CountField({ optional: true, min: 1, max: EVAL_BOUNDS.votes, description: '`judge`: its votes. Default: 1.' })
  votes?: number;

  @FlagField({ optional: true, description: '`judge` in mode `pairwise`: asks in both orders. Default: true.' })
  swap?: boolean;
}
