import { describe, expect, it } from '@jest/globals';
import { findTools } from './tool-search.js';

const tool = (name: string, description: string) => ({ name, description, inputSchema: { type: 'object' as const } });
const TOOLS = [
  tool('tickets__createTicket', 'Opens a new ticket for a customer.'),
  tool('tickets__list', 'Lists tickets.'),
  tool('mail__send', 'Sends a message to a customer.'),
  ...Array.from({ length: 50 }, (_, index) => tool(`other__thing_${index}`, 'Does something for a customer.')),
];

// docs/contract/mcp.md#search
describe('the search for tools', () => {
  const names = (query: unknown, limit?: unknown) => findTools(TOOLS, query, limit).map(({ name }) => name);

  it.each([
    ['create a ticket', 'tickets__createTicket'],
    ['TICKETS list', 'tickets__list'],
    ['send customer message', 'mail__send'],
  ])('finds for "%s" first %s', (query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  it.each([
    [undefined, 10],
    [3, 3],
    [1_000, 50],
    [-1, 10],
    ['many', 10],
  ])('answers for a limit of %s at most %s', (limit, most) => {
    expect(names('customer', limit)).toHaveLength(most);
  });

  it.each([undefined, '', '!', 'nowhere', {}, 'x'.repeat(100_000)])('finds nothing for %j', (query) => {
    expect(names(query)).toEqual([]);
  });
});
