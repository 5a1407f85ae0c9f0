import { type ChatCompletion, type ChatMessage, isRecord } from '@multilane/contracts';
import { unreadable } from '../failures/map-error.js';
import { cutTokens } from './cut-tokens.js';
import { type Stop, StopCutter } from './stop-cutter.js';

/** The greatest `n` of the format: who answers with more choices did not understand the request. */
export const MOST_CHOICES = 128;

type Choice = ChatCompletion['choices'][number];

/**
 * The answer as a model would have given it that knows stop sequences: its text ends before the first of them, and what the model said
 * after it is left out. The same answer if none is in it. `stop_reason` names the sequence, as vLLM's answers do.
 */
export function cutCompletion(answer: ChatCompletion, stops: readonly Stop[]): ChatCompletion {
  if (answer.choices.length > MOST_CHOICES) throw unreadable('choices');
  const choices = answer.choices.map((choice) => cutChoice(choice, stops));
  return choices.every((choice, index) => choice === answer.choices[index]) ? answer : { ...answer, choices };
}

function cutChoice(choice: Choice, stops: readonly Stop[]): Choice {
  const { content } = choice.message;
  if (typeof content !== 'string') return choice;
  const cutter = new StopCutter(stops);
  const kept = cutter.push(content);
  if (cutter.stoppedAt === undefined) return choice;
  const cut: Choice = {
    ...choice,
    message: cutMessage(choice.message, kept),
    finish_reason: 'stop',
    stop_reason: cutter.stoppedAt,
  };
  if (choice.logprobs !== undefined) cut.logprobs = cutTokens(choice.logprobs, kept.length);
  return cut;
}

/** Calls follow the text. */
function cutMessage({ tool_calls: _calls, annotations, ...message }: ChatMessage, content: string): ChatMessage {
  const kept = Array.isArray(annotations) ? annotations.filter((each) => isWithin(each, content.length)) : undefined;
  return { ...message, content, ...(kept && { annotations: kept }) };
}

/** True if a citation is about the text that is left. */
function isWithin(annotation: unknown, length: number): boolean {
  const { end_index: end } = Object(isRecord(annotation) ? annotation.url_citation : undefined) as {
    end_index?: unknown;
  };
  return typeof end !== 'number' || end <= length;
}
