import type { components } from '../../../api/schema.js';
import { isObject } from '../../../ui/json-object.js';

export type UploadValues = {
  readonly jsonl: string;
  /** Names of members. Empty: the standard one. */
  readonly id: string;
  readonly input: string;
  readonly expected: string;
  readonly tool_calls: string;
};

/** The standard names of the members of a line. */
export const MEMBERS = {
  id: 'id',
  input: 'input',
  expected: 'expected',
  tool_calls: 'expected_tool_calls',
} as const satisfies Record<keyof components['schemas']['EvalFieldNamesDto'], string>;

/** Characters of an upload. */
const MOST_CHARACTERS = 4_000_000;

/** Problem of a line that the service reports. */
export interface LineProblem {
  readonly line: number;
  /** The member; null: the line as a whole. */
  readonly field: string | null;
  readonly message: string;
}

/** Returns the body: names of members only if they differ from the defaults. */
export function toVersion({ jsonl, ...names }: UploadValues): components['schemas']['CreateEvalVersionDto'] {
  const given = Object.keys(MEMBERS).flatMap((member) => {
    const name = names[member as keyof typeof MEMBERS]?.trim() ?? '';
    return name === '' ? [] : [[member, name] as const];
  });
  return { jsonl, ...(given.length > 0 && { fields: Object.fromEntries(given) }) };
}

/** The key of what is wrong before the service is asked. */
export function findUploadProblem({ jsonl }: UploadValues): string | undefined {
  if (jsonl.trim() === '') return 'required.jsonl';
  return jsonl.length > MOST_CHARACTERS ? 'required.shorter' : undefined;
}

/** The lines that the service rejected, from what its error says beside the message; none for any other failure. */
export function readLineProblems(details: unknown): readonly LineProblem[] {
  const problems = isObject(details) ? details.problems : undefined;
  if (!Array.isArray(problems)) return [];
  return problems.flatMap((problem: unknown): LineProblem[] => {
    if (!isObject(problem) || typeof problem.line !== 'number') return [];
    const { field, line, message } = problem;
    return [{ line, field: typeof field === 'string' ? field : null, message: String(message) }];
  });
}
