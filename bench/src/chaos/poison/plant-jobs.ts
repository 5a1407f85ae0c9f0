import { newId } from '@multilane/persistence';
import { publishWorkflow } from '../workflows/workspace-member.js';
import {
  type DocumentState,
  EMBEDDING,
  MODEL,
  OTHER_EMBEDDING,
  OTHER_MODEL,
  type PoisonPlace,
} from './poison-place.js';
import { markerOf } from './trap.js';

/** A job that nobody's process survives. */
export interface PoisonedJob {
  readonly kind: string;
  /** The reason with which what the job works on has failed, or how else it ended. Undefined: it has not ended. */
  readEnd(): Promise<string | undefined>;
}

type ReadEnd = PoisonedJob['readEnd'];
/** Makes what the job needs. Resolves to what begins it. */
type Plant = (place: PoisonPlace, marker: string) => Promise<() => Promise<ReadEnd>>;

interface Id {
  readonly id: string;
}

interface Ended {
  readonly status: string;
  readonly error?: { readonly code: string } | null;
}

/** Text of the reason `poisoned`, which is shown in places without the reason itself. */
const POISONED = 'ended the process that worked on it twice';

/** The code of a failure, or the status of what has ended otherwise. */
function endOf({ error, status }: Ended): string | undefined {
  if (status === 'failed') return error?.code ?? 'no reason';
  return ['completed', 'succeeded', 'cancelled'].includes(status) ? status : undefined;
}

const endOfDocument = ({ error_code: code, status }: DocumentState): string | undefined =>
  status === 'failed' ? (code ?? 'no reason') : status === 'ready' ? 'ready' : undefined;

const messages = (content: string) => [{ role: 'user', content }];

