/** Runs what tenants wrote: expressions of workflows, schemas of tools and graders. It is one of a pool of processes. */
import { findArgumentProblem } from '@multilane/agents';
import { computeGrade } from '@multilane/evals';
import { answerTasks } from '@multilane/process';
import { createCelEnvironment } from '@multilane/workflows';
import jsonata from 'jsonata';
import type { TenantQuestion } from './tenant-question.js';

const CEL = createCelEnvironment();

answerTasks<TenantQuestion>((question) => {
  switch (question.kind) {
    case 'cel':
      return CEL.evaluate(question.expression, JSON.parse(question.data) as Record<string, unknown>);
    case 'jsonata':
      return jsonata(question.expression).evaluate(JSON.parse(question.data));
    case 'schema': {
      const { schema, value } = JSON.parse(question.data) as { schema: Record<string, unknown>; value: unknown };
      return { problem: findArgumentProblem(schema, value) };
    }
    case 'grade':
      return computeGrade(question.grader, question.sample, question.item);
  }
});
