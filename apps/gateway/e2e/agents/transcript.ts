import type { Lane } from './lanes.js';

/** Actions of the model in one turn, whatever the client's format. */
export interface Turn {
  thinking: string;
  /** Text and calls in the order in which the client's format has them. */
  said: ({ text: string } | { call: string; input: unknown })[];
  /** `calls` where the client is to run tools, `answer` where it is done; else the format's own word. */
  ending: string;
  usage: { prompt: number; completion: number; total: number; thinking: number };
}

/** The only transcript that any group may leave, over any client format, streamed or not. */
const EXPECTED: readonly Turn[] = [
  {
    thinking: 'Two tools are needed. Both at once.',
    said: [
      { text: 'I will look both up.' },
      { call: 'get_weather', input: { city: 'Zürich', days: [1, 2] } },
      { call: 'get_time', input: { zone: 'Europe/"Zurich"' } },
    ],
    ending: 'calls',
    usage: { prompt: 9, completion: 4, total: 13, thinking: 0 },
  },
  {
    thinking: '',
    said: [{ text: 'It is 21 °C and five past two.' }],
    ending: 'answer',
    usage: { prompt: 9, completion: 4, total: 13, thinking: 0 },
  },
];

/** Returns that transcript without the parts that the lane's provider has no words for: thinking, and the number of its tokens. */
export function expectedOf({ thinks, thinkingTokens }: Lane): Turn[] {
  return EXPECTED.map((turn) => ({
    ...turn,
    thinking: thinks ? turn.thinking : '',
    usage: { ...turn.usage, thinking: turn.thinking === '' ? 0 : thinkingTokens },
  }));
}
