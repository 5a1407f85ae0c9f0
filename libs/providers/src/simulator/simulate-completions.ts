import type { CompletionsRequest, Usage } from '@multilane/contracts';
import { isRecord, parseBoundedJson } from '@multilane/contracts';
import { type LimitedText, limitText, splitTokens } from './limit-text.js';
import {
  answerEvents,
  answerJson,
  findTrigger,
  MAX_ECHO_CHARACTERS,
  refuse,
  refuseLength,
  refuseOnTrigger,
  type SimulatedAnswer,
} from './simulated-answer.js';
import type { SimulationFacts } from './simulation-facts.js';

interface SimulatedChoice extends LimitedText {
  readonly index: number;
}

/**
 * Answers a legacy text completion, deterministically: every prompt gets ` You said: <the prompt>`, streamed word by
 * word, and a prompt of tokens their number. It honours several prompts, `n`, `echo`, `stop`, `max_tokens`
 * and `stream_options.include_usage`. Failures are asked for as in `simulateChat`.
 */
export function simulateCompletions(requestBody: string, facts: SimulationFacts): SimulatedAnswer {
  const request = readRequest(requestBody);
  if (request === undefined) return refuse(400, 'invalid_request_error', 'The request is not a completions request.');
  const prompts = readPrompts(request.prompt);
  const trigger = findTrigger(request.model, prompts.join('\n'));
  const refusal = refuseOnTrigger(trigger);
  if (refusal !== undefined) return refusal;

  const echoed = prompts.reduce((sum, { length }) => sum + length, 0) * Math.max(request.n ?? 1, request.best_of ?? 1);
  if (echoed > MAX_ECHO_CHARACTERS) return refuseLength();
  const choices = planChoices(request, prompts);
  const usage = countUsage(prompts, choices);
  const head = { id: facts.id, object: 'text_completion', created: facts.created, model: request.model };
  const cut = trigger === 'simulator-cut';
  if (request.stream !== true) {
    const finished = choices.map(({ index, text, finishReason }) => composeChoice(index, text, finishReason));
    return answerJson({ ...head, choices: finished, usage }, cut);
  }
  const includeUsage = request.stream_options?.include_usage === true;
  const toEvent = (chunk: object) => `data: ${JSON.stringify({ ...head, ...chunk })}\n\n`;
  const chunks = choices.flatMap(streamChoice).map((choice) => ({ choices: [choice] }));
  const events = chunks.map((chunk) => toEvent(includeUsage ? { ...chunk, usage: null } : chunk));
  return answerEvents(includeUsage ? [...events, toEvent({ choices: [], usage })] : events, cut);
}

function readRequest(body: string): CompletionsRequest | undefined {
  try {
    const request: unknown = parseBoundedJson(body);
    const hasPrompt = isRecord(request) && (typeof request.prompt === 'string' || Array.isArray(request.prompt));
    return hasPrompt ? (request as CompletionsRequest) : undefined;
  } catch {
    return undefined;
  }
}

function readPrompts(prompt: CompletionsRequest['prompt']): string[] {
  if (typeof prompt === 'string') return [prompt];
  if (typeof prompt[0] === 'number') return [`${prompt.length} tokens`];
  return (prompt as (string | number[])[]).map((one) => (typeof one === 'string' ? one : `${one.length} tokens`));
}

function planChoices(request: CompletionsRequest, prompts: readonly string[]): SimulatedChoice[] {
  const texts = prompts.flatMap((prompt) => {
    const limited = limitText(` You said: ${prompt}`, { stop: request.stop, max_tokens: request.max_tokens });
    const text = `${request.echo === true ? prompt : ''}${limited.text}`;
    return Array.from({ length: request.n ?? 1 }, () => ({ ...limited, text }));
  });
  return texts.map((text, index) => ({ ...text, index }));
}

function streamChoice({ index, text, finishReason }: SimulatedChoice): object[] {
  const words = text.match(/\s*\S+\s*$|\s*\S+|\s+$/gu) ?? [];
  return [...words.map((word) => composeChoice(index, word, null)), composeChoice(index, '', finishReason)];
}

function composeChoice(index: number, text: string, finish_reason: string | null): object {
  return { index, text, logprobs: null, finish_reason };
}

function countUsage(prompts: readonly string[], choices: readonly SimulatedChoice[]): Usage {
  const prompt = prompts.reduce((sum, text) => sum + splitTokens(text).length, 0);
  const completion = choices.reduce((sum, { text }) => sum + splitTokens(text).length, 0);
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}
