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
  tagged,
  text,
  textOr,
} from '../shape.js';

const textPart = { text: record({ text }) };
const image = record({ image_url: record({ url: filledText }, { detail: oneOf('auto', 'low', 'high') }) });
const document = record({ document: record({ data: jsonObject }, { id: text }) });

const toolCall = tagged('type', {
  function: record({ id: filledText, function: record({ name: filledText, arguments: text }) }),
});
const messages = arrayOf(
  tagged('role', {
    system: record({ content: textOr(arrayOf(tagged('type', textPart), 1)) }),
    user: record({ content: textOr(arrayOf(tagged('type', { ...textPart, image_url: image }), 1)) }),
    assistant: record(
      {},
      {
        content: nullable(textOr(arrayOf(tagged('type', { ...textPart, thinking: record({ thinking: text }) }), 1))),
        tool_calls: nullable(arrayOf(toolCall, 1)),
        tool_plan: nullable(text),
        citations: nullable(arrayOf(jsonObject)),
      },
    ),
    tool: record({ tool_call_id: filledText, content: textOr(arrayOf(tagged('type', { ...textPart, document }), 1)) }),
  }),
  1,
);
const tool = tagged('type', {
  function: record({
    function: record(
      { name: matching(/^[a-zA-Z0-9_-]+$/, 'a tool name'), parameters: jsonObject },
      { description: nullable(text) },
    ),
  }),
});
const responseFormat = tagged('type', {
  text: record({}),
  json_object: record({}, { schema: nullable(jsonObject), json_schema: nullable(jsonObject) }),
});
const priority = nullable(integer(0, 999));

/** POST /v2/chat, as docs.cohere.com/reference/chat publishes it. */
export const chatRequest: Shape = record(
  { model: filledText, messages },
  {
    stream: nullable(boolean),
    tools: nullable(arrayOf(tool)),
    strict_tools: nullable(boolean),
    documents: nullable(arrayOf(textOr(jsonObject))),
    citation_options: nullable(record({}, { mode: oneOf('ENABLED', 'DISABLED', 'FAST', 'ACCURATE', 'OFF') })),
    response_format: nullable(responseFormat),
    safety_mode: nullable(oneOf('CONTEXTUAL', 'STRICT', 'OFF', 'NONE')),
    max_tokens: nullable(integer(0)),
    stop_sequences: nullable(arrayOf(text, 0, 5)),
    temperature: nullable(number(0, 1)),
    seed: nullable(integer(0)),
    frequency_penalty: nullable(number(0, 1)),
    presence_penalty: nullable(number(0, 1)),
    k: nullable(integer(0, 500)),
    p: nullable(number(0.01, 0.99)),
    logprobs: nullable(boolean),
    tool_choice: nullable(oneOf('REQUIRED', 'NONE')),
    thinking: nullable(record({ type: oneOf('enabled', 'disabled') }, { token_budget: nullable(integer(1)) })),
    priority,
  },
);

/** POST /v2/embed, as docs.cohere.com/reference/embed publishes it: at most 96 inputs a call. */
export const embedRequest: Shape = record(
  {
    model: filledText,
    input_type: oneOf('search_document', 'search_query', 'classification', 'clustering', 'image'),
  },
  {
    texts: nullable(arrayOf(text, 1, 96)),
    images: nullable(arrayOf(text, 1, 1)),
    inputs: nullable(arrayOf(record({ content: arrayOf(anything, 1) }), 1, 96)),
    max_tokens: nullable(integer(1)),
    output_dimension: nullable(oneOf(256, 512, 1024, 1536)),
    embedding_types: nullable(arrayOf(oneOf('float', 'int8', 'uint8', 'binary', 'ubinary', 'base64'), 1)),
    truncate: nullable(oneOf('NONE', 'START', 'END')),
    priority,
  },
);

/** POST /v2/rerank, as docs.cohere.com/reference/rerank publishes it. */
export const rerankRequest: Shape = record(
  { model: filledText, query: filledText, documents: arrayOf(text, 1, 10_000) },
  { top_n: nullable(integer(1)), max_tokens_per_doc: nullable(integer(1)), priority },
);
