import type { Said, SeenMessage } from './start-agents.js';

export const LIMIT_MS = 90_000;
/** A busy machine takes its time to start a database and a gateway. */
export const START_LIMIT_MS = 180_000;
/** The value of the secret that tools send. */
export const SECRET = 'shop-secret-value-2f81';

const ORDER = {
  type: 'object',
  properties: { id: { type: 'string', maxLength: 40 } },
  required: ['id'],
  additionalProperties: false,
};

/** Says one thing after another, by the number of answers so far. */
export const inTurn =
  (...said: Said[]) =>
  (messages: readonly SeenMessage[]): Said =>
    said[messages.filter(({ role }) => role === 'assistant').length] ?? 'Done.';

/** Results that the model got since its last answer. */
export const lastResults = (messages: readonly SeenMessage[]): string[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1).map(({ content }) => content);

/** A tool with a secret, on the server of the test. */
export const orderTool = (server: string, more: object = {}) => ({
  type: 'http',
  name: 'get_order',
  description: 'Finds an order.',
  url: `${server}/orders/{id}`,
  parameters: ORDER,
  headers: { authorization: 'Bearer {{secrets.SHOP_KEY}}' },
  ...more,
});

export const calls = (id = '7', name = 'get_order'): Said => [{ name, arguments: { id } }];
