import { GrowingJson, isIndex, isRecord } from '@multilane/contracts';
import type { CallIds } from '../../shared/call-ids.js';
import { unreadable } from '../../shared/failures/map-error.js';
import { areNoArguments } from '../../shared/texts/write-arguments.js';

/** One call of a choice. */
interface OpenCall {
  /** Its place among the calls as the client sees them; undefined until its name is known, and it is announced. */
  index: number | undefined;
  /** The id that the provider gave it, if any. */
  upstreamId: string | undefined;
  name: string | undefined;
  /** It has an input of free text instead of arguments. */
  readonly isCustom: boolean;
  /** Arguments that have been relayed. */
  readonly arguments: GrowingJson;
  /** Arguments that came before the name. */
  held: string;
}

/**
 * Brings the tool-call fragments of one choice to the reference shape: one index a call, counted from nought; id, type
 * and name on its first fragment only; arguments as string fragments that concatenate to valid JSON; ids that are unique
 * (docs/contract/chat.md#tool-calls). Providers leave out ids or indexes, repeat them, put parallel calls on one
 * index, or send the name late: a call is announced when its name is known.
 */
export class ToolCallStream {
  readonly #calls: OpenCall[] = [];
  readonly #byUpstreamIndex = new Map<number, OpenCall>();
  readonly #byUpstreamId = new Map<string, OpenCall>();
  readonly #idStem: string;
  readonly #ids: CallIds;
  #announced = 0;

  /** `idStem` is unique to the request and the choice; missing ids are made from it. */
  constructor(idStem: string, ids: CallIds) {
    this.#idStem = idStem;
    this.#ids = ids;
  }

  /** True if the client knows of a call. */
  get hasCalls(): boolean {
    return this.#announced > 0;
  }

  /** Corrects the fragments in place, and takes out those that have to wait; true when something changed. */
  take(fragments: unknown[]): boolean {
    let changed = false;
    let sent = 0;
    for (const fragment of fragments) {
      if (!isRecord(fragment)) continue;
      const outcome = this.#takeFragment(fragment);
      if (outcome !== 'same') changed = true;
      if (outcome !== 'held') fragments[sent++] = fragment;
    }
    fragments.length = sent;
    return changed;
  }

  /**
   * Fragments that make the arguments of calls without any valid JSON; asked for once, when the choice finishes. The last call of an
   * answer that was cut short may be cut itself, and gets none: `{}` would be a call that the model did not make. Throws a
   * `ProviderFailure` for a call without a name.
   */
  close(isCutShort: boolean): Record<string, unknown>[] {
    const last = this.#calls.at(-1);
    const closing: Record<string, unknown>[] = [];
    for (const call of this.#calls) {
      if (call.index === undefined) {
        if ((call.upstreamId !== undefined || call.held !== '') && !isCutShort) {
          throw unreadable('a tool call without a name');
        }
        continue;
      }
      if (call.isCustom || !call.arguments.isEmpty || (isCutShort && call === last)) continue;
      call.arguments.append('{}');
      closing.push({ index: call.index, function: { arguments: '{}' } });
    }
    return closing;
  }

  #takeFragment(fragment: Record<string, unknown>): 'same' | 'changed' | 'held' {
    const called = isRecord(fragment.function) ? fragment.function : undefined;
    const custom = isRecord(fragment.custom) ? fragment.custom : undefined;
    const id = readText(fragment.id);
    const name = readText(called?.name ?? custom?.name);
    const upstreamIndex = isIndex(fragment.index) ? fragment.index : undefined;
    const open = this.#findOpen(upstreamIndex, id);
    const starts = open === undefined || startsAnotherCall(open, id, name);
    const isCustom = custom !== undefined || fragment.type === 'custom';
    const call = starts ? this.#open(upstreamIndex, id, isCustom) : open;
    call.upstreamId ??= id;

    let changed = called !== undefined && stringifyArguments(called, call.arguments.isEmpty && call.held === '');
    if (call.index === undefined) {
      if (name === undefined) return hold(call, called);
      call.name = name;
      changed = this.#announce(fragment, call, called) || changed;
    } else changed = removeRepeats(fragment, called ?? custom, call) || changed;
    if (fragment.index !== call.index) changed = true;
    fragment.index = call.index;
    if (typeof called?.arguments === 'string') call.arguments.append(called.arguments);
    return changed ? 'changed' : 'same';
  }

  #findOpen(upstreamIndex: number | undefined, id: string | undefined): OpenCall | undefined {
    if (upstreamIndex !== undefined) return this.#byUpstreamIndex.get(upstreamIndex);
    return (id === undefined ? undefined : this.#byUpstreamId.get(id)) ?? this.#calls.at(-1);
  }

  #open(upstreamIndex: number | undefined, id: string | undefined, isCustom: boolean): OpenCall {
    const call: OpenCall = {
      index: undefined,
      upstreamId: id,
      name: undefined,
      isCustom,
      arguments: new GrowingJson(),
      held: '',
    };
    this.#calls.push(call);
    if (id !== undefined && !this.#byUpstreamId.has(id)) this.#byUpstreamId.set(id, call);
    if (upstreamIndex !== undefined) this.#byUpstreamIndex.set(upstreamIndex, call);
    return call;
  }

  #announce(fragment: Record<string, unknown>, call: OpenCall, called: Record<string, unknown> | undefined): boolean {
    const index = this.#announced++;
    call.index = index;
    const id = this.#ids.claim(call.upstreamId ?? `${this.#idStem}_${index}`);
    const type = call.isCustom ? 'custom' : 'function';
    let changed = fragment.id !== id || fragment.type !== type;
    fragment.id = id;
    fragment.type = type;
    if (call.held !== '' && called !== undefined) {
      called.arguments = call.held + (typeof called.arguments === 'string' ? called.arguments : '');
      call.held = '';
      changed = true;
    }
    return changed;
  }
}

function hold(call: OpenCall, called: Record<string, unknown> | undefined): 'held' {
  if (typeof called?.arguments === 'string') call.held += called.arguments;
  return 'held';
}

/** True if a fragment that falls on an open call begins the next one instead. */
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
  if (called !== undefined && called.name !== undefined && (called.name === call.name || !readText(called.name))) {
    delete called.name;
    changed = true;
  }
  if (fragment.type !== undefined && fragment.type !== 'function' && fragment.type !== 'custom') {
    delete fragment.type;
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
