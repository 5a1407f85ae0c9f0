/** The field of a step that a problem is about: the key of its label, and the number of the message that it belongs to. */
export interface ProblemField {
  readonly key: string;
  readonly number?: number;
}

/**
 * Reads the path of a problem, such as `nodes[2].messages[0].content`.
 *
 * @returns undefined for a path that is not one of a step's field
 */
export function fieldOfProblem(path: string): ProblemField | undefined {
  const [, field = ''] = /^nodes\[\d+\]\.(.+)$/.exec(path) ?? [];
  const [, index, part] = /^messages\[(\d+)\]\.(\w+)/.exec(field) ?? [];
  if (index !== undefined && part !== undefined) return { key: part, number: Number(index) + 1 };
  const [key] = /^\w+/.exec(field) ?? [];
  return key === undefined ? undefined : { key };
}

/** Part of a definition that a problem of no step's field is about; undefined for other paths. */
export function partOfProblem(path: string): 'steps' | 'edges' | 'output' | 'definition' | undefined {
  if (/^nodes(?:\[\d+\])?$/.test(path)) return 'steps';
  const [part] = /^(?:edges|output|definition)\b/.exec(path) ?? [];
  return part as ReturnType<typeof partOfProblem>;
}
