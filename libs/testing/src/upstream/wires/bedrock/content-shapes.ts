import {
  anything,
  arrayOf,
  base64,
  boolean,
  jsonObject,
  matching,
  oneOf,
  record,
  type Shape,
  shapeOf,
  tagged,
  text,
  union,
} from '../shape.js';

/** The provider calls an empty text blank; white space it takes. */
export const someText = shapeOf((value) => typeof value === 'string' && value !== '', 'a string that is not empty');
export const toolName = matching(/^[a-zA-Z0-9_-]{1,64}$/, 'a tool name');
export const cachePoint = record({ type: oneOf('default') }, { ttl: oneOf('5m', '1h') });
export const guardContent = union({ text: record({ text }, { qualifiers: arrayOf(text) }), image: jsonObject });

const toolUseId = matching(/^[a-zA-Z0-9_.:-]{1,64}$/, 'a tool use id');
const bucket = record({ uri: matching(/^s3:\/\//, 's3://…') }, { bucketOwner: text });
const sourceOf = (others: Readonly<Record<string, Shape>> = {}) =>
  union({ bytes: base64, s3Location: bucket, ...others });
const image = record({ format: oneOf('png', 'jpeg', 'gif', 'webp'), source: sourceOf() });
const video = record({
  format: oneOf('mkv', 'mov', 'mp4', 'webm', 'flv', 'mpeg', 'mpg', 'wmv', 'three_gp'),
  source: sourceOf(),
});
const document = record(
  {
    // Letters, digits, single spaces, hyphens, parentheses and square brackets (DocumentBlock).
    name: matching(/^(?!.* {2})[a-zA-Z0-9 ()[\]-]{1,200}$/, 'a document name'),
    source: sourceOf({ text, content: arrayOf(union({ text })) }),
  },
  {
    format: oneOf('pdf', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'html', 'txt', 'md'),
    context: text,
    citations: record({ enabled: boolean }),
  },
);
const toolResult = record(
  { toolUseId, content: arrayOf(union({ json: anything, text: someText, image, document, video })) },
  { status: oneOf('success', 'error') },
);
const reasoning = union({ reasoningText: record({ text }, { signature: someText }), redactedContent: base64 });
const spoken = { text: someText, image, document, cachePoint };

/** `messages` of docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html. */
export const messages = arrayOf(
  tagged('role', {
    user: record({ content: arrayOf(union({ ...spoken, video, guardContent, toolResult }), 1) }),
    assistant: record({
      content: arrayOf(
        union({
          ...spoken,
          toolUse: record({ toolUseId, name: toolName, input: jsonObject }),
          reasoningContent: reasoning,
        }),
        1,
      ),
    }),
  }),
  1,
);
