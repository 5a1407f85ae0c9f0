import { isRecord } from '@multilane/contracts';
import { createJsonWire } from '../create-json-wire.js';
import { anything, arrayOf, filledText, mapOf, nullable, record, shapeOf, tagged } from '../shape.js';

const description = shapeOf((value) => typeof value === 'string' || isRecord(value) || Array.isArray(value), 'a text');
const question = tagged('type', {
  noul: record({ instructions: description }, { criteria: record({}, { true: anything, false: anything }) }),
  choice: record({ instructions: description, criteria: mapOf(nullable(description)) }),
  score: record({ instructions: description, criteria: arrayOf(description, 2, 10) }),
});

/** POST /v1/systemone, as decision models are asked (docs.typesafe.ai). */
export const systemOneWire = createJsonWire([
  [/^\/v1\/systemone$/, record({ model: filledText, state: description, questions: mapOf(question) })],
]);
