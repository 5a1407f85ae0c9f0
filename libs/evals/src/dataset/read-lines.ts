import { isRecord } from '@multilane/contracts';
import { EVAL_BOUNDS } from '../bounds.js';
import { readJson } from '../json.js';
import type { CaseMessage, EvalCase, ToolCall } from './eval-case.js';

/** Names of a line's members, for datasets of others. */
export interface FieldNames {
  readonly id: string;
  readonly input: string;
  readonly expected: string;
  readonly tool_calls: string;
}

export const FIELD_NAMES: FieldNames = {
  id: 'id',
  input: 'input',
  expected: 'expected',
  tool_calls: 'expected_tool_calls',
};

/** Result of reading one line of an upload. */
export type ReadLine =
  | { readonly line: number; readonly case: EvalCase }
  | { readonly line: number; readonly problem: LineProblem };

export interface LineProblem {
  /** From 1. */
  readonly line: number;
  /** Field by its own name here; null: the line as a whole. */
  readonly field: keyof FieldNames | null;
  /** A sentence that quotes nothing of the line. */
  readonly message: string;
}

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const KEY = /^[^\p{Cc}\p{Surrogate}]{1,128}$/u;

/**
 * Reads JSONL line by line, so that its caller can let others go on between lines. Empty lines are skipped. The key of a line without an
 * id is its number. The problems of all lines come out: it is for the caller to stop at some number.
 */
export function* readLines(text: string, names: FieldNames = FIELD_NAMES): Generator<ReadLine> {
  const lines = new Map<string, number>();
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let line = 1; start <= text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const written = text.slice(start, end).trim();
    start = end + 1;
    if (written === '') continue;
    yield readLine(written, line, names, lines);
  }
}

function readLine(written: string, line: number, names: FieldNames, lines: Map<string, number>): ReadLine {
  const refuse = (field: keyof FieldNames | null, message: string): ReadLine => ({
    line,
    problem: { line, field, message },
  });
  if (written.length > EVAL_BOUNDS.line) return refuse(null, `The line has more than ${EVAL_BOUNDS.line} characters.`);
  const read = readJson(written);
  if (read === undefined) {
    return refuse(null, `The line is not JSON, or has more than ${EVAL_BOUNDS.depth} levels.`);
  }
  if (!isRecord(read.value)) return refuse(null, 'The line is not a JSON object.');
  const { value } = read;
  const given = value[names.id] ?? String(line);
  const key = typeof given === 'number' ? String(given) : given;
  if (typeof key !== 'string' || !KEY.test(key)) {
    return refuse('id', 'The id must be a text of 1 to 128 characters, or a number.');
  }
  const before = lines.get(key);
  if (before !== undefined) return refuse('id', `The id is also that of line ${before}.`);
  const input = readInput(value[names.input]);
  if (input === undefined) {
    return refuse(
      'input',
      `The input must be a text that is not empty, or a list of 1 to ${EVAL_BOUNDS.messages} messages with \`role\` and \`content\`.`,
    );
  }
  const toolCalls = readToolCalls(value[names.tool_calls]);
  if (toolCalls === false) {
    return refuse(
      'tool_calls',
      `Expected tool calls must be a list of at most ${EVAL_BOUNDS.toolCalls} objects with a \`name\`.`,
    );
  }
  lines.set(key, line);
  const expected = value[names.expected];
  return {
    line,
    case: {
      key,
      input,
      ...(expected !== undefined && expected !== null && { expected }),
      ...(toolCalls !== undefined && { toolCalls }),
    },
  };
}

function readInput(value: unknown): EvalCase['input'] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (!Array.isArray(value) || value.length === 0 || value.length > EVAL_BOUNDS.messages) return undefined;
  return value.every(isMessage) ? value : undefined;
}

function isMessage(value: unknown): value is CaseMessage {
  return isRecord(value) && typeof value.role === 'string' && ROLES.has(value.role) && 'content' in value;
}

/** False for what is no list of calls. */
function readToolCalls(value: unknown): readonly ToolCall[] | undefined | false {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > EVAL_BOUNDS.toolCalls) return false;
  const calls: ToolCall[] = [];
  for (const call of value) {
    if (!isRecord(call) || typeof call.name !== 'string' || call.name === '') return false;
    calls.push({ name: call.name, arguments: call.arguments ?? {} });
  }
  return calls;
}
