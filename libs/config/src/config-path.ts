/** Keys and list positions from the root of the file to a value. */
export type ConfigPath = readonly (string | number)[];

/** `['models', 0, 'prices']` → `models[0].prices`; a key that is no plain word is quoted in brackets. */
export function formatPath(path: ConfigPath): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      if (!/^[\w-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
      return index === 0 ? part : `.${part}`;
    })
    .join('');
}