/** One of each kind that is begun again when its process ends. */
const PLANTS: Readonly<Record<string, Plant>> = {
  'agent.run': async ({ call }, marker) => {
    const { id: agentId } = await call<Id>('POST', '/w/agents', { name: 'poison', model: MODEL });
    return async () => {
      const { id } = await call<Id>('POST', `/w/agents/${agentId}/runs`, { input: marker, wait_seconds: 0 });
      return async () => endOf(await call<Ended>('GET', `/w/agents/${agentId}/runs/${id}`));
    };
  },
  'async.run': async ({ send }, marker) => {
    const body = { model: MODEL, messages: messages(marker) };
    return async () => {
      const { job_id: id } = await send<{ job_id: string }>('/v1/async/chat/completions', body);
      return async () => endOf(await send<Ended>(`/v1/async/jobs/${id}`));
    };
  },
  // Lines for two models, so that the gateway runs them and not the provider.
  'batch.run': async ({ send }, marker) => {
    const url = '/v1/chat/completions';
    const lines = [MODEL, OTHER_MODEL].map((model, line) =>
      JSON.stringify({ custom_id: `${line}`, method: 'POST', url, body: { model, messages: messages(marker) } }),
    );
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set('file', new Blob([`${lines.join('\n')}\n`]), 'lines.jsonl');
    const { id: input_file_id } = await send<Id>('/v1/files', form);
    return async () => {
      const { id } = await send<Id>('/v1/batches', { input_file_id, endpoint: url, completion_window: '24h' });
      return async () => {
        type Batch = {
          readonly status: string;
          readonly errors?: { readonly data: readonly { code: string }[] } | null;
        };
        const { errors, status } = await send<Batch>(`/v1/batches/${id}`);
        return endOf({ status, error: errors?.data[0] ?? null });
      };
    };
  },
  'eval.run': async ({ call }, marker) => {
    const { id: dataset_id } = await call<Id>('POST', '/w/evals/datasets', { name: 'poison' });
    const jsonl = JSON.stringify({ id: 'a', input: marker, expected: 'right' });
    await call('POST', `/w/evals/datasets/${dataset_id}/versions`, { jsonl });
    const targets = [{ type: 'model', model: MODEL }];
    const suite = { name: 'poison', dataset_id, targets, graders: [{ type: 'exact' }] };
    const { id: suite_id } = await call<Id>('POST', '/w/evals/suites', suite);
    return async () => {
      const { id } = await call<Id>('POST', '/w/evals/runs', { suite_id });
      return async () => endOf(await call<Ended>('GET', `/w/evals/runs/${id}`));
    };
  },
  'knowledge.delete': async ({ call, changes, database, makeBase }) => {
    const { kbId } = await makeBase('deleted', 'page');
    await changes.hold('knowledge.delete', {
      event: 'DELETE',
      table: 'knowledge_chunks',
      when: `OLD.kb_id = '${kbId}'`,
    });
    return async () => {
      await call('DELETE', `/w/kb/${kbId}`);
      return async () => {
        const { rows: jobs } = await database.sql.executeSql(
          `SELECT state FROM multilane_jobs.job WHERE name = 'knowledge.delete' AND data->>'kb_id' = $1`,
          [kbId],
        );
        if ((jobs as { state: string }[]).some(({ state }) => state !== 'completed')) return undefined;
        const { rows } = await database.sql.executeSql('SELECT 1 FROM knowledge_chunks WHERE kb_id = $1 LIMIT 1', [
          kbId,
        ]);
        // It has nothing that could fail: it is given up, and the chunks stay.
        return rows.length === 0 ? 'removed' : 'poisoned';
      };
    };
  },
  'knowledge.ingest': async ({ call, trap }, marker) => {
    const { id: kb_id } = await call<Id>('POST', '/w/kb', { name: 'ingested', embedding_model: EMBEDDING });
    return async () => {
      const asked = call('POST', '/w/ingest/url', { kb_id, url: `${trap.url}/${marker}` });
      // It waits for the document, which is longer than anybody does.
      asked.catch(() => undefined);
      type Documents = { readonly data: readonly DocumentState[] };
      return async () => {
        const { data } = await call<Documents>('GET', `/w/kb/${kb_id}/documents`);
        return data[0] && endOfDocument(data[0]);
      };
    };
  },
  'knowledge.reembed': async ({ call, makeBase, trap }, marker) => {
    const { documentId, kbId } = await makeBase('embedded-again', marker);
    return async () => {
      trap.set('knowledge.reembed');
      await call('PATCH', `/w/kb/${kbId}`, { embedding_model: OTHER_EMBEDDING });
      return async () => {
        const end = endOfDocument(await call<DocumentState>('GET', `/w/kb/${kbId}/documents/${documentId}`));
        return end === 'ready' ? undefined : end;
      };
    };
  },
  'knowledge.refresh': async ({ call, makeBase, trap }, marker) => {
    const { documentId, kbId } = await makeBase('refreshed', marker);
    return async () => {
      trap.set('knowledge.refresh');
      await call('POST', `/w/kb/${kbId}/documents/${documentId}/refresh`);
      return async () => {
        const { error, status } = await call<DocumentState>('GET', `/w/kb/${kbId}/documents/${documentId}`);
        // Data that was read before stays.
        return error === null ? undefined : status === 'ready' && error.includes(POISONED) ? 'poisoned' : error;
      };
    };
  },
  'webhook.deliver': async ({ database, organizationId, queues, trap }, marker) => {
    const id = newId();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const event = {
      eventId: `evt_${id.replaceAll('-', '')}`,
      eventType: 'async.job.completed',
      payload: '{}',
      expiresAt,
    };
    const to = { owner: 'poison', organizationId, subjectId: newId(), url: `${trap.url}/${marker}` };
    return async () => {
      await database.inTransaction(async (sql) => {
        await database.webhookDeliveries.create(sql, { id, ...to, ...event });
        await queues.enqueue('webhook.deliver', { delivery_id: id }, { within: sql });
      });
      queues.wake('webhook.deliver');
      return async () => {
        const { rows } = await database.sql.executeSql('SELECT status, failure FROM webhook_deliveries WHERE id = $1', [
          id,
        ]);
        const [{ failure, status } = { failure: '', status: 'gone' }] = rows as {
          status: string;
          failure: string | null;
        }[];
        if (status === 'pending') return undefined;
        return status === 'failed' && failure?.includes(POISONED) ? 'poisoned' : `${status} ${failure}`;
      };
    };
  },
  'workflow.run': async ({ changes, ...place }) => {
    const { call } = place;
    const nodes = [{ id: 'say', kind: 'transform', expression: '1' }];
    const workflowId = await publishWorkflow(place, 'poisoned-run', { nodes, edges: [] });
    await changes.hold('workflow.run', {
      event: 'UPDATE',
      table: 'workflow_runs',
      when: `OLD.workflow_id = '${workflowId}' AND OLD.status = 'pending'`,
    });
    return async () => {
      const { id } = await call<Id>('POST', `/w/workflows/${workflowId}/runs`, { input: {} });
      return async () => endOf(await call<Ended>('GET', `/w/workflow-runs/${id}`));
    };
  },
  'workflow.step': async (place, marker) => {
    const { call, trap } = place;
    const nodes = [{ id: 'ask', kind: 'http', method: 'POST', url: `${trap.url}/${marker}` }];
    const workflowId = await publishWorkflow(place, 'poisoned-step', { nodes, edges: [] });
    return async () => {
      const { id } = await call<Id>('POST', `/w/workflows/${workflowId}/runs`, { input: {} });
      return async () => endOf(await call<Ended>('GET', `/w/workflow-runs/${id}`));
    };
  },
};

/** Kinds whose marker is in data that they read before. */
const SET_LATER: ReadonlySet<string> = new Set(['knowledge.reembed', 'knowledge.refresh']);

/** Begins a job of each kind, all at once: what works on them does not wait long. */
export async function plantJobs(place: PoisonPlace): Promise<readonly PoisonedJob[]> {
  const prepared: (readonly [kind: string, begin: () => Promise<ReadEnd>])[] = [];
  for (const [kind, plant] of Object.entries(PLANTS)) prepared.push([kind, await plant(place, markerOf(kind))]);
  for (const [kind] of prepared) if (!SET_LATER.has(kind)) place.trap.set(kind);
  return Promise.all(prepared.map(async ([kind, begin]) => ({ kind, readEnd: await begin() })));
}
