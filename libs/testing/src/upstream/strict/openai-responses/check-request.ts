import { isRecord } from '@multilane/contracts';
import { isFilledArray, isText, objectsIn } from '../../wires/json-values.js';
import type { WireFault } from '../../wires/wire.js';
import { checkItems } from './check-items.js';

type Json = Record<string, unknown>;

/** The members of the request, as the reference has them (developers.openai.com/api/reference/resources/responses/methods/create). */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['background', 'context_management', 'conversation', 'include', 'input', 'instructions', 'max_output_tokens'],
  ...['max_tool_calls', 'metadata', 'model', 'moderation', 'parallel_tool_calls', 'previous_response_id', 'prompt'],
  ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'reasoning', 'safety_identifier'],
  ...['service_tier', 'store', 'stream', 'stream_options', 'temperature', 'text', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'truncation', 'user'],
  // Members that Codex sends with every turn.
  'client_metadata',
]);

const INCLUDABLE: ReadonlySet<unknown> = new Set([
  ...['reasoning.encrypted_content', 'message.output_text.logprobs', 'message.input_image.image_url'],
]);

const EFFORTS: ReadonlySet<unknown> = new Set(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

/** The first rule that the body of POST /v1/responses breaks. The gateway stores nothing at a provider. */
export function checkRequest(body: Json): WireFault | undefined {
  const unknown = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return { param: unknown, message: `Unknown parameter: '${unknown}'.` };
  if (!isText(body.model)) return { param: 'model', message: "Missing required parameter: 'model'." };
  if (body.store !== false) return { param: 'store', message: 'the gateway must send `store: false`' };
  if (body.previous_response_id !== undefined) return { param: 'previous_response_id', message: 'nothing is stored' };
  return checkSettings(body) ?? checkTools(body) ?? (isText(body.input) ? undefined : checkItems(body.input));
}

function checkSettings(body: Json): WireFault | undefined {
  const { include = [], max_output_tokens: limit, reasoning, stream_options: options, text } = body;
  if (!Array.isArray(include) || !include.every((each) => INCLUDABLE.has(each))) {
    return { param: 'include', message: 'Invalid value in `include`.' };
  }
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 16)) {
    return { param: 'max_output_tokens', message: "Invalid 'max_output_tokens': expected an integer >= 16." };
  }
  if (reasoning !== undefined && !EFFORTS.has(Object(reasoning).effort ?? 'none')) {
    return { param: 'reasoning.effort', message: 'Invalid value for `reasoning.effort`.' };
  }
  if (options !== undefined && (body.stream !== true || 'include_usage' in Object(options))) {
    return { param: 'stream_options', message: "Unknown parameter: 'stream_options.include_usage'." };
  }
  return checkFormat(Object(text).format);
}

function checkFormat(format: unknown): WireFault | undefined {
  if (!isRecord(format) || format.type !== 'json_schema') return undefined;
  if (isText(format.name) && isRecord(format.schema)) return undefined;
  return { param: 'text.format', message: "Missing required parameter: 'text.format.name' or 'text.format.schema'." };
}

function checkTools({ parallel_tool_calls: parallel, tool_choice: choice, tools }: Json): WireFault | undefined {
  if (!isFilledArray(tools)) {
    if (choice !== undefined) return { param: 'tool_choice', message: '`tool_choice` is only allowed with `tools`.' };
    return parallel === undefined ? undefined : { param: 'parallel_tool_calls', message: 'only allowed with `tools`' };
  }
  for (const [index, tool] of objectsIn(tools).entries()) {
    const fault = checkTool(tool, `tools[${index}]`);
    if (fault) return fault;
  }
  if (!isRecord(choice) || choice.type === 'allowed_tools') return undefined;
  return isText(choice.name) ? undefined : { param: 'tool_choice.name', message: "Missing 'tool_choice.name'." };
}

function checkTool(tool: Json, param: string): WireFault | undefined {
  // The client runs the search, as Codex does.
  if (tool.type === 'tool_search' && tool.execution === 'client') return undefined;
  if (!isText(tool.name)) return { param, message: `Missing required parameter: '${param}.name'.` };
  if (tool.type === 'namespace') {
    return objectsIn(tool.tools)
      .map((inner, index) => checkTool(inner, `${param}.tools[${index}]`))
      .find((fault) => fault !== undefined);
  }
  if (tool.type === 'custom') return undefined;
  if (tool.type !== 'function') return { param: `${param}.type`, message: `Invalid value: '${tool.type}'.` };
  const stray = Object.keys(tool).find((name) => !TOOL_MEMBERS.has(name));
  return stray === undefined
    ? undefined
    : { param: `${param}.${stray}`, message: `Unknown parameter: '${param}.${stray}'.` };
}

const TOOL_MEMBERS: ReadonlySet<string> = new Set([
  ...[
    'type',
    'name',
    'description',
    'parameters',
    'strict',
    'defer_loading',
    'output_schema',
    'allowed_callers',
    'async',
  ],
]);
