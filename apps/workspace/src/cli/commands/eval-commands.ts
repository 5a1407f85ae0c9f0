import { writeFile } from 'node:fs/promises';
import { toTextTable } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import { type Command, InvalidArgumentError } from 'commander';
import type { Answer } from '../answer.js';
import { act, type CommandLine } from '../command-line.js';
import { CommandFailure } from '../exit-codes.js';
import { type Evaluation, runEvaluation } from '../run-evaluation.js';
import { parseEmail, parseName } from '../values.js';

interface RunOptions {
  readonly as: string;
  readonly organization?: string;
  readonly workspace?: string;
  readonly baseline?: string;
  readonly junit?: string;
  readonly maxCost?: number;
  readonly minPassRate?: number;
}

const UNTAKEN_MS = 60_000;

/** Evaluations in a pipeline of continuous integration (docs/evals.md#in-a-pipeline). */
export function addEvalCommands(program: Command): void {
  const run = program
    .command('eval')
    .description('Runs evaluations.')
    .command('run')
    .description(
      'Runs a suite and waits for its end. Exits 1 if it does not complete, or a target is worse than before.',
    )
    .argument('<suite>', 'name or id of the suite', parseName)
    .requiredOption('--as <email>', 'the person as whom it runs, a member of the workspace', parseEmail)
    .option('--organization <name>', 'the organization; that of gateway.yaml by default', parseName)
    .option('--workspace <name>', 'name or id of the workspace, where several have such a suite', parseName)
    .option('--baseline <run>', 'a run to compare with: its id, or `previous`', parseName)
    .option('--junit <file>', 'where to write a report of JUnit')
    .option('--max-cost <usd>', 'US dollars after which the run ends', parseAmount)
    .option('--min-pass-rate <share>', 'also exit 1 if less of a target passes, from 0 to 1', parseAmount);
  act<[string], RunOptions>(run, (line, { args: [suite], options }) => runSuite(line, suite, options));
}

async function runSuite(line: CommandLine, suite: string, options: RunOptions): Promise<Answer> {
  const { config } = line.install;
  const { openJobQueues } = await import('@multilane/jobs');
  return line.withDatabase(async (database) => {
    const { id: organizationId } = await line.findOrganization(database, options.organization);
    const queues = openJobQueues({
      database: { executeSql: database.sql.executeSql, listenUrl: undefined },
      isSender: true,
      onProblem: (error) => line.showProgress(`The job queues have a problem: ${error.message}`),
    });
    try {
      const parts = {
        database,
        config,
        jobs: { queues: async () => queues },
        showProgress: (words: string) => line.showProgress(words),
        untakenMs: UNTAKEN_MS,
      };
      const { as, baseline, junit, maxCost, minPassRate = 0, workspace } = options;
      const request = {
        organizationId,
        workspace,
        suite,
        as,
        baseline,
        maxCostUsd: maxCost,
        actorName: line.actor.name,
      };
      const evaluation = await runEvaluation(parts, request);
      if (junit !== undefined) await writeFile(junit, evaluation.junit);
      return describe(evaluation, minPassRate);
    } catch (error) {
      throw error instanceof GatewayError ? new CommandFailure(error.message) : error;
    } finally {
      await queues.close();
    }
  });
}

/** True if an evaluation stops a pipeline. */
export function hasRegressed({ run, targets }: Evaluation, minPassRate: number): boolean {
  return (
    run.status !== 'completed' ||
    targets.some(({ comparison }) => comparison?.verdict === 'worse') ||
    targets.some(({ figures: { passRate } }) => (passRate ?? 0) < minPassRate)
  );
}

function describe(evaluation: Evaluation, minPassRate: number): Answer {
  const { baselineId, run, targets } = evaluation;
  const rows = targets.map(({ figures, name }) => [
    name,
    figures.passRate === null ? '-' : `${(figures.passRate * 100).toFixed(1)}%`,
    ...[figures.passed, figures.failed, figures.errors, figures.graderErrors].map(String),
  ]);
  const table = toTextTable(['TARGET', 'PASS RATE', 'PASSED', 'FAILED', 'ERRORS', 'WITHOUT GRADE'], rows);
  const comparisons = targets.flatMap(({ comparison, name }) =>
    comparison === undefined ? [] : [`${name}: ${comparison.words}`],
  );
  const end = run.errorMessage === null ? `The run is ${run.status}.` : `The run is ${run.status}: ${run.errorMessage}`;
  return {
    data: {
      object: 'eval.run',
      id: run.id,
      status: run.status,
      baseline_id: baselineId ?? null,
      cost_usd: run.costUsd,
      targets: targets.map(({ comparison, figures, name }) => ({
        name,
        pass_rate: figures.passRate,
        passed: figures.passed,
        failed: figures.failed,
        errors: figures.errors,
        grader_errors: figures.graderErrors,
        verdict: comparison?.verdict ?? null,
        words: comparison?.words ?? null,
      })),
    },
    text: [table, ...comparisons, end].join('\n'),
    hasFailures: hasRegressed(evaluation, minPassRate),
  };
}

function parseAmount(text: string): number {
  const amount = Number(text);
  if (text.trim() === '' || !Number.isFinite(amount) || amount < 0) {
    throw new InvalidArgumentError('It must be a number from 0.');
  }
  return amount;
}
