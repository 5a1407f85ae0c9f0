import { type Message, Role, type SendMessageRequest, type Task, type TaskState } from '@a2a-js/sdk';
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { newId } from '@multilane/persistence';

/** The official client of an agent, by the card at `url`, with a credential. */
export function connectA2a(url: string, token: string): Promise<Client> {
  const fetchImpl: typeof fetch = (address, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(address, { ...init, headers });
  };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  return factory.createFromUrl(url);
}

/** A request with one text. @param more of the message */
export const question = (text: string, more: object = {}, configuration: object = {}): SendMessageRequest => ({
  tenant: '',
  metadata: undefined,
  message: {
    messageId: newId(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: {
    acceptedOutputModes: [],
    taskPushNotificationConfig: undefined,
    returnImmediately: false,
    ...configuration,
  },
});

/** Asks an agent, which always answers with a task. */
export const ask = async (by: Client, ...asked: Parameters<typeof question>): Promise<Task> =>
  (await by.sendMessage(question(...asked))) as Task;

/** A request about the task of this id. */
export const named = (id: string) => ({ tenant: '', id, metadata: undefined });

export const stateOf = (task: Task): TaskState | undefined => task.status?.state;

export const textOf = (holder: { readonly parts: Message['parts'] } | undefined): unknown =>
  holder?.parts.map(({ content }) => content?.value).join('\n');
