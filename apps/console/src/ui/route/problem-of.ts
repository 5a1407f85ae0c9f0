import type { ApiFailure } from '../../api/client.js';

/** Problem of a field by its kind, for which the catalogue `problems` has a sentence. */
export interface FieldProblem {
  readonly kind: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Reads the kind of problem that the service reports of a field. Undefined for other failures. */
export function problemOf({ details }: Pick<ApiFailure, 'details'>): FieldProblem | undefined {
  const { problem } = (details ?? {}) as { readonly problem?: Partial<FieldProblem> };
  if (typeof problem?.kind !== 'string') return undefined;
  return { kind: problem.kind, values: Object.fromEntries(Object.entries(problem.values ?? {}).filter(isShown)) };
}

/** Finds the sentence of a problem in the catalogue `problems`: a key, and the values that it holds. */
export function sentenceOf(problem: FieldProblem | undefined): {
  readonly key: string;
  readonly values: FieldProblem['values'];
} {
  return { key: `problems:${problem?.kind ?? 'other'}`, values: problem?.values ?? {} };
}

const isShown = (entry: [string, unknown]): entry is [string, string | number] =>
  typeof entry[1] === 'string' || typeof entry[1] === 'number';
