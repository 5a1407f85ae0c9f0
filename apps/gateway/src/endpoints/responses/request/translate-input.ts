import type {
  ChatMessage,
  ProviderGroup,
  ResponsesInputItem,
  ResponsesInputMessage,
  ResponsesRequest,
  ResponsesToolOutput,
} from '@multilane/contracts';
import { GatewayError, unsupported } from '@multilane/errors';
import { type Losses, UNNAMED_LOSSES } from '@multilane/providers';
import { moveOutputMedia } from '../move-output-media.js';
import { AssistantTurn } from './assistant-turn.js';
import { NO_SEARCH } from './flatten-tools.js';
import type { Translated } from './message-origin.js';
import { translateContent } from './translate-content.js';

/** A turn of the assistant with the outputs of its calls, or any other message. */
interface Block {
  readonly turn: AssistantTurn | undefined;
  readonly message: Translated | undefined;
  readonly outputs: Translated[];
}

/**
 * The conversation as messages of chat, each with the place it came from: `instructions` first, then the items. Items of
 * the assistant that follow each other are one turn, and outputs follow the turn of their call, wherever they stood:
 * providers take them nowhere else. Throws a `GatewayError` that names the item.
 */
export function translateInput(
  { instructions, input }: Readonly<ResponsesRequest>,
  group: ProviderGroup,
  losses: Losses = UNNAMED_LOSSES,
): Translated[] {
  const system = instructions ? [say('system', instructions, 'instructions')] : [];
  if (typeof input === 'string') return [...system, say('user', input, 'input')];
  if (input.some(losesMembers)) losses.lose('input');
  const blocks = gatherBlocks(input, losses);
  const said = blocks.flatMap(({ turn, message, outputs }) => {
    const results = moveOutputMedia(outputs, group);
    if (results !== outputs) losses.lose('input');
    return [turn?.build() ?? message ?? [], results].flat();
  });
  if (said.length > 0) return [...system, ...said];
  throw new GatewayError('invalid_value', {
    param: 'input',
    message: '`input` must contain an item with content.',
  });
}

function say(role: 'system' | 'user', content: string, path: string): Translated {
  // Every field of the message is the one field that it was made of.
  return { message: { role, content }, origin: { path, members: { content: path, role: path }, elements: {} } };
}

/** Members of items that are translated, and those that name an item or its state, which no chat message has. */
const ITEM_MEMBERS: ReadonlySet<string> = new Set([
  ...['type', 'id', 'status', 'role', 'content', 'summary', 'encrypted_content', 'call_id', 'name', 'namespace'],
  ...['arguments', 'input', 'output', 'tools'],
]);

/** True if an item has a member that no chat message has a place for, such as the `phase` of an answer. */
function losesMembers(item: ResponsesInputItem): boolean {
  return Object.entries(item).some(([name, value]) => !ITEM_MEMBERS.has(name) && (value ?? undefined) !== undefined);
}

function gatherBlocks(input: readonly ResponsesInputItem[], losses: Losses): Block[] {
  const blocks: Block[] = [];
  const blockOfCall = new Map<string, Block>();
  let current: Block | undefined;
  const openTurn = (path: string): { block: Block; turn: AssistantTurn } => {
    const turn = current?.turn ?? new AssistantTurn(path, losses);
    const block = current ?? { turn, message: undefined, outputs: [] };
    if (block !== current) blocks.push(block);
    current = block;
    return { block, turn };
  };
  input.forEach((item, index) => {
    const path = `input[${index}]`;
    switch (item.type) {
      case 'reasoning':
        openTurn(path).turn.addReasoning(item, path);
        break;
      case 'function_call':
      case 'custom_tool_call': {
        const { block, turn } = openTurn(path);
        turn.addCall(item, path);
        blockOfCall.set(item.call_id, block);
        break;
      }
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const block = blockOfCall.get(item.call_id);
        if (block === undefined) throw withoutCall(path);
        block.outputs.push(translateOutput(item, path));
        current = undefined;
        break;
      }
      case 'additional_tools':
        break;
      case 'tool_search_call':
      case 'tool_search_output':
        throw unsupported(`${path}.type`, NO_SEARCH);
      default:
        if (item.role === 'assistant') {
          openTurn(path).turn.addMessage(item, path);
          break;
        }
        current = undefined;
        blocks.push({ turn: undefined, message: translateMessage(item, path), outputs: [] });
    }
  });
  return blocks;
}

function translateMessage({ role, content }: ResponsesInputMessage, path: string): Translated {
  const message: ChatMessage = { role, content: translateContent(content, `${path}.content`) };
  return { message, origin: { path, members: {}, elements: {} } };
}

function translateOutput({ call_id: id, output }: ResponsesToolOutput, path: string): Translated {
  const content = translateContent(output, `${path}.output`);
  const elements = typeof output === 'string' ? [] : output.map((_, index) => `${path}.output[${index}]`);
  return {
    message: { role: 'tool', tool_call_id: id, content },
    origin: {
      path,
      members: { content: `${path}.output`, tool_call_id: `${path}.call_id` },
      elements: { content: elements },
    },
  };
}

function withoutCall(path: string): GatewayError {
  const param = `${path}.call_id`;
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must be the id of a call before it.` });
}
