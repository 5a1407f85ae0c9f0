import type { ChatTool, ResponsesNamedTool, ResponsesToolChoice, ToolChoice } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { flattenName } from './flatten-name.js';
import type { FlatTool, FlatTools } from './flatten-tools.js';

export interface ChosenTools {
  /** Tools that the model may call, in the order of the declaration. */
  readonly tools: readonly FlatTool[];
  readonly choice: ToolChoice | undefined;
}

/**
 * The tools that chat is offered and the choice among them. A list of allowed tools becomes the list that is offered,
 * which every provider understands. Throws `invalid_value` for a choice that no declared tool fits.
 */
export function translateToolChoice(choice: ResponsesToolChoice | undefined, tools: FlatTools): ChosenTools {
  if (typeof choice !== 'object') {
    if (choice !== 'required' || tools.size > 0) return { tools: [...tools.values()], choice };
    throw wrongChoice('tool_choice', 'can be "required" only where `tools` declares a tool');
  }
  if (choice.type === 'allowed_tools') {
    const allowed = new Set(choice.tools.flatMap((tool, index) => findAllowed(tool, index, tools)));
    return { tools: [...tools.values()].filter((tool) => allowed.has(tool)), choice: choice.mode };
  }
  const { name } = findTool(choice, 'tool_choice', tools).chat.function;
  return { tools: [...tools.values()], choice: { type: 'function', function: { name } } };
}

/** The tools of a choice as chat sends them; undefined if there are none, and none were declared. */
export function listChatTools({ tools }: ChosenTools, isDeclared: boolean): ChatTool[] | undefined {
  return tools.length > 0 || isDeclared ? tools.map((tool) => tool.chat) : undefined;
}

type AllowedTool = ResponsesNamedTool | { type: 'namespace'; name: string };

function findAllowed(allowed: AllowedTool, index: number, tools: FlatTools): FlatTool[] {
  const path = `tool_choice.tools[${index}]`;
  if (allowed.type !== 'namespace') return [findTool(allowed, path, tools)];
  const members = [...tools.values()].filter((tool) => tool.namespace === allowed.name);
  if (members.length > 0) return members;
  throw wrongChoice(`${path}.name`, 'must name a namespace that `tools` declares');
}

function findTool({ type, name, namespace }: ResponsesNamedTool, path: string, tools: FlatTools): FlatTool {
  const tool = tools.get(flattenName(name, namespace));
  if (tool?.kind === type) return tool;
  throw wrongChoice(`${path}.name`, `must name a ${type} tool that \`tools\` declares`);
}

function wrongChoice(param: string, rule: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${rule}.` });
}
