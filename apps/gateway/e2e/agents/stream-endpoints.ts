import type { OpenStream } from '@multilane/testing';
import { CHAT_MESSAGES, CHAT_TOOLS } from './chat-agent.js';
import type { Clients, EndpointName } from './clients.js';
import { type Lane, modelOf } from './lanes.js';
import { MESSAGES_TOOLS } from './messages-agent.js';
import { RESPONSES_TOOLS } from './responses-agent.js';
import { QUESTION } from './task.js';

/** The error that a broken stream ended with, in the terms common to all client formats. */
export interface StreamError {
  code: string;
  message: string;
}

/** Facts of a client format for tests of broken streams. */
export interface StreamEndpoint {
  readonly path: string;
  /** The first request of the agent, streamed. */
  body(lane: Lane): object;
  /**
   * The error that ends the stream in the form of docs/contract/streaming.md#stream-errors; throws for any other end.
   */
  readError(stream: OpenStream): StreamError;
  /** True if the stream has an end which says that the answer is whole. */
  isWhole(stream: OpenStream): boolean;
  /** Reads the same stream to its end with the official SDK. */
  readWithSdk(clients: Clients, lane: Lane): Promise<unknown>;
}

const chat: StreamEndpoint = {
  path: '/v1/chat/completions',
  body: (lane) => ({ model: modelOf(lane), messages: CHAT_MESSAGES, tools: CHAT_TOOLS, stream: true }),
  readError(stream) {
    const data = stream.events.flatMap((event) => event.data ?? []);
    const { error, ...others } = JSON.parse(data.at(-1) ?? '{}');
    if (Object.keys(others).length > 0 || data.slice(0, -1).some((text) => text.startsWith('{"error"'))) {
      throw new Error(`no single error at the end: ${stream.text().slice(-300)}`);
    }
    return error;
  },
  isWhole: (stream) => stream.text().includes('data: [DONE]'),
  readWithSdk: ({ openai }, lane) =>
    openai.chat.completions
      .stream({ model: modelOf(lane), messages: CHAT_MESSAGES, tools: CHAT_TOOLS })
      .finalChatCompletion(),
};

const responses: StreamEndpoint = {
  path: '/v1/responses',
  body: (lane) => ({ model: modelOf(lane), input: QUESTION, tools: RESPONSES_TOOLS, stream: true }),
  readError(stream) {
    const events = stream.events.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data)]));
    const last = events.at(-1);
    if (last?.type !== 'response.failed' || last.response.status !== 'failed') {
      throw new Error(`not response.failed: ${stream.text().slice(-300)}`);
    }
    const numbers = events.map((event) => event.sequence_number);
    if (numbers.some((number, index) => number !== index)) throw new Error(`sequence numbers ${numbers.join(' ')}`);
    return last.response.error;
  },
  isWhole: (stream) => /^event: response\.(completed|incomplete)$/m.test(stream.text()),
  async readWithSdk({ openai }, lane) {
    const response = await openai.responses
      .stream({ model: modelOf(lane), input: QUESTION, tools: RESPONSES_TOOLS })
      .finalResponse();
    // This SDK gives a failed response as a response; its reader is to look at the status.
    if (response.status === 'failed') throw new Error(response.error?.message);
    return response;
  },
};

const messages: StreamEndpoint = {
  path: '/v1/messages',
  body: (lane) => ({
    model: modelOf(lane),
    messages: [{ role: 'user', content: QUESTION }],
    tools: MESSAGES_TOOLS,
    max_tokens: 1000,
    stream: true,
  }),
  readError(stream) {
    const last = stream.events.filter(({ data }) => data !== undefined).at(-1);
    const { type, error, request_id: requestId } = JSON.parse(last?.data ?? '{}');
    if (last?.event !== 'error' || type !== 'error' || typeof requestId !== 'string') {
      throw new Error(`not event: error: ${stream.text().slice(-300)}`);
    }
    return error;
  },
  isWhole: (stream) => /^event: message_stop$/m.test(stream.text()),
  readWithSdk: ({ anthropic }, lane) =>
    anthropic.messages
      .stream({
        model: modelOf(lane),
        messages: [{ role: 'user', content: QUESTION }],
        tools: MESSAGES_TOOLS,
        max_tokens: 1000,
      })
      .finalMessage(),
};

export const STREAM_ENDPOINTS: Readonly<Record<EndpointName, StreamEndpoint>> = { chat, responses, messages };
