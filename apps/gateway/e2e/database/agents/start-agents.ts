import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readDefinition } from '@multilane/agents';
import { hashToken } from '@multilane/auth';
import { openJobQueues } from '@multilane/jobs';
import {
  type AgentRunRecord,
  type AgentStepRecord,
  createInProcessChannel,
  type DatabaseWithSecrets,
  newId,
  openDatabase,
  SecretBox,
} from '@multilane/persistence';
import {
  type FakeUpstream,
  type GatewaySections,
  jsonReply,
  startUpstream,
  type TestDatabase,
  waitUntil,
} from '@multilane/testing';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from '../make-tenant.js';
import { type GatewayInProcess, startGatewayOn } from '../start-gateway-on.js';

export const ACTOR = { type: 'operator', id: null, name: 'test' } as const;
const ENDS_MS = 30_000;

/** Answer of a model: text, or calls of tools. */
export type Said = string | readonly { readonly name: string; readonly arguments: unknown; readonly id?: string }[];
export interface SeenMessage {
  readonly role: string;
  readonly content: string;
  readonly tool_call_id?: string;
}

export interface ToolServer {
  readonly url: string;
  readonly seen: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[];
  /** Sets the answer from now on. */
  answerWith(answer: (response: ServerResponse, path: string) => void): void;
  close(): Promise<void>;
}

/** A run as it ended, with all that is stored of it. */
export interface EndedRun extends AgentRunRecord {
  readonly output: {
    readonly answer?: string | null;
    readonly citations?: object[];
    readonly error?: { code: string };
  };
  readonly steps: readonly AgentStepRecord[];
}

export interface AgentSetup {
  readonly database: DatabaseWithSecrets;
  readonly upstream: FakeUpstream;
  readonly gateway: GatewayInProcess;
  readonly own: Tenant;
  readonly other: Tenant;
  readonly tools: ToolServer;
  /** Requests to the models of `upstream`. */
  readonly asked: { readonly model: string; readonly messages: readonly SeenMessage[] }[];
  /** Sets their answers from now on. */
  say(answer: (messages: readonly SeenMessage[]) => Said): void;
  makeAgent(definition: object, tenant?: Tenant, name?: string): Promise<string>;
  setSecret(name: string, value: string, tenant?: Tenant): Promise<void>;
  start(agentId: string, input: string, identity?: object, tenant?: Tenant): Promise<string>;
  /** The run when it has ended, or has the status. */
  ended(runId: string, status?: string, tenant?: Tenant): Promise<EndedRun>;
  decide(runId: string, rootId: string, position: number, rejection?: string): Promise<boolean>;
  /** Queues a run as if its job had been lost. */
  requeue(runId: string): Promise<void>;
  cancel(runId: string): Promise<boolean>;
  events(runId: string): Promise<{ readonly kind: string; readonly data: Record<string, unknown> }[]>;
  readonly identity: object;
  stop(): Promise<void>;
}

