import { isRecord } from '@multilane/contracts';
import {
  anyBase64,
  anything,
  arrayOf,
  boolean,
  filledText,
  integer,
  jsonObject,
  mapOf,
  matching,
  number,
  type Shape,
  shapeOf,
  text,
} from '../shape.js';
import { camelCased, enumOf, message } from './proto-json.js';

const mimeType = matching(/^[\w.+-]+\/[\w.+-]+$/, 'a MIME type');

/** The members that say something; a part has exactly one of them (ai.google.dev/api/caching#Part). */
function partData(isCloud: boolean): Readonly<Record<string, Shape>> {
  // The cloud edition answers 400 to an id: "Unknown name "id"".
  const id: Readonly<Record<string, Shape>> = isCloud ? {} : { id: text };
  const blob = message({ mimeType, data: anyBase64 }, { displayName: text });
  const fileData = message({ fileUri: filledText, ...(isCloud && { mimeType }) }, { mimeType, displayName: text });
  return {
    text,
    inlineData: blob,
    fileData,
    functionCall: message({ name: filledText }, { args: jsonObject, ...id }),
    functionResponse: message(
      { name: filledText, response: jsonObject },
      { ...id, parts: arrayOf(message({}, { inlineData: blob, fileData })) },
    ),
    executableCode: jsonObject,
    codeExecutionResult: jsonObject,
  };
}

function partOf(data: Readonly<Record<string, Shape>>): Shape {
  const about = {
    thought: boolean,
    thoughtSignature: anyBase64,
    videoMetadata: jsonObject,
    mediaResolution: jsonObject,
  };
  const shape = message({}, { ...data, ...about });
  const names = Object.keys(data);
  const hasOne = shapeOf(
    (value) => isRecord(value) && Object.keys(camelCased(value)).filter((name) => names.includes(name)).length === 1,
    `a part with exactly one of ${names.join(', ')}`,
  );
  return (value, param) => shape(value, param) ?? hasOne(value, param);
}

function contentOf(part: Shape): Shape {
  return message({ parts: arrayOf(part, 1) }, { role: enumOfRoles });
}

const enumOfRoles = shapeOf((value) => value === 'user' || value === 'model', 'one of "user", "model"');

/** A turn of the consumer API, which leaves the role open, or of the cloud edition, which does not. */
export const content = contentOf(partOf(partData(false)));
export const cloudContent = message({ parts: arrayOf(partOf(partData(true)), 1), role: enumOfRoles });
export const textContent = contentOf(message({ text }));

const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'];
const count = shapeOf((value) => /^\d+$/.test(String(value)), 'a count');

/** ai.google.dev/api/caching#Schema: a subset of OpenAPI 3.0; types in capitals or as JSON schema has them. */
export const schema: Shape = (value, param) => schemaMembers(value, param);
const schemaMembers = message(
  {},
  {
    type: enumOf(...TYPES, ...TYPES.map((type) => type.toLowerCase())),
    format: text,
    title: text,
    description: text,
    nullable: boolean,
    enum: arrayOf(text),
    items: schema,
    properties: mapOf(schema),
    propertyOrdering: arrayOf(text),
    required: arrayOf(text),
    anyOf: arrayOf(schema, 1),
    minItems: count,
    maxItems: count,
    minLength: count,
    maxLength: count,
    minProperties: count,
    maxProperties: count,
    minimum: number(),
    maximum: number(),
    pattern: text,
    default: anything,
    example: anything,
  },
);

export const dimensions = integer(1, 3072);
