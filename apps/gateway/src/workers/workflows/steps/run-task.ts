import { renderText } from '@multilane/workflows';
import { evaluate } from './evaluate.js';
import { runModel } from './run-model.js';
import { sendHttp } from './send-http.js';
import { simulateTask } from './simulate-task.js';
import { StepFailure, showingInput } from './step-failure.js';
import {
  headersOf,
  type OwnTask,
  requestIdOf,
  type StepAttempt,
  type StepParts,
  type TaskResult,
} from './step-parts.js';

/** Does the work of a step, or of an item of a `map` step. In a dry run nothing leaves the gateway. */
export async function runTask(parts: StepParts, task: OwnTask, attempt: StepAttempt): Promise<TaskResult> {
  if (attempt.run.dryRun && task.kind !== 'transform') return simulateTask(task, attempt);
  switch (task.kind) {
    case 'model':
      return runModel(parts, task, attempt);
    case 'http':
      return sendHttp(parts, task, attempt);
    case 'transform':
      return {
        input: undefined,
        output: await evaluate(parts, 'jsonata', task.expression, attempt),
      };
    case 'retrieve':
      return retrieve(parts, task, attempt);
  }
}

async function retrieve(
  { services }: StepParts,
  { kb_ids: kbIds, mode, query: template, top_k: topK }: Extract<OwnTask, { readonly kind: 'retrieve' }>,
  { data, findAdmission, run, signal, step }: StepAttempt,
): Promise<TaskResult> {
  const { knowledge } = services;
  if (knowledge === undefined) throw new StepFailure('knowledge_unavailable', 'This gateway has no knowledge bases.');
  const query = renderText(template, data);
  const input = { query };
  const answer = await showingInput(input, async () =>
    knowledge.query({
      admission: await findAdmission(),
      requestId: requestIdOf(step),
      clientAddress: null,
      headers: headersOf(run),
      signal,
      place: { workspaceId: run.workspaceId },
      kbIds,
      query: { query, topK, mode },
    }),
  );
  return { input, output: answer };
}
