import { AGENT_BOUNDS, type ToolCallState, type Turn } from '@multilane/agents';
import { parseBoundedJson } from '@multilane/contracts';
import type { AgentStepRecord } from '@multilane/persistence';
import type { AnswerSource } from '../../knowledge/write-answer-prompt.js';

/** Stored part of a model's answer. */
export interface ModelContent {
  readonly content: string | null;
  readonly finish_reason: string | null;
}

/** Stored part of a call. */
export interface CallContent {
  readonly call_id: string;
  readonly arguments: string;
}

/** A source with the number that it is cited by. */
export interface NumberedSource extends AnswerSource {
  readonly number: number;
}

/** Stored result of a call. */
export interface CallResult {
  /** Text that the model gets. */
  readonly text: string;
  readonly sources?: readonly NumberedSource[] | undefined;
}

/** A call with its place in the run. */
export interface PlacedCall extends ToolCallState {
  readonly position: number;
}

/** Reads the turns of a run from its steps in order. */
export function readTurns(steps: readonly AgentStepRecord[]): Turn<PlacedCall>[] {
  const turns: { content: string | null; calls: PlacedCall[] }[] = [];
  for (const { content, kind, name, position, result, status } of steps) {
    if (kind === 'model') {
      turns.push({ content: (parseBoundedJson(content) as ModelContent).content, calls: [] });
      continue;
    }
    const { arguments: text, call_id: id } = parseBoundedJson(content) as CallContent;
    const said = result === null ? undefined : (parseBoundedJson(result) as CallResult).text;
    turns.at(-1)?.calls.push({ id, name: name ?? '', arguments: text, status, result: said, position });
  }
  return turns;
}

/** The sources that a run has found, at the index of their number less one. */
export function readSources(steps: readonly AgentStepRecord[]): (AnswerSource | undefined)[] {
  const sources: (AnswerSource | undefined)[] = [];
  for (const { result } of steps) {
    if (result === null) continue;
    for (const source of (parseBoundedJson(result) as CallResult).sources ?? []) sources[source.number - 1] = source;
  }
  return sources;
}

/** An error as the model gets it. */
export function errorText(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } });
}

/** A result as the model gets it: longer ones are cut, and say so. */
export function boundResult(text: string): string {
  if (text.length <= AGENT_BOUNDS.result) return text;
  const kept = text.slice(0, AGENT_BOUNDS.result).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n[The result was cut here: it has ${text.length} characters.]`;
}
