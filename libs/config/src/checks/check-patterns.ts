import { RE2JS } from 're2js';
import type { ReportProblem } from '../fit-to-schema.js';
import type { ConfigNode, CrossCheck } from './config-node.js';

/** What all patterns of a guardrail together may take for a character, in nanoseconds of the processor. */
const MOST_NANOSECONDS = 5_000;
/** The probe begins small: a pattern that is far too slow is told by it without holding anybody up. */
const PROBES = [256, 1_024, 4_096];
/** One slow look may be the machine's. */
const TRIES = 2;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}     ETAOIN0123456789.,:=-_@/"`;
const TEXTS = [makeProbe(LETTERS, 4_096), makeProbe(SIGNS, 4_096)];

/** Patterns of gateway.yaml are measured when the file is read. */
export const checkPatterns: CrossCheck = (config, report) => {
  for (const entry of config.at('guardrails').items) checkGuardrailPatterns(entry, report);
};

/** Refuses patterns of a guardrail that take too long on a probe text: each of them is run, and
 * all of them take some tenths of a second at most. */
export function checkGuardrailPatterns(entry: ConfigNode, report: ReportProblem): void {
  if (entry.at('kind').text !== 'regex') return;
  let spent = 0;
  for (const node of entry.at('config').at('patterns').items) {
    const pattern = node.text === undefined ? undefined : compile(node.text);
    if (pattern === undefined) continue;
    const left = MOST_NANOSECONDS - spent;
    spent += Math.max(...TEXTS.map((text) => measure(pattern, text, left)));
    if (spent <= MOST_NANOSECONDS) continue;
    report(
      node.path,
      'takes too long on a probe text, with the patterns before it; use shorter repetitions, such as {1,20}',
    );
    return;
  }
}

/** Nanoseconds for a character; more than the limit as soon as that is sure. */
function measure(pattern: RE2JS, probe: string, limit: number): number {
  let cost = 0;
  for (const length of PROBES) {
    const text = probe.slice(0, length);
    cost = Number.POSITIVE_INFINITY;
    for (let time = 0; time < TRIES; time++) {
      const start = process.threadCpuUsage();
      pattern.test(text);
      const { system, user } = process.threadCpuUsage(start);
      cost = Math.min(cost, ((system + user) * 1_000) / length);
      // Fast enough, or so slow that no second look would help.
      if (cost < limit / 4 || cost > limit * 2) break;
    }
    // The first look at a short text is mostly the automaton's beginning.
    if (cost > limit * (length < 1_000 ? 8 : 1)) return Number.POSITIVE_INFINITY;
  }
  return cost;
}

function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch {
    // The schema has told what is wrong with it.
    return undefined;
  }
}

/** Signs without an order, the same each time: an automaton meets something new at every character. */
function makeProbe(signs: string, length: number): string {
  let state = 1;
  let text = '';
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += signs[(state >>> 16) % signs.length];
  }
  return text;
}
