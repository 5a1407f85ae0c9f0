import type {
  ChatTool,
  ResponsesCustomTool,
  ResponsesFunctionTool,
  ResponsesRequest,
  ResponsesTool,
} from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { type Losses, UNNAMED_LOSSES } from '@multilane/providers';
import { DEFAULT_NAMESPACE, flattenName } from './flatten-name.js';

/** One tool as chat knows it, with what the client calls it. */
export interface FlatTool {
  readonly kind: 'function' | 'custom';
  readonly name: string;
  /** Undefined outside every namespace. */
  readonly namespace: string | undefined;
  /** Place of its declaration in the request: `tools[2].tools[0]`. */
  readonly path: string;
  readonly chat: ChatTool;
}

/** The tools of a request by the names that chat knows them by, in the order of their declaration. */
export type FlatTools = ReadonlyMap<string, FlatTool>;

/**
 * Every tool as a function of chat. Tools of a namespace are listed with the others under flat names; custom tools take
 * one string, `input`; what `additional_tools` items declare is there from the start, a later declaration instead of an
 * earlier one. Throws `invalid_value` where one list declares a name twice.
 *
 * Lossy: a grammar is described to the model and not enforced, a namespace's description is put on its first tool,
 * `defer_loading` is not heeded, and an `output_schema` is not sent.
 */
export function flattenTools(request: Readonly<ResponsesRequest>, losses: Losses = UNNAMED_LOSSES): FlatTools {
  const tools = new Map<string, FlatTool>();
  if (request.tools?.some(losesWords)) losses.lose('tools');
  addList(tools, request.tools ?? [], 'tools');
  if (typeof request.input === 'string') return tools;
  request.input.forEach((item, index) => {
    if (item.type !== 'additional_tools') return;
    if (item.tools.some(losesWords)) losses.lose('input');
    addList(tools, item.tools, `input[${index}].tools`);
  });
  return tools;
}

/** True if a member of a tool has no place in a function of chat. */
function losesWords(tool: ResponsesTool): boolean {
  if (tool.type === 'namespace') return tool.tools.some(losesWords);
  const { defer_loading: isDeferred, output_schema: schema } = tool as Readonly<Record<string, unknown>>;
  return (
    isDeferred === true ||
    (schema ?? undefined) !== undefined ||
    (tool.type === 'custom' && tool.format?.type === 'grammar')
  );
}

/** Chat has no place for tools that were found later. */
export const NO_SEARCH =
  'is not supported: the model is served by chat completions, which have no search for tools. Declare the tools in `tools`.';

function addList(tools: Map<string, FlatTool>, list: readonly ResponsesTool[], path: string): void {
  const names = new Set<string>();
  const add = (flatName: string, tool: FlatTool) => {
    if (names.has(flatName)) {
      const param = `${tool.path}.name`;
      throw new GatewayError('invalid_value', { param, message: `\`${param}\` must differ from the names before it.` });
    }
    names.add(flatName);
    tools.set(flatName, tool);
  };
  list.forEach((tool, index) => {
    if (tool.type === 'tool_search') throw unsupported(`${path}[${index}].type`, NO_SEARCH);
    if (tool.type !== 'namespace') {
      add(flattenName(tool.name, undefined), flattenTool(tool, undefined, undefined, `${path}[${index}]`));
      return;
    }
    tool.tools.forEach((member, position) => {
      const introduction = position === 0 ? tool.description : undefined;
      const flat = flattenTool(member, tool.name, introduction, `${path}[${index}].tools[${position}]`);
      add(flattenName(member.name, tool.name), flat);
    });
  });
}

function flattenTool(
  tool: ResponsesFunctionTool | ResponsesCustomTool,
  namespace: string | undefined,
  introduction: string | null | undefined,
  path: string,
): FlatTool {
  const name = flattenName(tool.name, namespace);
  const description = [introduction, tool.description].filter(Boolean).join('\n\n');
  return {
    kind: tool.type,
    name: tool.name,
    namespace: namespace === DEFAULT_NAMESPACE ? undefined : namespace,
    path,
    chat: tool.type === 'custom' ? toFunction(tool, name, description) : toChatTool(tool, name, description),
  };
}

function toChatTool(tool: ResponsesFunctionTool, name: string, description: string): ChatTool {
  const { parameters, strict } = tool;
  return {
    ...unknownMembers(tool),
    type: 'function',
    function: {
      name,
      ...(description !== '' && { description }),
      ...(parameters && { parameters }),
      ...(typeof strict === 'boolean' && { strict }),
    },
  };
}

function toFunction(tool: ResponsesCustomTool, name: string, description: string): ChatTool {
  const { format } = tool;
  const rule =
    format?.type === 'grammar'
      ? `Text that follows this grammar (${format.syntax}):\n${format.definition}`
      : 'The input of the tool, as plain text.';
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string', description: rule } },
    required: ['input'],
  };
  return {
    ...unknownMembers(tool),
    type: 'function',
    function: { name, ...(description !== '' && { description }), parameters },
  };
}

/** Returns the members that the gateway does not interpret; they travel beside the type, as on chat. */
function unknownMembers(tool: ResponsesFunctionTool | ResponsesCustomTool): Record<string, unknown> {
  const { type, name, description, parameters, strict, format, ...others } = tool;
  const { async, allowed_callers, defer_loading, output_schema, ...unknown } = others;
  return unknown;
}
