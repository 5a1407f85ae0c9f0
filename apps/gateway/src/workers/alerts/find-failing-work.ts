import type { AlertFinding } from '@multilane/persistence';
import { describeCount, describeName, describeTime } from './alert-texts.js';
import { type ConditionContext, numberOf, windowOf } from './condition-context.js';

const MIB = 1_048_576;
const HOUR_MS = 3_600_000;
/** Time for which a regression is of interest. */
const REGRESSION_MS = 30 * 24 * HOUR_MS;

export async function findWebhooks(context: ConditionContext): Promise<AlertFinding[]> {
  const fewest = numberOf(context, 'failed');
  const receivers = await context.database.alertMeasures.listFailingWebhooks(
    context.rule,
    new Date(context.now - HOUR_MS),
  );
  return receivers
    .filter(({ failed }) => failed >= fewest)
    .map(({ failed, failure, receiver, since }) => ({
      subjectType: 'receiver',
      subjectId: receiver,
      subjectName: describeName(receiver),
      threshold: fewest,
      windowKey: windowOf(context),
      value: failed,
      severity: 'warning' as const,
      title: `Webhooks to ${describeName(receiver)} fail`,
      lines: [
        `Failing: ${describeCount(failed)} deliveries. Last failure: ${failure ?? 'unknown'}`,
        `Where: ${describeName(receiver)}, ${context.where}`,
        `Since: ${describeTime(since)}`,
      ],
      link: context.link('batches'),
    }));
}

export async function findBacklog(context: ConditionContext): Promise<AlertFinding[]> {
  const [most, minutes] = [numberOf(context, 'jobs'), numberOf(context, 'waiting_minutes')];
  const before = new Date(context.now - minutes * 60_000);
  const { oldest, waiting } = await context.database.alertMeasures.countBacklog(context.rule, before);
  if (waiting < most || oldest === null) return [];
  return [
    {
      subjectType: 'jobs',
      subjectId: 'async',
      subjectName: 'asynchronous jobs',
      threshold: most,
      windowKey: windowOf(context),
      value: waiting,
      severity: 'warning',
      title: `${describeCount(waiting)} asynchronous jobs have waited for more than ${minutes} minutes`,
      lines: [
        `Waiting: ${describeCount(waiting)} jobs (threshold ${describeCount(most)})`,
        `Where: ${context.where}`,
        `Since: ${describeTime(oldest)}`,
      ],
      link: context.link('batches'),
    },
  ];
}

/** Models and credentials that gateways have passed over for some time, because the provider rejects or fails their requests. */
export async function findCoolDowns(context: ConditionContext): Promise<AlertFinding[]> {
  const minutes = numberOf(context, 'minutes');
  const found = await context.database.alertMeasures.listCoolDowns(context.rule, minutes);
  return found.map(
    ({ gateways, kind, provider, providerId, reason, seconds, since, subject, workspace, workspaceId }) => {
      const part = subject === '' ? kind : `${kind} ${describeName(subject)}`;
      const name = `${part} of provider ${describeName(provider)}`;
      const lasted = Math.floor(seconds / 60);
      return {
        subjectType: 'provider',
        subjectId: `${providerId} ${kind} ${subject}`,
        subjectName: `${describeName(provider)}: ${part}`,
        threshold: minutes,
        windowKey: windowOf(context),
        value: lasted,
        severity: 'warning' as const,
        title: `The ${name} is in cool-down`,
        lines: [
          `In cool-down: ${describeCount(lasted)} minutes (threshold ${describeCount(minutes)}), gateways: ${describeCount(gateways)}, reason: ${describeName(reason)}`,
          `Where: provider ${describeName(provider)}, workspace ${describeName(workspace)}`,
          `Since: ${describeTime(since)}`,
        ],
        link: context.link(`/w/${workspaceId}/providers`, { open: providerId }),
      };
    },
  );
}

export async function findRegressions(context: ConditionContext): Promise<AlertFinding[]> {
  const since = new Date(context.now - REGRESSION_MS);
  const runs = await context.database.alertMeasures.listRegressions(context.rule, since);
  return runs.map(({ at, runId, suiteId, suiteName, targets }) => ({
    subjectType: 'eval_suite',
    subjectId: suiteId,
    subjectName: describeName(suiteName),
    threshold: 1,
    windowKey: runId,
    value: targets,
    severity: 'warning' as const,
    title: `The evaluation ${describeName(suiteName)} is worse than before`,
    lines: [
      `Worse: ${describeCount(targets)} of its targets`,
      `Where: evaluation ${describeName(suiteName)}, ${context.where}`,
      `Since: ${describeTime(at)}`,
    ],
    link: context.link(`evals/runs/${runId}`),
  }));
}

/** Sinks of exports that are stopped: their records are lost until somebody begins again. */
export async function findStoppedExports(context: ConditionContext): Promise<AlertFinding[]> {
  const sinks = await context.database.alertMeasures.listStoppedExports(context.rule);
  return sinks.map(({ exportId, name, problem, since, workspaceId }) => ({
    subjectType: 'export',
    subjectId: exportId,
    subjectName: describeName(name),
    threshold: 1,
    windowKey: windowOf(context),
    value: 1,
    severity: 'warning' as const,
    title: `The export to ${describeName(name)} is stopped`,
    lines: [
      `Problem: ${problem ?? 'unknown'}`,
      `Where: sink ${describeName(name)}, ${context.where}`,
      `Since: ${describeTime(since)}`,
    ],
    link: context.link(workspaceId === null ? 'exports' : `/w/${workspaceId}/exports`, { show: exportId }),
  }));
}

/** Processes whose records wait on their disks for the database. Tenants of others learn nothing of the deployment. */
export async function findSpools(context: ConditionContext): Promise<AlertFinding[]> {
  if (!context.isOperator) return [];
  const most = numberOf(context, 'megabytes');
  const replicas = await context.database.replicas.listAlive();
  return replicas.flatMap(({ facts, id, service, startedAt }) => {
    const megabytes = Number(facts.spool_bytes ?? 0) / MIB;
    if (!(megabytes >= most)) return [];
    const size = `${describeCount(megabytes)} MiB`;
    return {
      subjectType: 'process',
      subjectId: id,
      subjectName: service,
      threshold: most,
      windowKey: windowOf(context),
      value: megabytes,
      severity: 'critical' as const,
      title: `${size} of audit records wait on the disk of a ${describeName(service)}`,
      lines: [
        `Waiting: ${size} (threshold ${describeCount(most)} MiB), ${describeCount(Number(facts.spool_records ?? 0))} records`,
        `Where: process ${id}, which began on ${describeTime(startedAt)}`,
      ],
      link: context.link('/org/deployment'),
    };
  });
}
