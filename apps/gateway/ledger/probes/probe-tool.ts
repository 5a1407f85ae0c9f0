import type { Json } from '../json-path.js';

/** The parameters of the tool that most probes declare. */
export const TOOL_SCHEMA = { type: 'object', properties: { probe_city: { type: 'string' } }, required: ['probe_city'] };
export const TOOL_NAME = 'probe_tool';

/** The tool in the words of each format, with members of its own. */
export const chatTool = (members: Json = {}) => ({
  type: 'function',
  function: { name: TOOL_NAME, parameters: TOOL_SCHEMA, ...members },
});
export const responsesTool = (members: Json = {}) => ({
  type: 'function',
  name: TOOL_NAME,
  parameters: TOOL_SCHEMA,
  ...members,
});
export const messagesTool = (members: Json = {}) => ({ name: TOOL_NAME, input_schema: TOOL_SCHEMA, ...members });

/** Requests that declare it. */
export const tools = (members: Json = {}) => ({
  chat: { tools: [chatTool(members)] },
  responses: { tools: [responsesTool(members)] },
  messages: { tools: [messagesTool(members)] },
});
