import { waitUntil } from '@multilane/testing';
import { LIVE_MODELS } from './company.js';
import type { Company } from './make-company.js';
import type { SeedCaller } from './seed-service.js';
import { CASES, CONVERSATIONS, DOCUMENTS, QUESTIONS } from './texts.js';

const RUN_LIMIT_MS = 240_000;

const [SMALL, LARGE] = LIVE_MODELS;

/** Adds evaluations, workflows, agents, conversations and knowledge with what they did. They run while the service does. */
export async function addRuns(owner: SeedCaller, company: Company, note: (text: string) => void): Promise<void> {
  const query = `?workspace_id=${company.workspaces[0]?.id}`;
  const bases = await addKnowledge(owner, query);
  note(`${bases.length} knowledge bases`);
  await addEvaluations(owner, query);
  note('evaluations');
  await addAgents(owner, query, bases);
  note('agents');
  await addWorkflows(owner, query);
  note('workflows');
  await addConversations(owner, query);
  await askModels(owner.url, company.liveKey.secret);
  await addNotes(owner, query);
  note('conversations and notes');
}

async function addKnowledge(owner: SeedCaller, query: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { documents, name } of DOCUMENTS) {
    const { id } = await owner.call('POST', `/w/kb${query}`, { name });
    for (const [file, text] of Object.entries(documents)) {
      const form = new FormData();
      form.append('file', new Blob([text], { type: 'text/markdown' }), file);
      const answer = await fetch(`${owner.url}/w/kb/${id}/documents${query}`, {
        method: 'POST',
        headers: { origin: owner.url, cookie: owner.cookie },
        body: form,
      });
      if (!answer.ok) throw new Error(`${file}: ${answer.status} ${await answer.text()}`);
      await answer.body?.cancel();
    }
    ids.push(id);
  }
  return ids;
}

async function addEvaluations(owner: SeedCaller, query: string): Promise<void> {
  const evals = '/w/evals';
  const dataset = await owner.call('POST', `${evals}/datasets${query}`, {
    name: 'Support questions',
    description: 'What customers asked in October, with what an answer must say',
  });
  const jsonl = CASES.map((line, index) => JSON.stringify({ id: `case-${index + 1}`, ...line })).join('\n');
  await owner.call('POST', `${evals}/datasets/${dataset.id}/versions${query}`, { jsonl });
  await owner.call('POST', `${evals}/datasets${query}`, {
    name: 'Contract clauses',
    description: 'Collected by Legal',
  });
  const parts = {
    dataset_id: dataset.id,
    graders: [
      { type: 'contains', ignore_case: true },
      { type: 'latency', max_ms: 5_000 },
    ],
  };
  for (const { models, name } of [
    { name: 'Support, nightly', models: [SMALL, LARGE] },
    { name: 'Support, before a release', models: [LARGE] },
  ]) {
    const targets = models.map((model) => ({ type: 'model', model }));
    const suite = await owner.call('POST', `${evals}/suites${query}`, { ...parts, name, targets });
    for (let run = 0; run < 2; run += 1) {
      const { id } = await owner.call('POST', `${evals}/runs${query}`, { suite_id: suite.id });
      await untilEnded(owner, `${evals}/runs/${id}${query}`);
    }
  }
}

async function addAgents(owner: SeedCaller, query: string, bases: readonly string[]): Promise<void> {
  for (const { ask, approves, description, name } of [
    {
      name: 'order-desk',
      description: 'Answers questions about orders, and opens a ticket where it cannot',
      ask: QUESTIONS[0],
      approves: false,
    },
    {
      name: 'policy-guide',
      description: 'Finds the rule of the handbook that applies',
      ask: QUESTIONS[1],
      approves: false,
    },
    {
      name: 'refund-clerk',
      description: 'Prepares refunds. A person approves each',
      ask: 'Please refund order 1042.',
      approves: true,
    },
  ]) {
    const refund = {
      type: 'http',
      name: 'refund',
      description: 'Pays an order back.',
      method: 'POST',
      url: 'https://shop.example/refunds',
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      requires_approval: true,
    };
    const agent = await owner.call('POST', `/w/agents${query}`, {
      name,
      description,
      model: approves ? LARGE : SMALL,
      instructions: `${description}. Be brief and polite.`,
      ...(approves ? { tools: [refund] } : { kb_ids: [bases[0]] }),
    });
    for (let run = 0; run < (approves ? 1 : 3); run += 1)
      await owner.call('POST', `/w/agents/${agent.id}/runs${query}`, { input: ask, wait_seconds: approves ? 5 : 30 });
  }
}

