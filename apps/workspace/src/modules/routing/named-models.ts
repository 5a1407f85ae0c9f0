import type { VirtualModelEntry } from '@multilane/config';

/** Lists the models that a virtual model or a routing config names, with the path of each name. */
export function namedModels({ targets, shadow }: Pick<VirtualModelEntry, 'targets' | 'shadow'>): [string, string][] {
  const named = targets.map(({ model }, index): [string, string] => [`targets[${index}].model`, model]);
  return shadow === undefined ? named : [...named, ['shadow.model', shadow.model]];
}

/** The names that callers must be allowed to use to reach targets, with the path of each. */
export function requiredModels({ targets }: Pick<VirtualModelEntry, 'targets'>): [string, string][] {
  return targets.flatMap(({ requires }, index): [string, string][] =>
    requires === undefined ? [] : [[`targets[${index}].requires`, requires]],
  );
}
