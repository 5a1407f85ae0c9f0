import { writeProblem } from '@multilane/contracts';
import jsonata from 'jsonata';
import { createCelEnvironment } from './cel-environment.js';

const LONGEST_MESSAGE = 200;
const CEL = createCelEnvironment();

/** Texts in quotes: what they say names no step. One that has no end reaches to the end, so that it is looked at once. */
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?/g;

/** Finds the problem of a CEL expression, as a sentence; undefined if there is none. */
export function findCelProblem(expression: string, wanted?: 'bool'): string | undefined {
  try {
    const { error, type, valid } = CEL.check(expression);
    if (!valid) return describe(error);
    if (wanted !== undefined && type !== undefined && type !== wanted && type !== 'dyn') {
      return writeProblem('result_not_bool', { result: String(type).slice(0, LONGEST_MESSAGE) });
    }
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

/** Each looks through all steps before it when it is parsed. */
const MOST_PARENTS = 100;

/** The same for JSONata. */
export function findJsonataProblem(expression: string): string | undefined {
  if (expression.replaceAll(QUOTED, '').split('%').length - 1 > MOST_PARENTS) {
    return writeProblem('too_many_parents', { max: MOST_PARENTS });
  }
  try {
    jsonata(expression);
    return undefined;
  } catch (error) {
    return describe(error);
  }
}

/** The ids of the steps that an expression names; undefined if that cannot be told, so that it may be any. */
export function stepsInExpression(expression: string): readonly string[] | undefined {
  const bare = expression.replaceAll(QUOTED, '""');
  const ids: string[] = [];
  for (const { index } of bare.matchAll(/(?<![\w.$])steps\b/g)) {
    const [, id] = /^steps\s*\.\s*([A-Za-z]\w{0,63})/.exec(bare.slice(index, index + 100)) ?? [];
    if (id === undefined) return undefined;
    ids.push(id);
  }
  // JSONata reaches everything by its wildcards, and from its context.
  const dense = bare.replaceAll(/\s+/g, '');
  return /\*\*|\$\$|%|(?:^|[^\w)\]"])\*/.test(dense) ? undefined : ids;
}

function describe(error: unknown): string {
  const { message = '' } = (error ?? {}) as { message?: string };
  const [line = ''] = message.split(/[\n\r\u2028\u2029]/);
  return writeProblem('not_expression', { detail: line.slice(0, LONGEST_MESSAGE) || '–' });
}
