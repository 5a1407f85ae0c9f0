import { type HttpAnswer, httpRequest, waitUntil } from '@multilane/testing';
import type { Callers } from '../hostile-bodies/prepare-callers.js';

/** Result of an entry: the end of the run, or the refusal. */
export interface Outcome {
  readonly status: string;
  /** Reason, in words that its author reads. */
  readonly reason: string;
}

const LIMIT_MS = 120_000;
/** Time until a gateway in this process enforces created rules, in milliseconds. */
const ENFORCED_MS = 10_000;
const OPEN = new Set(['pending', 'queued', 'running', 'waiting']);

/** The control plane as a tenant uses it. */
export class TenantApi {
  #made = 0;

  constructor(
    private readonly url: string,
    private readonly callers: Pick<Callers, 'administrator' | 'key' | 'workspaceId'>,
    private readonly model: string,
  ) {}

  /** Creates, publishes and runs a workflow; a refusal on the way is an outcome too. */
  async runWorkflow(definition: object, input: object): Promise<Outcome> {
    const made = await this.#send('/w/workflows', { name: this.#name(), definition });
    const id = idOf(made);
    if (id === undefined) return refusalOf(made);
    const published = await this.#send(`/w/workflows/${id}/publish`, {});
    if (published.status >= 300) return refusalOf(published);
    const started = await this.#send(`/w/workflows/${id}/runs`, { input });
    const run = idOf(started);
    return run === undefined ? refusalOf(started) : this.#follow(`/w/workflow-runs/${run}`);
  }

  /** Makes a dataset of one case and a suite, and runs it. */
  async runEvaluation(graders: readonly object[], expected: unknown): Promise<Outcome> {
    const dataset = idOf(await this.#send('/w/evals/datasets', { name: this.#name() }));
    const line = JSON.stringify({ id: 'c', input: 'Say it.', expected });
    const stored = await this.#send(`/w/evals/datasets/${dataset}/versions`, { jsonl: line });
    if (stored.status >= 300) return refusalOf(stored);
    const targets = [{ type: 'model', model: this.model }];
    const suite = await this.#send('/w/evals/suites', { name: this.#name(), dataset_id: dataset, targets, graders });
    const id = idOf(suite);
    if (id === undefined) return refusalOf(suite);
    const started = await this.#send('/w/evals/runs', { suite_id: id });
    const run = idOf(started);
    if (run === undefined) return refusalOf(started);
    const { status } = await this.#follow(`/w/evals/runs/${run}`);
    const results = await this.#get(`/w/evals/runs/${run}/results`);
    return { status, reason: results.text.slice(0, 2_000) };
  }

  /**
   * Creates a guardrail, tries it, and sends a text through it; then it is gone again.
   *
   * @param config must reject the text `probe`
   */
  async useGuardrail(kind: string, config: object, text: string): Promise<Outcome> {
    const path = '/admin/gateway/policies/guardrails';
    const tried = await this.#send(`${path}/dry-run`, { kind, config, text: text.slice(0, 20_000) });
    const made = await this.#send(path, { name: this.#name(), kind, config });
    const id = idOf(made);
    if (id === undefined) return refusalOf(made);
    await waitUntil(
      'the guardrail',
      async () => ((await this.#ask('probe')).status === 400 ? true : undefined),
      ENFORCED_MS,
    );
    const answer = await this.#ask(text);
    await httpRequest({
      method: 'DELETE',
      url: this.#within(`${path}/${id}`),
      headers: this.callers.administrator,
      timeoutMs: LIMIT_MS,
    });
    await waitUntil(
      'the end of the guardrail',
      async () => ((await this.#ask('probe')).status === 200 ? true : undefined),
      ENFORCED_MS,
    );
    return answer.status === 200 ? { status: 'completed', reason: tried.text.slice(0, 500) } : refusalOf(answer);
  }

  /** Adds the built-in model, which calls the tools of whoever asks it. */
  async addSimulator(): Promise<void> {
    const provider = idOf(await this.#send('/admin/providers', { name: 'built-in', kind: 'simulator' }));
    const model = { logical_name: 'simulator', provider_id: provider, upstream_model: 'simulator', type: 'chat' };
    const made = await this.#send('/admin/models', model);
    if (idOf(made) === undefined) throw new Error(`The built-in model was not added: ${made.text}`);
  }

  /** Runs an agent with one tool, which the built-in model calls. */
  async runAgent(tool: object): Promise<Outcome> {
    const made = await this.#send('/w/agents', {
      name: this.#name().replace(' ', '-'),
      model: 'simulator',
      tools: [tool],
    });
    const id = idOf(made);
    if (id === undefined) return refusalOf(made);
    const started = await this.#send(`/w/agents/${id}/runs`, { input: 'Please find it.', wait_seconds: 0 });
    const run = idOf(started);
    return run === undefined ? refusalOf(started) : this.#follow(`/w/agents/${id}/runs/${run}`);
  }

  /** Calls a model with a schema for its answer. */
  async askForSchema(schema: object): Promise<Outcome> {
    const answer = await this.#ask('Answer.', {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
    });
    return answer.status === 200 ? { status: 'completed', reason: '' } : refusalOf(answer);
  }

  #ask(content: string, more: object = {}): Promise<HttpAnswer> {
    const body = { model: this.model, messages: [{ role: 'user', content }], ...more };
    return httpRequest({
      url: `${this.url}/v1/chat/completions`,
      headers: this.callers.key,
      body,
      timeoutMs: LIMIT_MS,
    });
  }

  async #follow(path: string): Promise<Outcome> {
    return waitUntil(
      `the end of ${path}`,
      async () => {
        const { error, status } = (await this.#get(path)).json() as {
          status: string;
          error?: { message?: string } | null;
        };
        return OPEN.has(status) ? undefined : { status, reason: error?.message ?? '' };
      },
      LIMIT_MS,
    );
  }

  /** The administrator is in two workspaces. */
  #within(path: string): string {
    return `${this.url}${path}?workspace_id=${this.callers.workspaceId}`;
  }

  #name(): string {
    this.#made += 1;
    return `hostile ${this.#made}`;
  }

  #get(path: string): Promise<HttpAnswer> {
    return httpRequest({
      method: 'GET',
      url: this.#within(path),
      headers: this.callers.administrator,
      timeoutMs: LIMIT_MS,
    });
  }

  #send(path: string, body: object): Promise<HttpAnswer> {
    return httpRequest({ url: this.#within(path), headers: this.callers.administrator, body, timeoutMs: LIMIT_MS });
  }
}

function idOf(answer: HttpAnswer): string | undefined {
  return answer.status < 300 ? (answer.json() as { id?: string }).id : undefined;
}

function refusalOf({ status, text }: HttpAnswer): Outcome {
  return { status: `refused ${status}`, reason: text.slice(0, 500) };
}
