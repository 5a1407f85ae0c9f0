import { GrowingJson, isRecord } from '@multilane/contracts';
import { areNoArguments } from '../shared/write-arguments.js';

/** One call of a choice, as announced to the client. */
interface OpenCall {
  readonly index: number;
  /** The id that the provider gave it, if any. */
  upstreamId: string | undefined;
  name: string | undefined;
  /** It has an input of free text instead of arguments. */
  readonly isCustom: boolean;
  /** What has been relayed of the arguments. */
  readonly arguments: GrowingJson;
}

/**
 * Brings the tool-call fragments of one choice to the reference shape: one index a call, counted from nought; id, type
 * and name on its first fragment only; arguments as string fragments that concatenate to valid JSON
 * (docs/contract/chat.md#tool-calls). Providers leave out ids or indexes, repeat them, or put parallel calls on one
 * index.
 */
export class ToolCallStream {
  readonly #calls: OpenCall[] = [];
  readonly #byUpstreamIndex = new Map<number, OpenCall>();
  readonly #byUpstreamId = new Map<string, OpenCall>();
  readonly #idStem: string;

  /** `idStem` is unique to the request and the choice; missing ids are made from it. */
  constructor(idStem: string) {
    this.#idStem = idStem;
  }

  /** Corrects the fragments in place; true when something changed. */
  take(fragments: readonly unknown[]): boolean {
    let changed = false;
    for (const fragment of fragments) {
      if (isRecord(fragment)) changed = this.#takeFragment(fragment) || changed;
    }
    return changed;
  }

  /** Fragments that make the arguments of calls without any valid JSON; asked for once, when the choice finishes. */
  close(): Record<string, unknown>[] {
    const empty = this.#calls.filter((call) => !call.isCustom && call.arguments.isEmpty);
    for (const call of empty) call.arguments.append('{}');
    return empty.map((call) => ({ index: call.index, function: { arguments: '{}' } }));
  }

  #takeFragment(fragment: Record<string, unknown>): boolean {
    const called = isRecord(fragment.function) ? fragment.function : undefined;
    const custom = isRecord(fragment.custom) ? fragment.custom : undefined;
    const id = readText(fragment.id);
    const name = readText(called?.name ?? custom?.name);
    const upstreamIndex = Number.isInteger(fragment.index) ? (fragment.index as number) : undefined;
    const open = this.#findOpen(upstreamIndex, id);
    const starts = open === undefined || startsAnotherCall(open, id, name);
    const isCustom = custom !== undefined || fragment.type === 'custom';
    const call = starts ? this.#open(upstreamIndex, id, { isCustom, name }) : open;

    let changed = fragment.index !== call.index;
    fragment.index = call.index;
    changed = (starts ? this.#announce(fragment, call) : removeRepeats(fragment, called ?? custom, call)) || changed;
    changed = (called !== undefined && stringifyArguments(called, call.arguments.isEmpty)) || changed;
    if (typeof called?.arguments === 'string') call.arguments.append(called.arguments);
    call.name ??= name;
    return changed;
  }

  #findOpen(upstreamIndex: number | undefined, id: string | undefined): OpenCall | undefined {
    if (upstreamIndex !== undefined) return this.#byUpstreamIndex.get(upstreamIndex);
    return (id === undefined ? undefined : this.#byUpstreamId.get(id)) ?? this.#calls.at(-1);
  }

  #open(
    upstreamIndex: number | undefined,
    id: string | undefined,
    { isCustom, name }: Pick<OpenCall, 'isCustom' | 'name'>,
  ): OpenCall {
    const call: OpenCall = {
      index: this.#calls.length,
      upstreamId: id,
      name,
      isCustom,
      arguments: new GrowingJson(),
    };
    this.#calls.push(call);
    if (id !== undefined && !this.#byUpstreamId.has(id)) this.#byUpstreamId.set(id, call);
    if (upstreamIndex !== undefined) this.#byUpstreamIndex.set(upstreamIndex, call);
    return call;
  }

  #announce(fragment: Record<string, unknown>, call: OpenCall): boolean {
    let changed = false;
    if (call.upstreamId === undefined) {
      fragment.id = `${this.#idStem}_${call.index}`;
      changed = true;
    }
    if (!fragment.type) {
      fragment.type = call.isCustom ? 'custom' : 'function';
      changed = true;
    }
    return changed;
  }
}

/** Whether a fragment that falls on an open call begins the next one instead. */
function startsAnotherCall(open: OpenCall, id: string | undefined, name: string | undefined): boolean {
  if (id !== undefined && open.upstreamId !== undefined) return id !== open.upstreamId;
  if (name === undefined || open.name === undefined) return false;
  return name !== open.name || open.arguments.isWhole();
}

/** Clients append what later fragments carry, so an id or a name said twice would be doubled there. */
function removeRepeats(
  fragment: Record<string, unknown>,
  called: Record<string, unknown> | undefined,
  call: OpenCall,
): boolean {
  let changed = false;
  if (fragment.id !== undefined) {
    delete fragment.id;
    changed = true;
  }
  if (called !== undefined && call.name !== undefined && called.name === call.name) {
    delete called.name;
    changed = true;
  }
  return changed;
}

/** Fragments that are none are left for `close`, which knows whether others followed. */
function stringifyArguments(called: Record<string, unknown>, areFirst: boolean): boolean {
  const given = called.arguments;
  if (given === undefined || given === '') return false;
  if (typeof given === 'string' && !(areFirst && areNoArguments(given))) return false;
  called.arguments = areNoArguments(given) ? '' : JSON.stringify(given);
  return true;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
