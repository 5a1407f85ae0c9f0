import type { paths } from '../schema.js';

type AddMessages = paths['/w/chat/sessions/{id}/messages']['post']['requestBody']['content']['application/json'];

/** A message as the service takes it. */
export type NewMessage = AddMessages['messages'][number];

/** Limits of one request: the service takes 50 messages and a body of 1 MB. */
const MOST_MESSAGES = 50;
const MOST_CHARACTERS = 300_000;

/** Messages in groups that each fit into a request; one that is larger is alone. */
export function batchesOf(messages: readonly NewMessage[]): NewMessage[][] {
  const batches: NewMessage[][] = [];
  let size = 0;
  for (const message of messages) {
    const length = JSON.stringify(message).length;
    const last = batches.at(-1);
    if (last === undefined || last.length >= MOST_MESSAGES || size + length > MOST_CHARACTERS) {
      batches.push([message]);
      size = length;
    } else {
      last.push(message);
      size += length;
    }
  }
  return batches;
}
