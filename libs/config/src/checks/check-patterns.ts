import { RE2JS } from 're2js';
import type { ReportProblem } from '../file/fit-to-schema.js';
import type { Steps } from '../file/in-slices.js';
import { checkGuardrailSchema } from './check-json-schema.js';
import type { ConfigNode } from './config-node.js';
import { measureCost } from './measure-cost.js';

/** Nanoseconds of the processor that all patterns of a guardrail together may take for a character. */
const MOST_FOR_GUARDRAIL = 5_000;
/** The same for one entity of a PII policy, which is looked for at every character. */
const MOST_FOR_ENTITY = 3_000;

const PROBE_LENGTH = 1_024;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const SIGNS = `${LETTERS}     ETAOIN0123456789.,:=-_@/"`;
const MONOTONOUS = ['a', '0', ' ', 'a1-', 'Aa 0.', 'é'];
const PROBES = [
  makeProbe(LETTERS),
  makeProbe(SIGNS),
  ...MONOTONOUS.map((piece) => piece.repeat(Math.ceil(PROBE_LENGTH / piece.length))),
];

/** A check that takes long: each step of it is short. */
export type SlowCheck = (node: ConfigNode, report: ReportProblem) => Steps<void>;

/** Runs the slow checks of a new guardrail: its patterns are measured, and its schema is compiled. */
export function* checkGuardrail(entry: ConfigNode, report: ReportProblem): Steps<void> {
  yield* checkGuardrailPatterns(entry, report);
  yield* checkGuardrailSchema(entry, report);
}

/** Patterns of gateway.yaml are measured when the file is read. */
export function* checkPatterns(config: ConfigNode, report: ReportProblem): Steps<void> {
  for (const entry of config.at('guardrails').items) yield* checkGuardrail(entry, report);
  yield* checkEntityPatterns(config.at('pii'), report);
}

/** Rejects patterns of a guardrail that take too long on a probe text, all of them together. */
export function* checkGuardrailPatterns(entry: ConfigNode, report: ReportProblem): Steps<void> {
  if (entry.at('kind').text !== 'regex') return;
  const flags = entry.at('config').at('ignore_case').value === true ? RE2JS.CASE_INSENSITIVE : 0;
  let spent = 0;
  for (const node of entry.at('config').at('patterns').items) {
    const pattern = compile(node.text, flags);
    if (pattern === undefined) continue;
    yield;
    spent += yield* measureCost(pattern, (text) => pattern.test(text), PROBES, MOST_FOR_GUARDRAIL - spent);
    if (spent <= MOST_FOR_GUARDRAIL) continue;
    report(
      node.path,
      'takes too long on a probe text, with the patterns before it; use shorter repetitions, such as {1,20}',
    );
    return;
  }
}

/** Rejects a custom entity of a PII policy whose pattern takes too long on a probe text. */
export function* checkEntityPatterns(policy: ConfigNode, report: ReportProblem): Steps<void> {
  for (const entity of policy.at('custom_entities').items) {
    const node = entity.at('pattern');
    const pattern = compile(node.text, entity.at('ignore_case').value === true ? RE2JS.CASE_INSENSITIVE : 0);
    if (pattern === undefined) continue;
    yield;
    const cost = yield* measureCost(pattern, (text) => pattern.matcher(text).find(), PROBES, MOST_FOR_ENTITY);
    if (cost > MOST_FOR_ENTITY) report(node.path, 'must be simpler: it takes too long on a probe text');
  }
}

function compile(source: string | undefined, flags: number): RE2JS | undefined {
  if (source === undefined) return undefined;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags);
  } catch {
    // The schema has reported what is wrong with it.
    return undefined;
  }
}

/** Signs without an order, the same each time: an automaton meets something new at every character. */
function makeProbe(signs: string): string {
  let state = 1;
  let text = '';
  for (let index = 0; index < PROBE_LENGTH; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += signs[(state >>> 16) % signs.length];
  }
  return text;
}
