import type { ResponsesInputItem, ResponsesToolOutput } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { MISSING_RESULT, UsedIds } from '../../shared/history/repair-history.js';
import { toToolName } from '../../shared/history/tool-name.js';
import type { Losses } from '../../shared/losses.js';

type Json = Readonly<Record<string, unknown>>;

/** The items that call a tool of the client, and those that answer such a call. */
const OUTPUTS: ReadonlyMap<unknown, string> = new Map([
  ['function_call', 'function_call_output'],
  ['custom_tool_call', 'custom_tool_call_output'],
  ['tool_search_call', 'tool_search_output'],
]);
const ANSWERING: ReadonlySet<unknown> = new Set(OUTPUTS.values());

/** The characters of a name that a provider takes; some take longer names than chat does, so that the length is theirs to judge. */
const USUAL = /^[A-Za-z0-9_-]+$/;

export interface ItemRules {
  /** Each call has its output behind it. */
  readonly answeredCalls: boolean;
  /** True if a missing output gets a placeholder instead of a rejection. */
  readonly repairs: boolean;
}

/**
 * The items of a conversation as a provider takes them (docs/contract/responses.md#histories): ids of items and of calls once each, names of
 * calls in the alphabet of tools. Returns the same array when nothing has to change. Takes one pass, however many items there are.
 *
 * @throws GatewayError `invalid_value` for an output without a call before it, and for a call without an output, with the path.
 */
export function repairItems(
  items: readonly ResponsesInputItem[],
  { answeredCalls, repairs }: ItemRules,
  losses: Losses,
): readonly ResponsesInputItem[] {
  const repaired = new ItemReader(losses).read(items);
  return answeredCalls ? answerCalls(repaired, repairs, losses) : repaired.items;
}

/** A call, as it was asked and as it is sent. */
interface Call {
  readonly id: string;
  readonly output: string;
  /** The place of its output among what is sent; undefined before there is one. */
  answer: number | undefined;
}

interface Read {
  readonly items: readonly ResponsesInputItem[];
  /** The calls, by their places among what is sent; and the place that each had in the request. */
  readonly calls: ReadonlyMap<number, Call & { readonly place: number }>;
}

class ItemReader {
  readonly #itemIds = new Set<unknown>();
  readonly #callIds = new UsedIds();
  /** By the id that the client gave: the calls of that id, the ones without an output first. */
  readonly #open = new Map<string, Call[]>();
  readonly #last = new Map<string, Call>();

  constructor(private readonly losses: Losses) {}

  read(items: readonly ResponsesInputItem[]): Read {
    const kept: ResponsesInputItem[] = [];
    const calls = new Map<number, Call & { place: number }>();
    let isSame = true;
    for (const [index, item] of items.entries()) {
      const single = this.#withOwnId(item);
      const output = OUTPUTS.get(item.type);
      const id = (item as Json).call_id;
      if (typeof id !== 'string' || (output === undefined && !ANSWERING.has(item.type))) kept.push(single);
      else if (output === undefined) this.#answer(single as ResponsesToolOutput, id, index, kept);
      else {
        const call = { id: this.#callIds.take(id), output, answer: undefined, place: index };
        calls.set(kept.length, call);
        this.#last.set(id, call);
        const open = this.#open.get(id);
        if (open === undefined) this.#open.set(id, [call]);
        else open.push(call);
        kept.push(rename(single, call.id));
      }
      isSame &&= kept.length === index + 1 && kept[index] === item;
    }
    return { items: isSame ? items : kept, calls };
  }

  /** An id that an earlier item has is left out: the provider takes an item without one, and none twice. */
  #withOwnId(item: ResponsesInputItem): ResponsesInputItem {
    const { id } = item as Json;
    if (typeof id !== 'string') return item;
    if (!this.#itemIds.has(id)) {
      this.#itemIds.add(id);
      return item;
    }
    return { ...item, id: undefined } as ResponsesInputItem;
  }

  /** The output goes to the first call of its id that has none; a further output of the last one is joined to it. */
  #answer(output: ResponsesToolOutput, id: string, index: number, kept: ResponsesInputItem[]): void {
    const open = this.#open.get(id) ?? [];
    const call = open.shift() ?? this.#last.get(id);
    if (call === undefined) throw withoutCall(`input[${index}].call_id`);
    const earlier = call.answer === undefined ? undefined : kept[call.answer];
    if (call.answer !== undefined && earlier !== undefined && 'output' in earlier) {
      this.losses.lose('input');
      kept[call.answer] = join(earlier as ResponsesToolOutput, output);
      return;
    }
    call.answer = kept.length;
    kept.push(call.id === id ? output : { ...output, call_id: call.id });
  }
}

/** The call with the id that it is sent with, and a name in the alphabet of tools. */
function rename(item: ResponsesInputItem, id: string): ResponsesInputItem {
  const { call_id: given, name } = item as Json;
  const written = typeof name === 'string' && !USUAL.test(name) ? toToolName(name) : name;
  return id === given && written === name ? item : ({ ...item, call_id: id, name: written } as ResponsesInputItem);
}

function join(first: ResponsesToolOutput, second: ResponsesToolOutput): ResponsesToolOutput {
  if (typeof first.output === 'string' && typeof second.output === 'string') {
    return { ...first, output: `${first.output}\n${second.output}` };
  }
  return { ...first, output: [...toParts(first.output), ...toParts(second.output)] };
}

function toParts(output: ResponsesToolOutput['output'] | undefined): Exclude<ResponsesToolOutput['output'], string> {
  if (Array.isArray(output)) return output;
  return output ? [{ type: 'input_text', text: output }] : [];
}

function answerCalls({ calls, items }: Read, repairs: boolean, losses: Losses): readonly ResponsesInputItem[] {
  const missing = [...calls].filter(([, { answer }]) => answer === undefined);
  const [first] = missing;
  if (first === undefined) return items;
  const path = `input[${first[1].place}]`;
  if (!repairs) {
    throw new GatewayError('invalid_value', {
      param: path,
      message: `\`${path}\` has no output: this provider requires an item of the type "${first[1].output}" for each call.`,
    });
  }
  losses.lose('input');
  const unanswered = new Map(missing);
  return items.flatMap((item, index) => {
    const call = unanswered.get(index);
    if (call === undefined) return [item];
    const said = call.output === 'tool_search_output' ? { tools: [] } : { output: MISSING_RESULT };
    return [item, { type: call.output, call_id: call.id, ...said } as ResponsesInputItem];
  });
}

function withoutCall(param: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` must be the id of a call before it.` });
}
