/** Decisions of a grader about the answers of a target. */
export interface GraderShare {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
}

/** A grader in two runs. */
export interface ComparedGrader {
  readonly name: string;
  /** Share of the graded answers that passes; null where there are none. */
  readonly before: number | null;
  readonly after: number | null;
  /** Null where one of the two is. */
  readonly difference: number | null;
}

/** Compares what the graders of two runs decided, by their names: those of the second run first, as its suite has them. */
export function compareGraders(
  before: readonly GraderShare[],
  after: readonly GraderShare[],
): readonly ComparedGrader[] {
  const names = [...new Set([...after, ...before].map(({ name }) => name))];
  return names.map((name) => {
    const [was, is] = [before, after].map((grades) => shareOf(grades, name));
    const both = was != null && is != null;
    return { name, before: was ?? null, after: is ?? null, difference: both ? is - was : null };
  });
}

/** Several graders of one name are one. */
function shareOf(grades: readonly GraderShare[], wanted: string): number | null {
  const own = grades.filter(({ name }) => name === wanted);
  const passed = own.reduce((sum, grade) => sum + grade.passed, 0);
  const graded = own.reduce((sum, grade) => sum + grade.passed + grade.failed, 0);
  return graded === 0 ? null : passed / graded;
}
