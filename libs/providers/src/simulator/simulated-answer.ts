/** The answer of the simulator's HTTP interface: a JSON body, or the finished events of a stream in order. */
export type SimulatedAnswer =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly events: readonly string[] };

const JSON_HEADERS = { 'content-type': 'application/json' };
const TRIGGERS = ['simulator-error-429', 'simulator-error-500', 'simulator-cut'] as const;

export type SimulatorTrigger = (typeof TRIGGERS)[number];

/** The failure that a request asks for, by its model or in its text. */
export function findTrigger(model: unknown, text: string): SimulatorTrigger | undefined {
  return TRIGGERS.find((trigger) => model === trigger || text.includes(trigger));
}

/** The refusal that a trigger asks for; undefined for a trigger that cuts the answer, and for none. */
export function refuseOnTrigger(trigger: SimulatorTrigger | undefined): SimulatedAnswer | undefined {
  if (trigger === 'simulator-error-429') return refuse(429, 'rate_limit_error', 'Simulated.', { 'retry-after': '1' });
  if (trigger === 'simulator-error-500') return refuse(500, 'server_error', 'Simulated.');
  return undefined;
}

/** A JSON answer; one that is cut breaks off in the middle. */
export function answerJson(value: object, cut: boolean): SimulatedAnswer {
  const body = JSON.stringify(value);
  return { status: 200, headers: JSON_HEADERS, body: cut ? body.slice(0, body.length / 2) : body };
}

/** A stream of finished events; one that is cut stops in the middle, without `[DONE]`. */
export function answerEvents(events: readonly string[], cut: boolean): SimulatedAnswer {
  const headers = { 'content-type': 'text/event-stream' };
  if (cut) return { status: 200, headers, events: events.slice(0, Math.ceil(events.length / 2)) };
  return { status: 200, headers, events: [...events, 'data: [DONE]\n\n'] };
}

/**
 * Characters of a question beyond which it is longer than the context window: it is repeated word by word, in each of
 * `n` answers.
 */
export const MAX_ECHO_CHARACTERS = 32 * 1024;

/** Error of a model for a request that is longer than it can read. */
export function refuseLength(): SimulatedAnswer {
  const error = {
    message: 'The request is too long for the simulator.',
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  };
  return { status: 400, headers: JSON_HEADERS, body: JSON.stringify({ error }) };
}

/** An error in the reference shape. */
export function refuse(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): SimulatedAnswer {
  const body = JSON.stringify({ error: { message, type, param: null, code: null } });
  return { status, headers: { ...JSON_HEADERS, ...headers }, body };
}
