import { createJsonWire } from '../create-json-wire.js';
import { arrayOf, filledText, record, type Shape, tagged, text, textOr } from '../shape.js';

const part = tagged('type', {
  text: record({ text }),
  image_url: record({ image_url: record({ url: filledText }) }),
});
const input: Shape = textOr(arrayOf(textOr(part), 1));

/** POST /v1/moderations (platform.openai.com/docs/api-reference/moderations). The cloud variant has no such endpoint. */
export const openAiModerationsWire = createJsonWire([
  [/^\/v1\/moderations$/, record({ input }, { model: filledText })],
]);
