import { BOOLEAN, NON_EMPTY_STRING, nullable, objectOf, type RequestSchema, STRING } from './schema-words.js';

/**
 * An object whose member `tag` says which of the `branches` describes the rest. Unlike `byTag` it accepts tags that it
 * does not know: the native format grows, and what its provider accepts must pass.
 */
export function byOpenTag(
  tag: string,
  description: string,
  branches: Readonly<Record<string, RequestSchema>>,
): RequestSchema {
  return {
    type: 'object',
    rawInteger: false,
    description,
    required: [tag],
    properties: { [tag]: NON_EMPTY_STRING },
    allOf: Object.entries(branches).map(([value, branch]) => ({
      if: { required: [tag], properties: { [tag]: { const: value } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: branch,
    })),
  };
}

const source = byOpenTag('type', 'an object with a `type`', {
  base64: objectOf('a base64 source', { media_type: NON_EMPTY_STRING, data: NON_EMPTY_STRING }, ['media_type', 'data']),
  url: objectOf('a source with a `url`', { url: NON_EMPTY_STRING }, ['url']),
  text: objectOf('a text source', { data: STRING }, ['data']),
  content: objectOf(
    'a source with `content`',
    { content: { type: ['string', 'array'], description: 'a string or a list of blocks' } },
    ['content'],
  ),
});

const textBlock = objectOf('a text block', { text: STRING }, ['text']);
const imageBlock = objectOf('an image block', { source }, ['source']);
const documentBlock = objectOf('a document block', { source, title: nullable(STRING) }, ['source']);

/** Contents of a tool result; a result in a result is rejected by the provider. */
const resultBlock = byOpenTag('type', 'a content block', {
  text: textBlock,
  image: imageBlock,
  document: documentBlock,
  tool_reference: objectOf('a tool reference block', { tool_name: NON_EMPTY_STRING }, ['tool_name']),
});

/** One block of a turn's content. Blocks of other types pass as they came. */
const contentBlock = byOpenTag('type', 'a content block', {
  text: textBlock,
  image: imageBlock,
  document: documentBlock,
  thinking: objectOf('a thinking block', { thinking: STRING, signature: STRING }, ['thinking', 'signature']),
  redacted_thinking: objectOf('a redacted thinking block', { data: STRING }, ['data']),
  tool_use: objectOf('a tool use block', { id: NON_EMPTY_STRING, name: NON_EMPTY_STRING }, ['id', 'name', 'input']),
  tool_result: objectOf(
    'a tool result block',
    {
      tool_use_id: NON_EMPTY_STRING,
      is_error: nullable(BOOLEAN),
      content: nullable({
        type: ['string', 'array'],
        items: resultBlock,
        description: 'a string or a list of content blocks',
      }),
    },
    ['tool_use_id'],
  ),
});

/** The content of a turn. */
export const messageContentSchema: RequestSchema = {
  type: ['string', 'array'],
  items: contentBlock,
  description: 'a string or a list of content blocks',
};

/** The system prompt. */
export const systemPromptSchema: RequestSchema = {
  type: ['string', 'array'],
  items: byOpenTag('type', 'a text block', { text: textBlock }),
  description: 'a string or a list of text blocks',
};
