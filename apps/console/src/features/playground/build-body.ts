import type { ChatMessage } from './lanes.js';

/** Settings of a lane, or of all. Empty texts are parameters that are left out. */
export interface Settings {
  readonly system: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  readonly seed: string;
  readonly stop: string;
  readonly reasoningEffort: string;
  readonly stream: boolean;
  /** `text`, `json_object` or `json_schema`. */
  readonly format: string;
  /** JSON: the schema of the answer. */
  readonly schema: string;
  /** JSON: a list of tools, or of their functions. */
  readonly tools: string;
}

export const NO_SETTINGS: Settings = {
  system: '',
  temperature: '',
  topP: '',
  maxTokens: '',
  seed: '',
  stop: '',
  reasoningEffort: '',
  stream: true,
  format: 'text',
  schema: '',
  tools: '',
};

/** The field whose text is not what it must be; `problem` is a key of the catalogue. */
export interface SettingsProblem {
  readonly field: 'schema' | 'tools' | 'temperature' | 'topP' | 'maxTokens' | 'seed';
  readonly problem: 'json' | 'number' | 'list' | 'object';
}

type Body = Readonly<Record<string, unknown>>;

/** Finds the first problem of the settings; undefined if a request can be made of them. */
export function findProblem(settings: Settings): SettingsProblem | undefined {
  for (const field of ['temperature', 'topP', 'maxTokens', 'seed'] as const) {
    if (settings[field] !== '' && !Number.isFinite(Number(settings[field]))) return { field, problem: 'number' };
  }
  const { format, schema, tools } = settings;
  if (format === 'json_schema') {
    const parsed = parse(schema);
    if (parsed === undefined) return { field: 'schema', problem: 'json' };
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return { field: 'schema', problem: 'object' };
  }
  if (tools.trim() !== '') {
    const parsed = parse(tools);
    if (parsed === undefined) return { field: 'tools', problem: 'json' };
    if (!Array.isArray(parsed)) return { field: 'tools', problem: 'list' };
  }
  return undefined;
}

/** The chat completion that a lane asks for. The settings must have no problem. */
export function buildBody(model: string, messages: readonly ChatMessage[], settings: Settings): Body {
  const { format, maxTokens, reasoningEffort, schema, seed, stop, stream, system, temperature, tools, topP } = settings;
  const body: Record<string, unknown> = {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages],
  };
  const numbers = { temperature, top_p: topP, max_tokens: maxTokens, seed };
  for (const [name, text] of Object.entries(numbers)) if (text !== '') body[name] = Number(text);
  if (stop !== '') body.stop = stop;
  if (reasoningEffort !== '') body.reasoning_effort = reasoningEffort;
  if (format === 'json_object') body.response_format = { type: 'json_object' };
  if (format === 'json_schema') {
    body.response_format = {
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: parse(schema) },
    };
  }
  const listed = tools.trim() === '' ? [] : (parse(tools) as Body[]);
  if (listed.length > 0)
    body.tools = listed.map((tool) => ('function' in tool ? tool : { type: 'function', function: tool }));
  if (stream) Object.assign(body, { stream: true, stream_options: { include_usage: true } });
  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
