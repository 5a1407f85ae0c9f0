import type { StepAttempt, StepParts } from './step-parts.js';

/** The value of an expression of a step, over the data of its run. @throws ExpressionError */
export function evaluate(
  { tenantCode }: Pick<StepParts, 'tenantCode'>,
  language: 'cel' | 'jsonata',
  expression: string,
  { data, run, signal }: Pick<StepAttempt, 'data' | 'run' | 'signal'>,
): Promise<unknown> {
  return tenantCode.evaluate({ tenant: run.workspaceId, language, expression, data, signal });
}
