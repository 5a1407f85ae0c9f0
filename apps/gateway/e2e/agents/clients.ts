import Anthropic from '@anthropic-ai/sdk';
import { type RunningGateway, TEST_KEYS } from '@multilane/testing';
import OpenAI from 'openai';
import { runChatAgent } from './chat-agent.js';
import type { Lane } from './lanes.js';
import { runMessagesAgent } from './messages-agent.js';
import { runResponsesAgent } from './responses-agent.js';
import type { Turn } from './transcript.js';

/** The official SDKs, set up as their users do, but without retries: a test must see the first failure. */
export interface Clients {
  readonly openai: OpenAI;
  readonly anthropic: Anthropic;
}

export function createClients({ baseUrl }: RunningGateway): Clients {
  return {
    openai: new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: TEST_KEYS.research, maxRetries: 0 }),
    anthropic: new Anthropic({ baseURL: baseUrl, authToken: TEST_KEYS.research, apiKey: null, maxRetries: 0 }),
  };
}

export const ENDPOINTS = ['chat', 'responses', 'messages'] as const;

/** A client format of the gateway. */
export type EndpointName = (typeof ENDPOINTS)[number];

/** Runs the agent loop with the SDK of that client format: each turn on its lane, the last lane to the end. */
export function runAgent(
  clients: Clients,
  endpoint: EndpointName,
  lanes: Lane | readonly Lane[],
  isStreamed: boolean,
): Promise<Turn[]> {
  const route = [lanes].flat();
  switch (endpoint) {
    case 'chat':
      return runChatAgent(clients.openai, route, isStreamed);
    case 'responses':
      return runResponsesAgent(clients.openai, route, isStreamed);
    case 'messages':
      return runMessagesAgent(clients.anthropic, route, isStreamed);
  }
}