/** A gateway that works on runs of agents, models that say what a test wants, and a server with tools. */
export async function startAgents(kind: TestDatabase, sections: GatewaySections = {}): Promise<AgentSetup> {
  const channel = createInProcessChannel();
  const database = await openDatabase({
    ...(await kind.create()),
    secretBox: SecretBox.fromKeys(ENCRYPTION_KEY),
    channel,
  });
  await database.migrate();
  const upstream = await startUpstream({ strict: false });
  const own = await makeTenant(database, 'default', { upstreamUrl: upstream.url });
  const other = await makeTenant(database, 'other', { upstreamUrl: upstream.url });
  await addModels(own);
  const gateway = await startGatewayOn({ database, channel }, upstream.url, sections);
  const queues = openJobQueues({
    database: { executeSql: database.sql.executeSql, listenUrl: undefined },
    isSender: true,
    onProblem: () => undefined,
  });
  await queues.whenReady();
  const person = await own.signIn('ada@example.com');
  const identity = { by: 'session', hash: hashToken(person.cookie), workspaceId: own.workspaceId };
  const asked: AgentSetup['asked'] = [];
  let answer: Parameters<AgentSetup['say']>[0] = () => 'Done.';
  let turns = 0;
  upstream.onRequest(({ body, path }) => {
    if (path.endsWith('/embeddings')) {
      const texts = [(body as { input: string[] }).input].flat();
      const data = texts.map((_text, index) => ({ object: 'embedding', index, embedding: [1, 2, 3, 4] }));
      return jsonReply({ object: 'list', data, model: 'e', usage: { prompt_tokens: 1, total_tokens: 1 } });
    }
    const request = body as { model: string; messages: SeenMessage[] };
    asked.push(request);
    turns += 1;
    return jsonReply(completionOf(answer(request.messages), request.model, turns));
  });
  const find = async (runId: string, tenant: Tenant): Promise<AgentRunRecord> => {
    const run = await database.agentRuns.find(tenant.organizationId, runId);
    if (run === undefined) throw new Error('there is no such run');
    return run;
  };
  const tools = await startToolServer();
  return {
    database,
    upstream,
    gateway,
    own,
    other,
    tools,
    asked,
    identity,
    say: (next) => {
      answer = next;
    },
    makeAgent: async (definition, tenant = own, name = `a-${newId()}`) => {
      const values = { name, description: '', definition: readDefinition(definition), createdBy: 'test' };
      return (await database.change(ACTOR, ({ agents }) => agents.create(tenant, values))).id;
    },
    setSecret: async (name, value, tenant = own) => {
      const { organizationId, workspaceId } = tenant;
      await database.change(ACTOR, ({ workspaceSecrets }) =>
        workspaceSecrets.create(organizationId, { workspaceId, name, value, description: null }),
      );
    },
    start: async (agentId, input, as = identity, tenant = own) => {
      const id = newId();
      const { organizationId, workspaceId } = tenant;
      const userId = as === identity ? person.userId : null;
      const run = {
        id,
        organizationId,
        workspaceId,
        agentId,
        version: 1,
        userId,
        identity: as,
        clientAddress: null,
        input,
      };
      await database.agentRuns.create(run, 100, (within) =>
        queues.enqueue('agent.run', { run_id: id }, { within, group: workspaceId }),
      );
      queues.wake('agent.run');
      return id;
    },
    ended: async (runId, status, tenant = own) => {
      const run = await waitUntil(
        `the end of the run`,
        async () => {
          const found = await find(runId, tenant);
          return (status === undefined ? found.completedAt !== null : found.status === status) ? found : undefined;
        },
        ENDS_MS,
      );
      const content = await database.agentRuns.readContent(runId);
      return { ...run, output: JSON.parse(content?.output ?? '{}'), steps: await database.agentRuns.listSteps(runId) };
    },
    decide: async (runId, rootId, position, rejection) => {
      const isDecided = await database.agentRuns.decide(
        { runId, rootId, position, decidedBy: 'Grace', rejection: rejection && JSON.stringify({ text: rejection }) },
        async () => undefined,
        (within) => queues.enqueue('agent.run', { run_id: rootId }, { within, group: own.workspaceId }),
      );
      queues.wake('agent.run');
      return isDecided;
    },
    requeue: async (runId) => {
      await queues.enqueue('agent.run', { run_id: runId });
    },
    cancel: (runId) => database.agentRuns.cancel(runId, async () => undefined),
    events: async (runId) =>
      (await database.runEvents.list(runId, 0, 1_000)).map(({ data, kind: name }) => ({
        kind: name,
        data: data as Record<string, unknown>,
      })),
    stop: async () => {
      await queues.close();
      await gateway.stop();
      await channel.close();
      await database.close();
      await upstream.close();
      await tools.close();
      await kind.stop();
    },
  };
}

/** A model with a price, one of the simulator, and one that embeds. */
async function addModels({ change, organizationId, providerId, workspaceId }: Tenant): Promise<void> {
  await change(async ({ models, providers }) => {
    const simulator = await providers.create(organizationId, {
      workspaceId,
      name: 'sim',
      kind: 'simulator',
      secrets: {},
    });
    const model = { workspaceId, kind: 'model', type: 'chat', providerId } as const;
    const prices = { input_per_million: 2.5, output_per_million: 10 };
    await models.create(organizationId, { ...model, logicalName: 'priced', upstreamModel: 'p', prices });
    await models.create(organizationId, { ...model, logicalName: 'embedder', upstreamModel: 'e', type: 'embedding' });
    await models.create(organizationId, {
      ...model,
      logicalName: 'simulated',
      upstreamModel: 's',
      providerId: simulator.id,
    });
  });
}

export function completionOf(said: Said, model: string, turn: number): object {
  const isText = typeof said === 'string';
  const calls = isText
    ? []
    : said.map(({ arguments: given, id, name }, at) => ({
        id: id ?? `call_${turn}_${at}`,
        type: 'function',
        function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
      }));
  const message = { role: 'assistant', content: isText ? said : null, ...(calls.length > 0 && { tool_calls: calls }) };
  return {
    id: `chatcmpl-${turn}`,
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message, finish_reason: isText ? 'stop' : 'tool_calls', logprobs: null }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}

export async function startToolServer(): Promise<ToolServer> {
  const seen: ToolServer['seen'] = [];
  const answerJson = (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  };
  let answer: Parameters<ToolServer['answerWith']>[0] = answerJson;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    seen.push({ path: request.url ?? '', headers: request.headers, body });
    answer(response, request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answerWith: (next) => {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
