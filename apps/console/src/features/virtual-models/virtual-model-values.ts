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
  readonly drop: readonly string[];
  /** Problems with these groups are shown here. */
  readonly retry: null;
  readonly shadow: null;
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
  drop: [],
  retry: null,
  shadow: null,
};

export function valuesOfVirtualModel(model: VirtualModel): VirtualModelValues {
  const { name, strategy, targets, retry, sticky, shadow, unsupported_parameters: unsupported } = model;
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
    drop: unsupported?.drop ?? [],
    retry: null,
    shadow: null,
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
    unsupported_parameters: drop.length === 0 ? null : { drop: [...drop] },
  } as NewVirtualModel;
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
