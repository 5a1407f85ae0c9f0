import {
  anything,
  arrayOf,
  base64,
  boolean,
  filledText,
  jsonObject,
  matching,
  nullable,
  oneOf,
  record,
  type Shape,
  tagged,
  text,
  textOr,
} from '../shape.js';

export const cacheControl = nullable(record({ type: oneOf('ephemeral') }, { ttl: oneOf('5m', '1h') }));
const cached = { cache_control: cacheControl };
const toolUseId = matching(/^[a-zA-Z0-9_-]+$/, 'an id of letters, digits, _ and -');

/** The provider answers 400 to a text of white space. */
const textBlock = record({ text: filledText }, { ...cached, citations: nullable(arrayOf(jsonObject)) });

const imageSource = tagged('type', {
  base64: record({ media_type: oneOf('image/jpeg', 'image/png', 'image/gif', 'image/webp'), data: base64 }),
  url: record({ url: matching(/^https?:\/\//, 'an address') }),
  file: record({ file_id: filledText }),
});
const documentSource = tagged('type', {
  base64: record({ media_type: oneOf('application/pdf'), data: base64 }),
  text: record({ media_type: oneOf('text/plain'), data: text }),
  url: record({ url: matching(/^https?:\/\//, 'an address') }),
  file: record({ file_id: filledText }),
  content: record({ content: textOr(arrayOf(jsonObject)) }),
});
const media = {
  image: record({ source: imageSource }, cached),
  document: record(
    { source: documentSource },
    {
      ...cached,
      citations: nullable(record({}, { enabled: boolean })),
      context: nullable(text),
      title: nullable(text),
    },
  ),
  search_result: record(
    { content: arrayOf(tagged('type', { text: textBlock })), source: filledText, title: filledText },
    { ...cached, citations: record({}, { enabled: boolean }) },
  ),
};

export const textBlocks = arrayOf(tagged('type', { text: textBlock }));

const toolResult = record(
  { tool_use_id: toolUseId },
  { ...cached, content: textOr(arrayOf(tagged('type', { text: textBlock, ...media }))), is_error: boolean },
);
const toolUse = record({ id: toolUseId, name: filledText, input: jsonObject }, { ...cached, caller: anything });
const thinking = record({ thinking: text, signature: filledText });

const contentOf = (variants: Readonly<Record<string, Shape>>) =>
  record({ content: textOr(arrayOf(tagged('type', variants), 1)) });

/** `messages` of platform.claude.com/docs/en/api/messages; server tools, which the gateway never uses, left out. */
export const messages = arrayOf(
  tagged('role', {
    user: contentOf({ text: textBlock, ...media, tool_result: toolResult }),
    assistant: contentOf({
      text: textBlock,
      thinking,
      redacted_thinking: record({ data: filledText }),
      tool_use: toolUse,
    }),
    system: record({ content: textOr(textBlocks) }),
  }),
  1,
);
