import { JSON_HEADERS, refuse, type SimulatedAnswer } from './simulate-chat.js';

/** The failure that a model's name asks for, with the answer that would have been; undefined for other names. */
export function findTriggeredAnswer(model: unknown, body: string): SimulatedAnswer | undefined {
  switch (model) {
    case 'simulator-error-429':
      return refuse(429, 'rate_limit_error', 'Simulated.', { 'retry-after': '1' });
    case 'simulator-error-500':
      return refuse(500, 'server_error', 'Simulated.');
    case 'simulator-cut':
      return { status: 200, headers: JSON_HEADERS, body: body.slice(0, body.length / 2) };
    default:
      return undefined;
  }
}
