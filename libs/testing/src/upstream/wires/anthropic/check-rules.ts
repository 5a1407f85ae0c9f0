import { isFilledArray, objectAt, objectsIn, textOf } from '../json-values.js';
import type { WireFault } from '../wire.js';

type Body = Record<string, unknown>;

/** The rules between members that no shape can say (platform.claude.com/docs: messages, extended thinking, tool use). */
export function checkRules(body: Body): WireFault | undefined {
  return turnFault(body) ?? toolChoiceFault(body) ?? thinkingFault(body);
}

/** True if the request lets the model think, with a budget or adaptively. */
export function thinks(body: Body): boolean {
  return ['enabled', 'adaptive'].includes(textOf(objectAt(body, 'thinking').type));
}

function turnFault(body: Body): WireFault | undefined {
  const [first] = objectsIn(body.messages);
  if (first?.role === 'assistant')
    return { param: 'messages[0].role', message: 'the first message must be of role user' };
  return undefined;
}

function toolChoiceFault(body: Body): WireFault | undefined {
  if (body.tool_choice === undefined) return undefined;
  if (!isFilledArray(body.tools)) return { param: 'tool_choice', message: 'only with tools' };
  const { type, name } = objectAt(body, 'tool_choice');
  const isDeclared = objectsIn(body.tools).some((tool) => tool.name === name);
  if (type === 'tool' && !isDeclared) return { param: 'tool_choice.name', message: 'names none of the tools' };
  const isForced = type === 'tool' || type === 'any';
  return isForced && thinks(body) ? { param: 'tool_choice', message: 'thinking forbids forced tools' } : undefined;
}

function thinkingFault(body: Body): WireFault | undefined {
  if (!thinks(body)) return undefined;
  const { type, budget_tokens: budget } = objectAt(body, 'thinking');
  if (type === 'enabled' && body.max_tokens !== undefined && Number(budget) >= Number(body.max_tokens)) {
    return { param: 'thinking.budget_tokens', message: 'must be less than max_tokens' };
  }
  if (body.temperature !== undefined && body.temperature !== 1) {
    return { param: 'temperature', message: 'may only be 1 when thinking is on' };
  }
  if (body.top_k !== undefined) return { param: 'top_k', message: 'must be unset when thinking is on' };
  if (body.top_p !== undefined && Number(body.top_p) < 0.95) {
    return { param: 'top_p', message: 'must be at least 0.95 when thinking is on' };
  }
  return undefined;
}
