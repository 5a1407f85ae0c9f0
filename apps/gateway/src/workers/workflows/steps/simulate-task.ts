import { parseBoundedJson } from '@multilane/contracts';
import { simulate } from '@multilane/providers';
import { renderJson, renderText } from '@multilane/workflows';
import { CHAT } from '../../../endpoints/chat/chat.endpoint.js';
import { chatRequestOf, readAnswer } from './run-model.js';
import { idempotencyKeyOf } from './send-http.js';
import { StepFailure } from './step-failure.js';
import type { OwnTask, StepAttempt, TaskResult } from './step-parts.js';

/** Simulates a task in a dry run: models are played by the simulator, and nothing is sent or searched. */
export function simulateTask(task: Exclude<OwnTask, { readonly kind: 'transform' }>, attempt: StepAttempt): TaskResult {
  const { data, step } = attempt;
  switch (task.kind) {
    case 'model': {
      const request = chatRequestOf(task, attempt);
      const answer = simulate(CHAT.route.path, JSON.stringify(request), { id: step.id, created: 0 });
      if (!('body' in answer) || answer.status !== 200) {
        throw new StepFailure('invalid_value', 'The simulator refuses the request of the step.');
      }
      const text = readAnswer(
        { ...task, response: 'text' },
        parseBoundedJson(answer.body) as Parameters<typeof readAnswer>[1],
        null,
      );
      return { input: request, output: { ...text, ...(task.response === 'json' && { json: {} }), simulated: true } };
    }
    case 'retrieve':
      return { input: { query: renderText(task.query, data) }, output: { results: [], simulated: true } };
    case 'http': {
      const { body, method, url } = task;
      const rendered = body === undefined ? {} : { body: renderJson(body, data) };
      return {
        input: { method, url: renderText(url, data), idempotency_key: idempotencyKeyOf(step), ...rendered },
        output: { status: 200, headers: {}, body: null, simulated: true },
      };
    }
  }
}
