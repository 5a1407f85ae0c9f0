import type { GuardrailVerdict } from '@multilane/contracts';
import { compileLocalCheck } from '../guardrails/compile-guardrail.js';
import type { GuardrailDefinition } from '../guardrails/definition.js';
import type { Check, GuardedTexts } from '../guardrails/guardrail.js';
import { unpackTextParts } from '../guardrails/packed-parts.js';
import { TextReadings } from '../guardrails/reading/text-readings.js';
import type { TextPart } from '../guardrails/text-part.js';
import type { RulesJob, ScanJob, WorkerJob, WorkerMessage } from './messages.js';
import { answerThreadAsk, type ThreadFound } from './thread-ask.js';

/** After this long, in milliseconds, a worker gives the rest of a job back, so that others have their turn. */
const TURN_MS = 100;

const definitions = new Map<number, GuardrailDefinition>();
const checks = new Map<number, Check>();

const post = (message: WorkerMessage): void => {
  process.send?.(message);
};

process.on('disconnect', () => process.exit(0));
process.on('message', (job: WorkerJob) => {
  if (job.type === 'forget') {
    scans.delete(job.id);
    return;
  }
  if (job.type === 'scan') runScan(job);
  else runRules(job);
  post({ type: 'ready' });
});
post({ type: 'ready' });

function runRules({ forgets, parts, phase, rules }: RulesJob): void {
  const start = performance.now();
  if (forgets) {
    definitions.clear();
    checks.clear();
  }
  for (const { definition, id } of rules) if (definition) definitions.set(id, definition);
  const texts = describeTexts(unpackTextParts(parts), phase);
  for (const { id, isEnforced } of rules) {
    const verdict = runRule(id, texts);
    post({ type: 'verdict', verdict });
    if ((verdict === 'finding' && isEnforced) || performance.now() - start > TURN_MS) return;
  }
}

/** Scans that were interrupted. */
const scans = new Map<number, Generator<undefined, ThreadFound>>();

function runScan({ ask, id }: ScanJob): void {
  const end = performance.now() + TURN_MS;
  const scan = ask === undefined ? scans.get(id) : answerThreadAsk(ask);
  scans.delete(id);
  try {
    if (scan === undefined) throw new Error('there is no such scan');
    let step = scan.next();
    while (step.done !== true && performance.now() < end) step = scan.next();
    if (step.done === true) {
      post({ type: 'found', found: step.value });
      return;
    }
    scans.set(id, scan);
    post({ type: 'paused' });
  } catch {
    post({ type: 'verdict', verdict: 'failure' });
  }
}

/** Compiles a rule when it is first run: that counts as its time too. */
function runRule(id: number, texts: GuardedTexts): GuardrailVerdict {
  try {
    const check = checks.get(id) ?? compileLocalCheck(definitions.get(id) as GuardrailDefinition);
    checks.set(id, check);
    const verdict = check(texts);
    return verdict instanceof Promise ? 'failure' : verdict;
  } catch {
    return 'failure';
  }
}

/** Rules that a worker runs look at the texts and at nothing else. */
function describeTexts(parts: readonly TextPart[], phase: RulesJob['phase']): GuardedTexts {
  return {
    phase,
    endpoint: '',
    model: '',
    requestId: '',
    parts,
    readings: new TextReadings(parts),
    countTokens: () => Number.POSITIVE_INFINITY,
    hasAtMostTokens: () => false,
    askModel: () => Promise.reject(new Error('a worker asks nobody')),
  };
}
