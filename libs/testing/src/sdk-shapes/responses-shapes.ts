import type OpenAI from 'openai';
import {
  byMember,
  type Check,
  count,
  filledText,
  finite,
  listOf,
  oneOf,
  orNull,
  record,
  shapeOf,
  text,
} from './shape.js';

type Response = OpenAI.Responses.Response;
type Kept =
  | 'id'
  | 'object'
  | 'created_at'
  | 'model'
  | 'output'
  | 'error'
  | 'incomplete_details'
  | 'tools'
  | 'parallel_tool_calls';

const ITEM = byMember('type', {
  message: shapeOf<OpenAI.Responses.ResponseOutputMessage>({
    id: filledText,
    type: oneOf('message'),
    role: oneOf('assistant'),
    status: oneOf('in_progress', 'completed', 'incomplete'),
    content: listOf(
      byMember('type', {
        output_text: shapeOf<OpenAI.Responses.ResponseOutputText>({
          type: oneOf('output_text'),
          text,
          annotations: listOf(record),
        }),
        refusal: shapeOf<OpenAI.Responses.ResponseOutputRefusal>({ type: oneOf('refusal'), refusal: text }),
      }),
    ),
  }),
  function_call: shapeOf<OpenAI.Responses.ResponseFunctionToolCall>({
    type: oneOf('function_call'),
    call_id: filledText,
    name: filledText,
    arguments: text,
  }),
  reasoning: shapeOf<OpenAI.Responses.ResponseReasoningItem>({
    type: oneOf('reasoning'),
    id: filledText,
    summary: listOf(record),
  }),
});

/** A response, whole or as far as it has come. */
export const RESPONSE: Check = shapeOf<Pick<Response, Kept | 'status' | 'usage'>>(
  {
    id: filledText,
    object: oneOf('response'),
    created_at: finite,
    model: text,
    output: listOf(ITEM),
    error: orNull(record),
    incomplete_details: orNull(record),
    tools: listOf(record),
    parallel_tool_calls: oneOf(true, false),
  },
  {
    status: oneOf('completed', 'incomplete', 'in_progress', 'failed'),
    usage: orNull(
      shapeOf<OpenAI.Responses.ResponseUsage>({
        input_tokens: count,
        output_tokens: count,
        total_tokens: count,
        input_tokens_details: record,
        output_tokens_details: record,
      }),
    ) as Check,
  },
);

/** An event of a streamed response. */
export const RESPONSE_EVENT: Check = (value, path) => {
  const faults = shapeOf<{ type: string; sequence_number: number }>({ type: filledText, sequence_number: count })(
    value,
    path,
  );
  const { response } = Object(value) as { response?: unknown };
  return response === undefined ? faults : [...faults, ...RESPONSE(response, `${path}.response`)];
};
