import type { components } from '../../api/schema.js';
import { type ParallelValues, toParallel, UNLIMITED, valuesOfParallel } from '../../ui/parallel-values.js';

export type VirtualModel = components['schemas']['VirtualModelView'];
export type NewVirtualModel = components['schemas']['CreateModelDto'];

export const MOST_TARGETS = 64;

export interface TargetValues {
  readonly model: string;
  readonly weight: number | '';
  readonly timeout_ms: number | '';
  readonly requires: string;
  /** True if only prompts that are too long for the others reach it; left out in older drafts. */
  readonly isForLongPrompts?: boolean;
  readonly parallel: ParallelValues;
}

export interface VirtualModelValues {
  readonly name: string;
  readonly strategy: string;
  readonly targets: readonly TargetValues[];
  readonly attempts: number | '';
  /** Statuses and words. */
  readonly on: readonly string[];
  readonly sticky: boolean;
  readonly shadow_model: string;
  readonly percent: number | '';
  /** Milliseconds or `p95`; empty if no second target is asked. The three of it are left out in older drafts. */
  readonly hedge_after?: string;
  readonly hedge_percent?: number | '';
  readonly hedge_sessions?: boolean;
  readonly drop: readonly string[];
  /** Problems with these groups are shown here. */
  readonly retry: null;
  readonly shadow: null;
  readonly hedge?: null;
}

export const EMPTY_TARGET: TargetValues = { model: '', weight: '', timeout_ms: '', requires: '', parallel: UNLIMITED };

export const EMPTY_VIRTUAL_MODEL: VirtualModelValues = {
  name: '',
  strategy: 'failover',
  targets: [EMPTY_TARGET, EMPTY_TARGET],
  attempts: '',
  on: [],
  sticky: true,
  shadow_model: '',
  percent: '',
  hedge_after: '',
  hedge_percent: '',
  hedge_sessions: false,
  drop: [],
  retry: null,
  shadow: null,
  hedge: null,
};

export function valuesOfVirtualModel(model: VirtualModel): VirtualModelValues {
  const { name, strategy, targets, retry, sticky, shadow, hedge, unsupported_parameters: unsupported } = model;
  return {
    name,
    strategy,
    targets: targets.map(({ model: target, on, weight, timeout_ms: timeout, requires, ...limited }) => ({
      model: target,
      weight: weight ?? '',
      timeout_ms: timeout ?? '',
      requires: requires ?? '',
      isForLongPrompts: on !== undefined,
      parallel: valuesOfParallel(limited),
    })),
    attempts: retry.attempts ?? '',
    on: (retry.on ?? []).map(String),
    sticky,
    shadow_model: shadow?.model ?? '',
    percent: shadow?.percent ?? '',
    hedge_after: hedge === null || hedge === undefined ? '' : String(hedge.after ?? 'p95'),
    hedge_percent: hedge?.max_percent ?? '',
    hedge_sessions: hedge?.sessions ?? false,
    drop: unsupported?.drop ?? [],
    retry: null,
    shadow: null,
    hedge: null,
  };
}

/** Groups are sent whole, because the API replaces them whole. */
export function toVirtualModelBody(values: VirtualModelValues): NewVirtualModel {
  const { attempts, on, shadow_model: shadow, percent, drop } = values;
  return {
    name: values.name.trim(),
    strategy: values.strategy,
    targets: filledTargets(values).map(({ model, isForLongPrompts, weight, timeout_ms, requires, parallel }) => ({
      model: model.trim(),
      ...(weight !== '' && { weight }),
      ...(timeout_ms !== '' && { timeout_ms }),
      ...(requires !== '' && { requires }),
      ...(isForLongPrompts && { on: 'context_length' as const }),
      ...toParallel(parallel),
    })),
    retry: {
      ...(attempts !== '' && { attempts }),
      ...(on.length > 0 && { on: on.map(readReason) }),
    },
    sticky: values.sticky,
    shadow: shadow.trim() === '' ? null : { model: shadow.trim(), percent: percent === '' ? 0 : percent },
    hedge: toHedge(values),
    unsupported_parameters: drop.length === 0 ? null : { drop: [...drop] },
  } as NewVirtualModel;
}

function toHedge({
  hedge_after: after = '',
  hedge_percent: percent = '',
  hedge_sessions,
}: VirtualModelValues): object | null {
  const text = after.trim();
  if (text === '') return null;
  return {
    after: /^\d+$/.test(text) ? Number(text) : text,
    ...(percent !== '' && { max_percent: percent }),
    ...(hedge_sessions === true && { sessions: true }),
  };
}

export function filledTargets({ targets }: Pick<VirtualModelValues, 'targets'>): readonly TargetValues[] {
  return targets.filter(({ model }) => model.trim() !== '');
}

/** `503` is a status, `timeout` a word. */
function readReason(reason: string): string | number {
  return /^\d+$/.test(reason) ? Number(reason) : reason;
}

/** The list with one item moved by a step; the same list where it cannot move. */
export function moveItem<Item>(items: readonly Item[], index: number, step: -1 | 1): readonly Item[] {
  const other = index + step;
  if (other < 0 || other >= items.length) return items;
  return items.map((item, each) =>
    each === index ? (items[other] as Item) : each === other ? (items[index] as Item) : item,
  );
}
