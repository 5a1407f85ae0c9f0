import { isFilledArray, isText, objectsIn, textOf } from '../../wires/json-values.js';
import type { WireFault } from '../../wires/wire.js';
import { isOutput } from './read-items.js';

type Item = Record<string, unknown>;

/** Prefixes of items' ids, by their types. */
const ID_PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  custom_tool_call: 'ctc',
};

const ITEMS: ReadonlySet<string> = new Set([
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['additional_tools', 'tool_search_call', 'tool_search_output'],
]);

const PARTS: Readonly<Record<string, ReadonlySet<unknown>>> = {
  assistant: new Set(['output_text', 'refusal']),
  user: new Set(['input_text', 'input_image', 'input_file']),
  system: new Set(['input_text']),
  developer: new Set(['input_text']),
};

const LONGEST_CALL_ID = 64;

/** The first rule that the items of a request break, in the provider's own words as far as they are known. */
export function checkItems(input: unknown): WireFault | undefined {
  if (!isFilledArray(input)) return { param: 'input', message: 'Invalid type for `input`.' };
  const items = objectsIn(input);
  for (const [index, item] of items.entries()) {
    const fault = checkItem(item, `input[${index}]`, items[index + 1]);
    if (fault) return fault;
  }
  return checkPairs(items);
}

function checkItem(item: Item, param: string, next: Item | undefined): WireFault | undefined {
  const type = textOf(item.type ?? 'message');
  if (!ITEMS.has(type)) return { param: `${param}.type`, message: `Invalid value: '${type}'.` };
  const prefix = ID_PREFIXES[type];
  if (isText(item.id) && prefix !== undefined && !item.id.startsWith(prefix)) {
    return { param: `${param}.id`, message: `Invalid '${param}.id'. Expected an ID that begins with '${prefix}'.` };
  }
  if (type === 'message') return checkMessage(item, param);
  return type === 'reasoning' ? checkReasoning(item, param, next) : checkCall(item, type, param);
}

function checkMessage({ content, role }: Item, param: string): WireFault | undefined {
  const known = PARTS[textOf(role)];
  if (known === undefined) return { param: `${param}.role`, message: `Invalid value: '${role}'.` };
  if (typeof content === 'string') return undefined;
  const stray = objectsIn(content).findIndex(({ type }) => !known.has(type));
  if (stray === -1 && isFilledArray(content)) return undefined;
  return { param: `${param}.content[${Math.max(stray, 0)}]`, message: 'Invalid content of a message.' };
}

/** Nothing is stored, so that an item is known by its encrypted content alone. */
function checkReasoning(item: Item, param: string, next: Item | undefined): WireFault | undefined {
  if (!Array.isArray(item.summary)) return { param: `${param}.summary`, message: `Missing '${param}.summary'.` };
  if (!isText(item.encrypted_content)) {
    return {
      param: `${param}.id`,
      message: `Item with id '${item.id}' not found. Items are not persisted when \`store\` is set to false.`,
    };
  }
  const follows =
    next !== undefined &&
    !isOutput(next) &&
    (textOf(next.type ?? 'message') !== 'message' || next.role === 'assistant');
  if (follows) return undefined;
  return { param, message: `Item '${item.id}' of type 'reasoning' was provided without its required following item.` };
}

function checkCall(item: Item, type: string, param: string): WireFault | undefined {
  if (type === 'additional_tools') return undefined;
  const { call_id: id } = item;
  if (!isText(id)) return { param: `${param}.call_id`, message: `Missing '${param}.call_id'.` };
  if (id.length > LONGEST_CALL_ID)
    return { param: `${param}.call_id`, message: 'string too long. Expected at most 64' };
  if (type === 'tool_search_output') {
    return Array.isArray(item.tools) ? undefined : { param, message: `Missing '${param}.tools'.` };
  }
  if (type.endsWith('_output')) {
    if (typeof item.output === 'string' || Array.isArray(item.output)) return undefined;
    return { param: `${param}.output`, message: `Missing '${param}.output'.` };
  }
  if (type === 'tool_search_call') {
    return 'arguments' in item ? undefined : { param, message: `Missing '${param}.arguments'.` };
  }
  const said = type === 'function_call' ? item.arguments : item.input;
  if (isText(item.name) && typeof said === 'string') return undefined;
  return { param, message: `Missing name or arguments of '${param}'.` };
}

/** Types of outputs, by the type of the call. */
const OUTPUTS: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  tool_search_call: 'tool_search_output',
};

function checkPairs(items: readonly Item[]): WireFault | undefined {
  const called = new Map<string, string>();
  const known = new Set<string>();
  for (const item of items) {
    const own = textOf(item.id);
    if (own !== '' && known.has(own)) return { param: 'input', message: `Duplicate item found with id ${own}.` };
    known.add(own);
    const id = textOf(item.call_id);
    if (isOutput(item)) {
      if (OUTPUTS[textOf(called.get(id))] !== item.type) {
        return { param: 'input', message: `No tool call found for function call output with call_id ${id}.` };
      }
      called.set(id, 'answered');
    } else if (id !== '') {
      if (called.has(id)) return { param: 'input', message: `Duplicate call_id ${id}.` };
      called.set(id, textOf(item.type));
    }
  }
  const open = [...called].find(([, state]) => state !== 'answered');
  return open && { param: 'input', message: `No tool output found for function call ${open[0]}.` };
}
