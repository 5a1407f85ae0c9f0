import type OpenAI from 'openai';

/** Input of the custom tool: text of several lines, which is no JSON. */
export const PATCH = '*** Begin Patch\n*** Add File: fog.txt\n+"Fog" over Oslo\n*** End Patch\n';

const GRAMMAR = 'start: "*** Begin Patch" LF hunk+ "*** End Patch" LF?\nhunk: /(.|\\n)+/\n%import common.LF\n';

const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

/** The tools that Codex CLI declares: functions, one with a grammar, and those of a server in a namespace. */
export const CODEX_TOOLS: OpenAI.Responses.Tool[] = [
  {
    type: 'function',
    name: 'exec_command',
    description: 'Runs a command.',
    strict: false,
    parameters: {
      type: 'object',
      properties: { cmd: { type: 'string' }, yield_time_ms: { type: 'number' } },
      required: ['cmd'],
      additionalProperties: false,
    },
  },
  {
    type: 'custom',
    name: 'apply_patch',
    description: 'Edits files. This is a FREEFORM tool, so do not wrap the patch in JSON.',
    format: { type: 'grammar', syntax: 'lark', definition: GRAMMAR },
  },
  {
    type: 'namespace',
    name: 'mcp__files',
    description: 'Tools of the server files.',
    tools: [{ type: 'function', name: 'read', description: 'Reads a file.', strict: false, parameters: path }],
  },
];

/** The same tools as a provider calls them. */
export const CODEX_CALLS = [
  { id: 'call_0', name: 'exec_command', arguments: '{"cmd":"ls"}' },
  { id: 'call_1', name: 'apply_patch', arguments: JSON.stringify({ input: PATCH }) },
  { id: 'call_2', name: 'mcp__files__read', arguments: '{"path":"fog.txt"}' },
];

const said = (role: 'developer' | 'user', text: string): OpenAI.Responses.ResponseInputItem => ({
  type: 'message',
  role,
  content: [{ type: 'input_text', text }],
});

/** The conversation at its first turn: rules, surroundings, question. */
export const CODEX_INPUT = [
  said('developer', '<permissions instructions>Ask before writing outside the workspace.</permissions instructions>'),
  said('user', '<environment_context>\n  <cwd>/home/user/project</cwd>\n</environment_context>'),
  said('user', 'Use exec_command, apply_patch and mcp__files__read.'),
];

/** The members that Codex CLI sends with every turn, whatever the model. */
export const CODEX_TURN = {
  instructions: 'You are a coding agent running in the Codex CLI.',
  tools: CODEX_TOOLS,
  tool_choice: 'auto',
  store: false,
  stream: true,
  prompt_cache_key: '0199d3a1-6d2c-7c51-9a0b-2f6d6f1f7c11',
  client_metadata: { 'x-codex-installation-id': '0199d3a1-6d2c-7c51-9a0b-2f6d6f1f7c12' },
};

/** For a model that Codex has in its catalog, and for one that it falls back on defaults for. */
export const KNOWN_MODEL = {
  parallel_tool_calls: true,
  reasoning: { effort: 'medium', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
};
export const UNKNOWN_MODEL = { parallel_tool_calls: false, reasoning: null, include: [] };

export const CODEX_HEADERS = {
  accept: 'text/event-stream',
  originator: 'codex_cli_rs',
  'user-agent': 'codex_cli_rs/0.150.0 (Ubuntu 24.4.0; x86_64) xterm',
  session_id: '0199d3a1-6d2c-7c51-9a0b-2f6d6f1f7c11',
  'x-codex-turn-metadata': '{"turn_id":"1"}',
};
