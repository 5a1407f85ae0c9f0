import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Decisions of graders are stored beside an answer, one letter for each, so that figures of graders are counted without
 * opening answers. Answers from before have none: they are in no figure of a grader.
 */
export class EvalGradeMarks implements MigrationInterface {
  readonly name = 'EvalGradeMarks1795721400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE eval_results ADD COLUMN grade_marks text');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}
