import type { AnswerParts, IssuedToolCall, JsonReply, StreamReply } from '@multilane/testing';
import { type Lane, repliesOfLane } from './lanes.js';

/** Question to every agent. */
export const QUESTION = 'What is the weather in Zürich, and what time is it there?';

/** The system prompt of every agent. */
export const INSTRUCTIONS = 'You look things up before you answer.';

export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: { type: 'object'; properties: Record<string, object>; required: string[] };
  run(input: unknown): string;
}

export const TOOLS: readonly AgentTool[] = [
  {
    name: 'get_weather',
    description: 'The weather in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: (input) => JSON.stringify({ weather: '21 degrees', of: input }),
  },
  {
    name: 'get_time',
    description: 'The time in a zone.',
    parameters: { type: 'object', properties: { zone: { type: 'string' } }, required: ['zone'] },
    run: (input) => JSON.stringify({ time: '14:05', of: input }),
  },
];

/** An agent that has not finished by then never will. */
export const MOST_TURNS = 12;

/** The result of a tool, as text; throws for a tool that was not offered. */
export function runTool(name: string, input: unknown): string {
  const tool = TOOLS.find((other) => other.name === name);
  if (!tool) throw new Error(`the model called ${name}, which is no tool`);
  return tool.run(input);
}

/** Signature in the providers' encoding: base64. */
export const SIGNATURE = Buffer.from('a signature of the test, number 1').toString('base64');

export const ANOTHER_SIGNATURE = Buffer.from('a signature of the test, number 2').toString('base64');

const CALLS: readonly IssuedToolCall[] = [
  { id: 'call_of_test_0001', name: 'get_weather', arguments: '{"city":"Zürich","days":[1,2]}' },
  { id: 'call_of_test_0002', name: 'get_time', arguments: '{"zone":"Europe/\\"Zurich\\""}' },
];

/** The first answer: thinks, says something and calls both tools in parallel. */
export function firstAnswer({ kind }: Lane): AnswerParts {
  return {
    thinking: { text: 'Two tools are needed. Both at once.', signature: SIGNATURE },
    text: ['I will look ', 'both up.'],
    // The cloud edition of group G gives calls no ids.
    calls: kind === 'vertex' ? CALLS.map((call) => ({ ...call, id: '' })) : CALLS,
  };
}

/** A later answer that thinks again and calls one more tool. */
export function anotherCall({ kind }: Lane): AnswerParts {
  const id = kind === 'vertex' ? '' : 'call_of_test_0003';
  return {
    thinking: { text: 'One more is needed.', signature: ANOTHER_SIGNATURE },
    text: ['One moment.'],
    calls: [{ id, name: 'get_time', arguments: '{"zone":"UTC"}' }],
  };
}

export const SECOND_ANSWER: AnswerParts = { text: ['It is 21 °C ', 'and five past two.'] };

/** Both answers in the words of the lane's provider. */
export function answersOf(lane: Lane, isStreamed: boolean): (StreamReply | JsonReply)[] {
  const replies = repliesOfLane(lane);
  return [firstAnswer(lane), SECOND_ANSWER].map((parts) =>
    isStreamed ? replies.stream(parts) : replies.answer(parts),
  );
}
