import type { ChatRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';

/**
 * Checks `tools` and `tool_choice` against each other (docs/contract/chat.md#request-fields: "auto, none, required, or
 * a named function"): tool names are unique, and a choice that demands a call has a tool to call. "auto" and "none" are
 * defaults and are accepted without tools too. Expects members that the schema has accepted.
 */
export function checkTools(request: ChatRequest): void {
  const functions = new Set<string>();
  const names = new Set<string>();
  for (const [index, tool] of (request.tools ?? []).entries()) {
    const name = nameOf(tool, tool.type);
    if (names.has(name)) {
      const param = `tools[${index}].${tool.type}.name`;
      throw new GatewayError('invalid_value', { param, message: `\`${param}\` must differ from the names before it.` });
    }
    names.add(name);
    if (tool.type === 'function') functions.add(name);
  }
  checkToolChoice(request.tool_choice, functions, names.size > 0);
}

function checkToolChoice(choice: ChatRequest['tool_choice'], functions: ReadonlySet<string>, hasTools: boolean): void {
  if (choice === 'required' && !hasTools) {
    throw wrongChoice('`tool_choice` can be "required" only where `tools` declares a tool.');
  }
  if (typeof choice === 'object' && choice.type === 'function' && !functions.has(choice.function.name)) {
    throw wrongChoice('`tool_choice` must name a function that `tools` declares.');
  }
}

function wrongChoice(message: string): GatewayError {
  return new GatewayError('invalid_value', { param: 'tool_choice', message });
}

/** The name of a tool, which is in the member named after its type. */
function nameOf(tool: Readonly<Record<string, unknown>>, type: string): string {
  return String(Object(tool[type]).name);
}
