import type { ChatRequest, Usage } from '@multilane/contracts';
import type { PlannedAnswer } from './plan-answer.js';
import { nameToolCall, type SimulationFacts } from './simulation-facts.js';

/** Long enough to be worth sending, short enough that arguments come in several fragments. */
const ARGUMENT_FRAGMENT = 12;

/** The stream of a simulated answer, one finished event a string, without `[DONE]`. */
export function streamAnswer(
  request: Readonly<ChatRequest>,
  answers: readonly PlannedAnswer[],
  usage: Usage,
  facts: SimulationFacts,
): string[] {
  const includeUsage = request.stream_options?.include_usage === true;
  const head = { id: facts.id, object: 'chat.completion.chunk', created: facts.created, model: request.model };
  const toEvent = (chunk: object) => `data: ${JSON.stringify({ ...head, ...chunk })}\n\n`;
  const chunks = answers.flatMap((answer, index) =>
    streamChoice(answer, index, facts).map((choice) => ({ choices: [{ index, logprobs: null, ...choice }] })),
  );
  const events = chunks.map((chunk) => toEvent(includeUsage ? { ...chunk, usage: null } : chunk));
  return includeUsage ? [...events, toEvent({ choices: [], usage })] : events;
}

function streamChoice(answer: PlannedAnswer, choice: number, facts: SimulationFacts): object[] {
  const toDelta = (delta: object) => ({ delta, finish_reason: null });
  const last = (reason: string) => ({ delta: {}, finish_reason: reason });
  if (answer.kind === 'text') {
    const words = answer.text.match(/\s*\S+\s*$|\s*\S+|\s+$/gu) ?? [];
    const deltas = words.map((content) => toDelta({ content }));
    return [toDelta({ role: 'assistant', content: '', refusal: null }), ...deltas, last(answer.finishReason)];
  }
  const fragments = answer.calls.flatMap((call, index) => {
    const start = { index, id: nameToolCall(facts, choice, index), type: 'function' };
    return [
      { ...start, function: { name: call.name, arguments: '' } },
      ...splitEvery(call.arguments, ARGUMENT_FRAGMENT).map((part) => ({ index, function: { arguments: part } })),
    ];
  });
  const deltas = fragments.map((fragment) => toDelta({ tool_calls: [fragment] }));
  return [toDelta({ role: 'assistant', content: null }), ...deltas, last('tool_calls')];
}

function splitEvery(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, part) => text.slice(part * size, (part + 1) * size));
}