async function addWorkflows(owner: SeedCaller, query: string): Promise<void> {
  const ask = (text: string): object => ({ kind: 'model', model: SMALL, messages: [{ role: 'user', content: text }] });
  const made = [
    {
      name: 'Answer a ticket',
      nodes: [
        { id: 'sort', ...ask('Which team answers this: {{input.text}}') },
        { id: 'draft', ...ask('Draft an answer to {{input.text}}') },
        { id: 'send', kind: 'approval', message: 'Send this answer?' },
      ],
      edges: [
        { from: 'sort', to: 'draft' },
        { from: 'draft', to: 'send' },
      ],
      inputs: [{ text: 'My lamp came broken.' }, { text: 'Where is order 1042?' }],
      waits: true,
    },
    {
      name: 'Summarise the week',
      nodes: [
        { id: 'each', kind: 'map', items: 'input.days', concurrency: 3, step: ask('Summarise {{item}}') },
        { id: 'count', kind: 'transform', expression: '{ "days": steps.each.output.succeeded }' },
      ],
      edges: [{ from: 'each', to: 'count' }],
      inputs: [{ days: ['Monday', 'Tuesday'] }, { days: ['Wednesday', 'Thursday', 'Friday'] }],
      waits: false,
    },
    {
      name: 'Check a listing',
      nodes: [
        { id: 'read', kind: 'transform', expression: '{ "price": input.price * 100 }' },
        { id: 'judge', ...ask('Is {{input.title}} allowed for {{steps.read.output.price}} cents?') },
      ],
      edges: [{ from: 'read', to: 'judge' }],
      inputs: [
        { title: 'Desk lamp', price: 24 },
        { title: 'Desk lamp', price: 'free' },
        { title: 'Chair', price: 79 },
      ],
      waits: false,
    },
  ];
  for (const { edges, inputs, name, nodes, waits } of made) {
    const workflow = await owner.call('POST', `/w/workflows${query}`, { name, definition: { nodes, edges } });
    await owner.call('POST', `/w/workflows/${workflow.id}/publish${query}`);
    for (const input of inputs) {
      const run = await owner.call('POST', `/w/workflows/${workflow.id}/runs${query}`, { input });
      if (!waits) await untilEnded(owner, `/w/workflow-runs/${run.id}${query}`);
    }
  }
}

async function addConversations(owner: SeedCaller, query: string): Promise<void> {
  for (const { shared = false, title, turns } of CONVERSATIONS) {
    const session = await owner.call('POST', `/w/chat/sessions${query}`, { title, shared });
    const messages = turns.map((content, index) =>
      index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content, model: LARGE, finish_reason: 'stop' },
    );
    await owner.call('POST', `/w/chat/sessions/${session.id}/messages${query}`, { messages });
  }
}

/** Some requests of now, which have contents where contents are kept. */
async function askModels(url: string, secret: string): Promise<void> {
  for (const [place, question] of QUESTIONS.entries()) {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'x-service-tags': 'environment=production,feature=chat-assistant',
        'user-agent': 'OpenAI/JS 6.9.1',
      },
      body: JSON.stringify({ model: LIVE_MODELS[place % 2], messages: [{ role: 'user', content: question }] }),
    });
    if (!answer.ok) throw new Error(`${question}: ${answer.status} ${await answer.text()}`);
    await answer.text();
  }
}

/** Marks some requests, as reviewers do. */
async function addNotes(owner: SeedCaller, query: string): Promise<void> {
  const { data } = await owner.call<{ data: { id: string }[] }>('GET', `/admin/audit${query}&outcome=success&limit=40`);
  const notes = [
    ['good', 'Names the right rule.'],
    ['bad', 'Invents a clause that the contract does not have.'],
    ['good', ''],
    ['bad', 'Answers in the wrong language.'],
  ] as const;
  for (const [place, [rating, note]] of notes.entries()) {
    const record = data[place * 7 + 12];
    if (record !== undefined) await owner.call('PUT', `/admin/audit/${record.id}/annotation${query}`, { rating, note });
  }
}

const ENDED: ReadonlySet<string> = new Set(['succeeded', 'completed', 'failed', 'cancelled']);

async function untilEnded(owner: SeedCaller, path: string): Promise<void> {
  const isOver = async (): Promise<true | undefined> =>
    ENDED.has((await owner.call<{ status: string }>('GET', path)).status) ? true : undefined;
  await waitUntil(path, isOver, RUN_LIMIT_MS);
}
