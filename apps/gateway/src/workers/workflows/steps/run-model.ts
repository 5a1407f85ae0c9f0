import { renderTexts, type TaskOf } from '@multilane/workflows';
import { CHAT } from '../../../endpoints/chat/chat.endpoint.js';
import { askModel } from '../../../knowledge/ask-model.js';
import { readJsonBounded } from '../../http-calls/read-json-bounded.js';
import { StepFailure, showingInput } from './step-failure.js';
import { headersOf, requestIdOf, type StepAttempt, type StepParts, type TaskResult } from './step-parts.js';

interface ChatAnswer {
  readonly model?: string;
  readonly choices?: readonly {
    readonly message?: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
  readonly usage?: object | null;
}

/** The request that a `model` step makes. */
export function chatRequestOf(task: TaskOf<'model'>, { data }: Pick<StepAttempt, 'data'>): object {
  const contents = renderTexts(
    task.messages.map(({ content }) => content),
    data,
  );
  return {
    model: task.model,
    messages: task.messages.map(({ role }, at) => ({ role, content: contents[at] })),
    ...(task.temperature !== undefined && { temperature: task.temperature }),
    ...(task.max_tokens !== undefined && { max_tokens: task.max_tokens }),
  };
}

/** Asks a model as whoever the run belongs to, under all policies. */
export async function runModel(
  { services }: StepParts,
  task: TaskOf<'model'>,
  attempt: StepAttempt,
): Promise<TaskResult> {
  const { findAdmission, run, signal, step } = attempt;
  const request = chatRequestOf(task, attempt);
  const admission = await findAdmission();
  let costUsd: number | null = null;
  return showingInput(request, async () => {
    const answer = await askModel(CHAT, request, {
      services,
      admission,
      requestId: requestIdOf(step),
      clientAddress: null,
      headers: headersOf(run),
      signal,
      onHeaders: ({ 'x-service-cost': cost }) => {
        costUsd = cost === undefined ? null : Number(cost);
      },
    });
    return { input: request, output: readAnswer(task, answer as ChatAnswer, costUsd) };
  });
}

/** Reads the output of the step from a model's answer. */
export function readAnswer(
  task: TaskOf<'model'>,
  { choices = [], model, usage }: ChatAnswer,
  costUsd: number | null,
): object {
  const [choice] = choices;
  const text = choice?.message?.content ?? '';
  const output = {
    text,
    model: model ?? task.model,
    finish_reason: choice?.finish_reason ?? null,
    usage: usage == null ? null : { ...usage, cost_usd: costUsd },
  };
  if (task.response === 'text') return output;
  const parsed = readJsonBounded(withoutFence(text));
  if (parsed === undefined) {
    throw new StepFailure('invalid_json', 'The model did not answer with JSON.', true).showing({ output });
  }
  return { ...output, json: parsed.value };
}

/** Models like to put JSON between lines of three backticks. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const isFenced = trimmed.startsWith('```') && trimmed.endsWith('```') && trimmed.includes('\n');
  return isFenced ? trimmed.slice(trimmed.indexOf('\n') + 1, -3) : trimmed;
}
