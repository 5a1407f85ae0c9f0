import { TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { TaskNotFoundError } from '@a2a-js/sdk/errors';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../../start-pair.js';
import type { Issued } from '../make-tenant.js';
import { ask, connectA2a, named, stateOf } from './a2a-client.js';
import { LIMIT_MS, START_LIMIT_MS } from './order-tool.js';
import { type AgentSetup, startAgents } from './start-agents.js';

const [kind] = serviceDatabases();
if (kind === undefined) throw new Error('there is always a database');

// docs/contract/agents.md#a2a
describe('tasks over A2A', () => {
  let setup: AgentSetup;
  const connect = ({ token }: Issued): Promise<Client> => connectA2a(`${setup.gateway.url}/a2a/desk/`, token);

  beforeAll(async () => {
    setup = await startAgents(kind);
    await setup.makeAgent({ model: 'priced', a2a: true }, setup.own, 'desk');
  }, START_LIMIT_MS);

  afterAll(async () => {
    await setup?.stop();
  }, HOOK_LIMIT_MS);

  it(
    'belong to the person, the virtual account or the key that began them, whichever token asks',
    async () => {
      const { change, issue, organizationId, signIn, workspaceId } = setup.own;
      const makeAccount = (name: string) =>
        change(({ serviceAccounts }) => serviceAccounts.create(organizationId, { workspaceId, name }));
      const [ada, grace] = [await signIn('ada-a2a@example.com'), await signIn('grace-a2a@example.com')];
      const [robot, other] = [await makeAccount('robot'), await makeAccount('other')];
      const ofPerson = ({ userId }: { userId: string }) => issue({ kind: 'pat', workspaceId, userId });
      const ofAccount = ({ id }: { id: string }) => issue({ kind: 'vat', workspaceId, serviceAccountId: id });
      const owners = {
        person: [await ofPerson(ada), await ofPerson(ada)],
        anotherPerson: [await ofPerson(grace)],
        account: [await ofAccount(robot), await ofAccount(robot)],
        anotherAccount: [await ofAccount(other)],
        key: [await setup.own.issueKey(true)],
        anotherKey: [await setup.own.issueKey(true)],
      };
      const clients = await Promise.all(
        Object.entries(owners).map(async ([owner, tokens]) => ({
          owner,
          clients: await Promise.all(tokens.map(connect)),
        })),
      );
      for (const owner of ['person', 'account', 'key']) {
        const [first] = clients.find((each) => each.owner === owner)?.clients ?? [];
        if (first === undefined) throw new Error('each owner has a token');
        const task = await ask(first, 'Hi');
        for (const asking of clients) {
          for (const client of asking.clients) {
            const found = await client.getTask(named(task.id)).catch((error: unknown) => error);
            if (asking.owner === owner) expect(found).toEqual(task);
            else expect(found).toBeInstanceOf(TaskNotFoundError);
          }
        }
      }
    },
    LIMIT_MS,
  );

  it(
    'do not begin when the budget of their key is spent, and it is said so',
    async () => {
      const poor = await connect(await setup.own.issueKey(true, { budgetUsd: 0.0001, budgetResetPeriod: 'monthly' }));
      expect(stateOf(await ask(poor, 'Hi'))).toBe(TaskState.TASK_STATE_COMPLETED);
      const asked = setup.asked.length;
      await expect(ask(poor, 'Hi again')).rejects.toThrow('The budget of the key is spent.');
      expect(setup.asked.length).toBe(asked);
    },
    LIMIT_MS,
  );
});
