import { isRecord } from '@multilane/contracts';
import { isFilledArray, isText, objectsIn } from '../json-values.js';
import type { WireFault } from '../wire.js';

type Rule = [accepts: (value: unknown, body: Record<string, unknown>) => boolean, expected: string];

const between =
  (low: number, high: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= low && value <= high;
const integer =
  (low: number, high = Number.MAX_SAFE_INTEGER) =>
  (value: unknown): boolean =>
    Number.isInteger(value) && between(low, high)(value);
const boolean = (value: unknown): boolean => typeof value === 'boolean';

/** The published chat parameters. A null is an absent one; a parameter that is not listed passes. */
const RULES: Record<string, Rule> = {
  stream: [boolean, 'a boolean'],
  stream_options: [(value, body) => isRecord(value) && body.stream === true, 'an object, and only with stream: true'],
  temperature: [between(0, 2), 'a number from 0 to 2'],
  top_p: [between(0, 1), 'a number from 0 to 1'],
  max_tokens: [integer(1), 'an integer above 0'],
  max_completion_tokens: [integer(1), 'an integer above 0'],
  n: [integer(1, 128), 'an integer from 1 to 128'],
  seed: [integer(Number.MIN_SAFE_INTEGER), 'an integer'],
  presence_penalty: [between(-2, 2), 'a number from -2 to 2'],
  frequency_penalty: [between(-2, 2), 'a number from -2 to 2'],
  logprobs: [boolean, 'a boolean'],
  top_logprobs: [
    (value, body) => integer(0, 20)(value) && body.logprobs === true,
    'an integer from 0 to 20, and only with logprobs: true',
  ],
  logit_bias: [isRecord, 'an object'],
  stop: [isStop, 'a string, or an array of at most four'],
  user: [(value) => typeof value === 'string', 'a string'],
  reasoning_effort: [isText, 'a string'],
  response_format: [isResponseFormat, 'type text, json_object, or json_schema with a name and a schema'],
  tools: [isToolList, 'an array of at least one tool with a valid name'],
  tool_choice: [isToolChoice, 'auto, none, required or a function among the tools, and only with tools'],
  parallel_tool_calls: [(value, body) => boolean(value) && isFilledArray(body.tools), 'a boolean, and only with tools'],
  functions: [() => false, 'no such parameter: it is deprecated and the gateway refuses it'],
  function_call: [() => false, 'no such parameter: it is deprecated and the gateway refuses it'],
};

/** The first parameter whose value the published format forbids. */
export function checkParameters(body: Record<string, unknown>): WireFault | undefined {
  for (const [param, [accepts, expected]] of Object.entries(RULES)) {
    const value = body[param];
    if (value === undefined || value === null || accepts(value, body)) continue;
    return { param, message: `expected ${expected}, got ${JSON.stringify(value)}` };
  }
  return undefined;
}

function isStop(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return Array.isArray(value) && value.length <= 4 && value.every((stop) => typeof stop === 'string');
}

function isResponseFormat(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.type === 'text' || value.type === 'json_object') return true;
  const { json_schema: format } = value;
  return value.type === 'json_schema' && isRecord(format) && isText(format.name) && isRecord(format.schema);
}

/** The provider rejects an empty array with code `empty_array`, though clients may send one to the gateway. */
function isToolList(value: unknown): boolean {
  return isFilledArray(value) && value.every(isTool);
}

function isTool(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (value.type !== 'function') return value.type === 'custom' && isRecord(value.custom) && isText(value.custom.name);
  const { function: declared } = value;
  if (!isRecord(declared) || !/^[a-zA-Z0-9_-]{1,64}$/.test(String(declared.name))) return false;
  return declared.parameters === undefined || declared.parameters === null || isRecord(declared.parameters);
}

function isToolChoice(value: unknown, body: Record<string, unknown>): boolean {
  if (!isFilledArray(body.tools)) return false;
  if (typeof value === 'string') return ['auto', 'none', 'required'].includes(value);
  if (!isRecord(value)) return false;
  const { function: wanted } = value;
  if (value.type !== 'function') return isText(value.type);
  const names = objectsIn(body.tools).map((tool) => isRecord(tool.function) && tool.function.name);
  return isRecord(wanted) && names.includes(wanted.name as string);
}
