import { createJsonWire } from '../create-json-wire.js';
import {
  arrayOf,
  boolean,
  filledText,
  integer,
  jsonObject,
  nullable,
  number,
  record,
  type Shape,
  text,
  textOr,
} from '../shape.js';

const tokens = arrayOf(integer(0), 1);
const prompt: Shape = (value, param) => {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  if (Array.isArray(first)) return arrayOf(tokens, 1)(value, param);
  return typeof first === 'number' ? tokens(value, param) : textOr(arrayOf(text, 1))(value, param);
};
const members = {
  best_of: nullable(integer(0, 20)),
  echo: nullable(boolean),
  frequency_penalty: nullable(number(-2, 2)),
  logit_bias: nullable(jsonObject),
  logprobs: nullable(integer(0, 5)),
  max_tokens: nullable(integer(0)),
  n: nullable(integer(1, 128)),
  presence_penalty: nullable(number(-2, 2)),
  seed: nullable(integer()),
  stop: nullable(textOr(arrayOf(text, 1, 4))),
  stream: nullable(boolean),
  stream_options: nullable(jsonObject),
  suffix: nullable(text),
  temperature: nullable(number(0, 2)),
  top_p: nullable(number(0, 1)),
  user: text,
};

/** POST /v1/completions (platform.openai.com/docs/api-reference/completions), and the same by deployment. */
export const openAiCompletionsWire = createJsonWire([
  [/^\/v1\/completions$/, record({ model: filledText, prompt }, members)],
  [/^\/openai\/deployments\/[^/]+\/completions$/, record({ prompt }, { model: filledText, ...members })],
]);
