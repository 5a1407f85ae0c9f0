import { isRecord } from '@multilane/contracts';
import {
  anything,
  arrayOf,
  boolean,
  filledText,
  integer,
  jsonObject,
  matching,
  nullable,
  number,
  oneOf,
  record,
  type Shape,
  shapeOf,
  tagged,
  text,
  textOr,
} from '../shape.js';
import { cacheControl, messages, textBlocks } from './content-shapes.js';

const toolName = matching(/^[a-zA-Z0-9_-]{1,128}$/, 'a tool name');
const objectSchema = shapeOf((value) => isRecord(value) && value.type === 'object', 'a JSON schema of type object');

/** The caller's own tools; those which run at the provider are rejected by the gateway. */
const tool = record(
  { name: toolName, input_schema: objectSchema },
  {
    type: nullable(oneOf('custom')),
    description: text,
    cache_control: cacheControl,
    strict: boolean,
    allowed_callers: arrayOf(text),
    defer_loading: boolean,
    eager_input_streaming: nullable(boolean),
    input_examples: arrayOf(jsonObject),
  },
);
const oneAtATime = { disable_parallel_tool_use: boolean };
const toolChoice = tagged('type', {
  auto: record({}, oneAtATime),
  any: record({}, oneAtATime),
  tool: record({ name: toolName }, oneAtATime),
  none: record({}),
});
const display = nullable(oneOf('summarized', 'omitted'));
const thinking = tagged('type', {
  enabled: record({ budget_tokens: integer(1024) }, { display }),
  adaptive: record({}, { display }),
  disabled: record({}),
});
const outputConfig = record(
  {},
  {
    effort: nullable(oneOf('low', 'medium', 'high', 'xhigh', 'max')),
    format: nullable(tagged('type', { json_schema: record({ schema: jsonObject }) })),
  },
);
const shared = {
  cache_control: cacheControl,
  output_config: outputConfig,
  speed: nullable(oneOf('standard', 'fast')),
  system: textOr(textBlocks),
  thinking,
  tool_choice: toolChoice,
  tools: arrayOf(tool),
};

/** POST /v1/messages, as platform.claude.com/docs/en/api/messages publishes it. */
export const messagesRequest: Shape = record(
  { model: filledText, max_tokens: integer(1), messages },
  {
    ...shared,
    container: nullable(text),
    context_management: nullable(record({}, { edits: arrayOf(record({ type: text }, { keep: anything })) })),
    inference_geo: nullable(text),
    metadata: record({}, { user_id: nullable(text) }),
    service_tier: oneOf('auto', 'standard_only'),
    stop_sequences: arrayOf(filledText),
    stream: boolean,
    temperature: number(0, 1),
    top_k: integer(0),
    top_p: number(0, 1),
  },
);

/** POST /v1/messages/count_tokens, as platform.claude.com/docs/en/api/messages-count-tokens publishes it. */
export const countTokensRequest: Shape = record({ model: filledText, messages }, shared);
