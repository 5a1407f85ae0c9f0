import type { QueueDepth } from '@multilane/jobs';
import type { JsonObject, Replica } from '@multilane/persistence';
import { ObjectField, ObjectListField, TextListField } from '../../fields/list-fields.js';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../fields/scalar-fields.js';

/** Something that a process does beside its requests, and that fails. */
class FailingTaskView {
  @TextField({ description: 'Name of the task.', example: 'budget_leases' })
  task!: string;

  @CountField({ description: 'Failures in a row.' })
  failures!: number;

  @TextField({ description: 'What the last failure says.' })
  cause!: string;

  @TimeField({ description: 'When the first of the failures was.' })
  since!: string;
}

class ReplicaView {
  @IdField({ description: 'Of the process: a new one after each start.' })
  id!: string;

  @TextField({ description: 'The service.', example: 'multilane-gateway' })
  service!: string;

  @TextField({ nullable: true, description: 'Role of a gateway: all, gateway or worker.' })
  role!: string | null;

  @TextField({ description: 'Version of the build.' })
  version!: string;

  @TextField({ nullable: true, description: 'Commit that was built.' })
  commit!: string | null;

  @TextField({
    nullable: true,
    description: 'Gateways: hash of the configuration in effect. Replicas that agree have the same.',
  })
  config_hash!: string | null;

  @CountField({ nullable: true, description: 'Gateways: version of the policies in effect.' })
  policy_version!: number | null;

  @TextField({ nullable: true, description: 'Why it takes no traffic. Null: it is ready.' })
  problem!: string | null;

  @TextListField({
    description:
      'What is unavailable while it continues, such as redis or audit_spool, and background tasks that fail.',
  })
  degraded!: readonly string[];

  @ObjectListField(() => FailingTaskView, { description: 'Background tasks that failed three times in a row.' })
  failing_tasks!: FailingTaskView[];

  @CountField({ nullable: true, description: 'Gateways: audit records that wait for the database.' })
  spool_records!: number | null;

  @CountField({ nullable: true, description: 'Gateways: bytes of audit records in files.' })
  spool_bytes!: number | null;

  @TimeField({ description: 'When the process started.' })
  started_at!: string;

  @TimeField({ description: 'Its last heartbeat. There is one every 15 seconds.' })
  last_seen_at!: string;
}

class QueueView {
  @TextField({ description: 'Name.' })
  name!: string;

  @CountField({ description: 'Jobs that wait.' })
  waiting!: number;

  @CountField({ description: 'Jobs that workers are running.' })
  active!: number;
}

class WebhooksView {
  @CountField({ description: 'Deliveries that wait, at most 10,000.' })
  pending!: number;

  @TimeField({ nullable: true, description: 'Since when the oldest of them waits.' })
  oldest_pending_at!: string | null;
}

/** Running processes and waiting work. */
export class DeploymentView {
  @ChoiceField(['deployment'], { description: 'Always `deployment`.' })
  object!: 'deployment';

  @ObjectListField(() => ReplicaView, { description: 'Processes with a heartbeat in the last 45 seconds.' })
  replicas!: ReplicaView[];

  @TextListField({ description: 'What is unavailable for any of them.' })
  degraded!: readonly string[];

  @ObjectListField(() => QueueView, { description: 'Queues with jobs.' })
  queues!: QueueView[];

  @ObjectField(() => WebhooksView, { description: 'Webhook deliveries.' })
  webhooks!: WebhooksView;

  static of(
    replicas: readonly Replica[],
    queues: readonly QueueDepth[],
    webhooks: { readonly pending: number; readonly oldest: Date | null },
  ): DeploymentView {
    const viewed = replicas.map(viewReplica);
    return {
      object: 'deployment',
      replicas: viewed,
      degraded: [...new Set(viewed.flatMap(({ degraded }) => degraded))].toSorted(),
      queues: queues.map(({ name, waiting, active }) => ({ name, waiting, active })),
      webhooks: { pending: webhooks.pending, oldest_pending_at: webhooks.oldest?.toISOString() ?? null },
    };
  }
}

function viewReplica({ id, service, version, commit, startedAt, seenAt, facts }: Replica): ReplicaView {
  return {
    id,
    service,
    role: textOf(facts, 'role'),
    version,
    commit,
    config_hash: textOf(facts, 'config_hash'),
    policy_version: countOf(facts, 'policy_version'),
    problem: textOf(facts, 'problem'),
    degraded: Array.isArray(facts.degraded) ? facts.degraded.map(String) : [],
    failing_tasks: Array.isArray(facts.failing_tasks) ? facts.failing_tasks.flatMap(viewFailingTask) : [],
    spool_records: countOf(facts, 'spool_records'),
    spool_bytes: countOf(facts, 'spool_bytes'),
    started_at: startedAt.toISOString(),
    last_seen_at: seenAt.toISOString(),
  };
}

function viewFailingTask(said: unknown): FailingTaskView[] {
  const { cause, failures, since, task } = Object(said) as Record<string, unknown>;
  if (typeof task !== 'string' || typeof since !== 'string') return [];
  return [{ task, failures: Number(failures) || 0, cause: typeof cause === 'string' ? cause : '', since }];
}

/** Replicas of other versions may say other things. */
function textOf(facts: JsonObject, name: string): string | null {
  const value = facts[name];
  return typeof value === 'string' ? value : null;
}

function countOf(facts: JsonObject, name: string): number | null {
  const value = facts[name];
  return typeof value === 'number' ? value : null;
}
