import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { couldNotCheck } from '@multilane/agents';
import { GatewayError } from '@multilane/errors';
import {
  type ComputedGrader,
  computeGrade,
  findJudgeProblem,
  type Grade,
  type Grader,
  type GraderOf,
  gradeLikeness,
  isComputed,
  type JudgeQuestion,
  judged,
  nameOfGrader,
  questionsOf,
  readAnswerJson,
  readVerdict,
  tallyVotes,
  textToEmbed,
  ungraded,
  type Verdict,
  writeJudgeRequest,
} from '@multilane/evals';
import { embedTexts } from '../../knowledge/embed-texts.js';
import { askChat } from './ask-chat.js';
import {
  type Answered,
  type EvalParts,
  isTemporary,
  readRefusal,
  TargetFailure,
  type UnitAttempt,
  WITHOUT_CACHE,
} from './eval-parts.js';

/** One grader's grade of an answer. */
export type NamedGrade = Grade & { readonly name: string; readonly type: Grader['type'] };

export interface Graded {
  readonly grades: readonly NamedGrade[];
  /** Cost of the judges; null if none was asked, or none has a price. */
  readonly judgeCostUsd: number | null;
}

const ASKED_AT_MOST = 4;
const FIRST_PAUSE_MS = 1_000;

/** Grades an answer. A grader that cannot grade has the status `error`; only the end of the work on the run rejects. */
export async function gradeAnswer(parts: EvalParts, attempt: UnitAttempt, answer: Answered): Promise<Graded> {
  const grades: NamedGrade[] = [];
  let judgeCostUsd: number | null = null;
  const spend = (costUsd: number | null): void => {
    if (costUsd !== null) judgeCostUsd = (judgeCostUsd ?? 0) + costUsd;
  };
  for (const [at, grader] of attempt.definition.graders.entries()) {
    const named = { ...attempt, requestId: `${attempt.requestId}_g${at}` };
    const grade = await gradeBy(parts, grader, named, answer, spend);
    grades.push({ name: nameOfGrader(grader), type: grader.type, ...grade });
  }
  return { grades, judgeCostUsd };
}

async function gradeBy(
  parts: EvalParts,
  grader: Grader,
  attempt: UnitAttempt,
  answer: Answered,
  spend: (costUsd: number | null) => void,
): Promise<Grade> {
  if (grader.type === 'similarity' && grader.method === 'embedding') {
    return gradeByEmbedding(parts, grader, attempt, answer);
  }
  // Numbers are compared here.
  if (grader.type === 'latency' || grader.type === 'cost') return computeGrade(grader, answer, attempt.item);
  if (isComputed(grader)) return gradeApart(parts, grader, answer, attempt);
  switch (grader.type) {
    case 'json_schema':
      return gradeBySchema(parts, grader, answer, attempt);
    case 'judge':
      return gradeByJudge(parts, grader, attempt, answer, spend);
  }
}

/** Its patterns, paths and comparisons are a tenant's: it runs in a process that can be stopped. */
function gradeApart(
  { tenantCode }: EvalParts,
  grader: ComputedGrader,
  { costUsd, latencyMs, text, toolCalls }: Answered,
  { item, run }: UnitAttempt,
): Promise<Grade> {
  return tenantCode.grade(run.workspaceId, grader, { costUsd, latencyMs, text, toolCalls }, item);
}

async function gradeBySchema(
  { checker }: EvalParts,
  { schema }: GraderOf<'json_schema'>,
  { text }: Answered,
  { run }: UnitAttempt,
): Promise<Grade> {
  const read = readAnswerJson(text);
  if (read === undefined) return judged(false, 0, 'The answer is not JSON.');
  const problem = await checker.check(run.workspaceId, schema, read.value);
  if (problem === undefined) return judged(true);
  if (couldNotCheck(problem)) return ungraded('The schema is not valid, or takes too long to check.');
  return judged(false, 0, problem.replace(/^The arguments/, 'The answer').replace(/^The argument/, 'The member'));
}

async function gradeByEmbedding(
  { services }: EvalParts,
  grader: GraderOf<'similarity'>,
  { admission, item, requestId, run, signal }: UnitAttempt,
  { text }: Answered,
): Promise<Grade> {
  const expected = textToEmbed(grader, item);
  if (expected === undefined || grader.model === undefined) return ungraded('`expected` must be a text.');
  if (text.trim() === '') return judged(false, 0, 'The answer is empty.');
  const { model } = grader;
  return askAgain(signal, requestId, ungraded('The embedding model did not answer.'), async (id) => {
    const asker = {
      services,
      admission,
      requestId: id,
      clientAddress: run.clientAddress,
      headers: WITHOUT_CACHE,
      signal,
    };
    const [given, wanted] = await embedTexts(model, [text, expected], 'document', asker);
    let likeness = 0;
    // Vectors have length 1.
    for (const [at, value] of (given ?? []).entries()) likeness += value * (wanted?.[at] ?? 0);
    return gradeLikeness(grader, likeness);
  });
}

async function gradeByJudge(
  parts: EvalParts,
  judge: GraderOf<'judge'>,
  attempt: UnitAttempt,
  answer: Answered,
  spend: (costUsd: number | null) => void,
): Promise<Grade> {
  const problem = findJudgeProblem(judge, attempt.item);
  if (problem !== undefined) return ungraded(problem);
  const verdicts: Verdict[] = [];
  for (const [at, question] of questionsOf(judge).entries()) {
    verdicts.push(
      await askJudge(parts, judge, { ...attempt, requestId: `${attempt.requestId}_${at}` }, answer, question, spend),
    );
  }
  return tallyVotes(judge, verdicts);
}

function askJudge(
  parts: EvalParts,
  judge: GraderOf<'judge'>,
  attempt: UnitAttempt,
  answer: Answered,
  question: JudgeQuestion,
  spend: (costUsd: number | null) => void,
): Promise<Verdict> {
  const { item, requestId, signal } = attempt;
  const request = writeJudgeRequest(judge, answer, item, question, randomBytes(6).toString('hex'));
  return askAgain<Verdict>(signal, requestId, undefined, async (id) => {
    const said = await askChat(parts, request, attempt, id);
    spend(said.costUsd);
    return readVerdict(judge, said.text, question);
  });
}

/** Asks again after a failure that may pass. Resolves to `otherwise` where none of the attempts succeeds. */
async function askAgain<Result>(
  signal: AbortSignal,
  requestId: string,
  otherwise: Result,
  ask: (requestId: string) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(attempt === 1 ? requestId : `${requestId}_${attempt}`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GatewayError) && !(error instanceof TargetFailure)) throw error;
      if (!isTemporary(error) || attempt >= ASKED_AT_MOST) return otherwise;
      const pauseMs = Math.max(readRefusal(error)?.retryAfterMs ?? 0, FIRST_PAUSE_MS * 2 ** (attempt - 1));
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      signal.throwIfAborted();
    }
  }
}
