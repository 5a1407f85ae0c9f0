import { isRecord } from '@multilane/contracts';
import { objectAt, objectsIn, textOf } from '../json-values.js';
import type { WireFault } from '../wire.js';

type Body = Record<string, unknown>;

/** The rules between members that no shape can say (docs.aws.amazon.com/bedrock/latest/userguide, Converse). */
export function checkRules(body: Body): WireFault | undefined {
  return turnFault(body) ?? toolFault(body) ?? thinkingFault(body);
}

/** True if the request lets the model think; the members are those of the model's maker. */
export function thinks(body: Body): boolean {
  const fields = objectAt(body, 'additionalModelRequestFields');
  const { type } = { ...objectAt(fields, 'reasoning_config'), ...objectAt(fields, 'thinking') };
  return ['enabled', 'adaptive'].includes(textOf(type));
}

function turnFault(body: Body): WireFault | undefined {
  const messages = objectsIn(body.messages);
  if (messages[0]?.role === 'assistant') {
    return { param: 'messages[0]', message: 'a conversation must start with a user message' };
  }
  for (const [index, { content }] of messages.entries()) {
    const blocks = objectsIn(content);
    const hasText = blocks.some((block) => block.text !== undefined);
    if (blocks.some((block) => block.document) && !hasText) {
      return { param: `messages[${index}].content`, message: 'a message with a document needs a text block' };
    }
  }
  return undefined;
}

function toolFault(body: Body): WireFault | undefined {
  const blocks = objectsIn(body.messages).flatMap(({ content }) => objectsIn(content));
  if (!isRecord(body.toolConfig)) {
    const usesTools = blocks.some((block) => block.toolUse ?? block.toolResult);
    return usesTools ? { param: 'toolConfig', message: 'must be defined beside toolUse and toolResult' } : undefined;
  }
  const wanted = objectAt(objectAt(body.toolConfig, 'toolChoice'), 'tool').name;
  const declared = objectsIn(body.toolConfig.tools).map((tool) => objectAt(tool, 'toolSpec').name);
  if (wanted === undefined || declared.includes(wanted)) return undefined;
  return { param: 'toolConfig.toolChoice.tool.name', message: 'names none of the tools' };
}

function thinkingFault(body: Body): WireFault | undefined {
  if (!thinks(body)) return undefined;
  const choice = objectAt(objectAt(body, 'toolConfig'), 'toolChoice');
  if (choice.any ?? choice.tool) return { param: 'toolConfig.toolChoice', message: 'thinking forbids forced tools' };
  const { temperature } = objectAt(body, 'inferenceConfig');
  if (temperature === undefined || temperature === 1) return undefined;
  return { param: 'inferenceConfig.temperature', message: 'may only be 1 when thinking is on' };
}
