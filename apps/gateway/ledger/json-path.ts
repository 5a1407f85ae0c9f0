/** A JSON object of any shape. */
export type Json = Record<string, unknown>;

/** Values by the path at which each stands: `messages[0].content[1].text`. */
export type Places = Readonly<Record<string, unknown>>;

/** The value at a path; undefined where the path leads nowhere. */
export function readPath(root: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    return (value as Json)[step];
  }, root);
}

/** A copy of a JSON value with a value at each path; objects and lists on the way are made. Undefined takes it out. */
export function withPlaces<Root>(root: Root, places: Places): Root {
  const copy = copyJson(root);
  for (const [path, value] of Object.entries(places)) setPath(copy, stepsOf(path), value);
  return copy;
}

/**
 * A copy of a JSON value. `structuredClone` would give its objects prototypes that a test's own do not share, and a strict
 * comparison heeds them.
 */
export function copyJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function setPath(root: unknown, steps: readonly string[], value: unknown): void {
  const last = steps.at(-1) ?? '';
  let node = root as Json;
  steps.slice(0, -1).forEach((step, index) => {
    node[step] ??= /^\d+$/.test(steps[index + 1] ?? '') ? [] : {};
    node = node[step] as Json;
  });
  if (value === undefined) delete node[last];
  else node[last] = value;
}

function stepsOf(path: string): string[] {
  return path.split(/[.[\]]+/).filter((step) => step !== '');
}

/** Every value of a JSON object that is no object or list with something in it, by its path. */
export function leavesOf(value: unknown, path = ''): Places {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return { [path]: value };
  const nameOf = (key: string) => (Array.isArray(value) ? `${path}[${key}]` : `${path === '' ? '' : `${path}.`}${key}`);
  return Object.assign({}, ...Object.entries(value).map(([key, member]) => leavesOf(member, nameOf(key))));
}
