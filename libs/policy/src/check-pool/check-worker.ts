import { parentPort } from 'node:worker_threads';
import { compileLocalCheck } from '../guardrails/compile-guardrail.js';
import type { GuardrailDefinition } from '../guardrails/definition.js';
import type { Check, GuardedTexts, Verdict } from '../guardrails/guardrail.js';
import { TextReadings } from '../guardrails/reading/text-readings.js';
import { answerAsk, type PiiAsk } from '../pii/pii-scan.js';
import type { WorkerJob, WorkerMessage } from './messages.js';

/** After this long, in milliseconds, a worker gives the rest of a job back, so that others have their turn. */
const TURN_MS = 100;

const definitions = new Map<number, GuardrailDefinition>();
const checks = new Map<number, Check>();

const tell = (message: WorkerMessage): void => parentPort?.postMessage(message);

parentPort?.on('message', (job: WorkerJob) => {
  if (job.scan) runScan(job.scan);
  else runJob(job);
  tell({ type: 'ready' });
});
tell({ type: 'ready' });

function runJob({ forgets, parts, phase, rules }: WorkerJob): void {
  const start = performance.now();
  if (forgets) {
    definitions.clear();
    checks.clear();
  }
  for (const { definition, id } of rules) if (definition) definitions.set(id, definition);
  const texts = describeTexts(parts, phase);
  for (const { id, isEnforced } of rules) {
    const verdict = runRule(id, texts);
    tell({ type: 'verdict', verdict });
    if ((verdict === 'finding' && isEnforced) || performance.now() - start > TURN_MS) return;
  }
}

function runScan(ask: PiiAsk): void {
  try {
    tell({ type: 'found', found: answerAsk(ask) });
  } catch {
    tell({ type: 'verdict', verdict: 'failure' });
  }
}

/** Compiles a rule when it is first run: that counts as its time too. */
function runRule(id: number, texts: GuardedTexts): Verdict {
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
function describeTexts(parts: WorkerJob['parts'], phase: WorkerJob['phase']): GuardedTexts {
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
