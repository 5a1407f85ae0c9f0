import type { ChatRequest, ChatTool } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import { unsupported } from '@multilane/errors';
import type { ProviderTarget } from '../../adapter.js';
import type { Losses } from '../losses.js';
import { loseWordsOfTools } from '../texts/find-lost-words.js';
import type { Json } from './native-types.js';
import { encodeSchema, newSpentOfForms, type SpentOfForms } from './schemas/encode-schema.js';

/**
 * `tools` and `toolConfig` of a request; nothing for a request without tools. `strict` is a hint: the provider always
 * follows the schema (ai.google.dev, "Function calling").
 */
export function encodeTools(
  request: Readonly<ChatRequest>,
  target: ProviderTarget,
  losses: Losses,
): { tools?: Json[]; toolConfig?: Json } {
  const tools = request.tools ?? [];
  if (tools.length === 0) return {};
  if (loseWordsOfTools(tools, { cacheMarks: false, strictness: 'none' })) losses.lose('tools');
  // Many tools may cost no more than one.
  const spent = newSpentOfForms();
  const functionDeclarations = tools.map((tool, index) => encodeTool(tool, `tools[${index}]`, target, losses, spent));
  const functionCallingConfig = encodeToolChoice(request.tool_choice);
  return {
    tools: [{ functionDeclarations }],
    ...(functionCallingConfig && { toolConfig: { functionCallingConfig } }),
  };
}

function encodeTool(tool: ChatTool, path: string, target: ProviderTarget, losses: Losses, spent: SpentOfForms): Json {
  if (tool.type !== 'function') throw unsupported(path, 'is not supported: this provider takes function tools only.');
  const { name, description, parameters } = tool.function;
  const declaration = { name, description: description ?? '' };
  if (!parameters) return declaration;
  const { form, schema } = encodeSchema(parameters, `${path}.function.parameters`, 'parameters', target, losses, spent);
  if (form === 'json') return { ...declaration, parametersJsonSchema: schema };
  // An object without properties is rejected; a function without parameters leaves them out.
  return schema.properties === undefined ? declaration : { ...declaration, parameters: schema };
}

function encodeToolChoice(choice: unknown): Json | undefined {
  if (choice === undefined || choice === null || choice === 'auto') return undefined;
  if (choice === 'none') return { mode: 'NONE' };
  if (choice === 'required') return { mode: 'ANY' };
  const named = isRecord(choice) && choice.type === 'function' && isRecord(choice.function) ? choice.function : {};
  if (typeof named.name !== 'string') {
    throw unsupported('tool_choice', 'must be "auto", "none", "required" or a named function for this provider.');
  }
  return { mode: 'ANY', allowedFunctionNames: [named.name] };
}
