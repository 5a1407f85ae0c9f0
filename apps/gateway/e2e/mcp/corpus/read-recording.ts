import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from './scripted-server.js';

/** A request that a client sent to a real server, and what the server said. */
export interface RecordedCall {
  readonly request: Message;
  /** All messages, in their order. */
  readonly said: readonly Message[];
  /** Undefined for a notification. */
  readonly answer: Message | undefined;
}

/** The calls of a recorded session. None where it is missing. */
export function readRecording(folder: string): RecordedCall[] {
  if (!existsSync(folder)) return [];
  const numbers = readdirSync(folder).flatMap((file) => /^request\.(\d+)\.json$/.exec(file)?.[1] ?? []);
  return numbers.sort().map((number) => {
    const stream = join(folder, `stream.${number}.txt`);
    const request = JSON.parse(readFileSync(join(folder, `request.${number}.json`), 'utf8')) as Message;
    return toCall(request, existsSync(stream) ? readFileSync(stream, 'utf8') : '');
  });
}

function toCall(request: Message, stream: string): RecordedCall {
  const said = [...stream.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as Message);
  return { request, said, answer: said.find(({ result }) => result !== undefined) };
}

const event = (message: object): string =>
  `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
const LIST = { tools: [{ name: 'ask', description: 'Asks.', inputSchema: { type: 'object' }, _meta: { own: true } }] };
const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'own', version: '1' },
  instructions: 'Own.',
};
const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'own', version: '1' } };

/** A session of our own, of the same form. */
export const OWN_RECORDING: readonly RecordedCall[] = [
  toCall({ jsonrpc: '2.0', id: 0, method: 'initialize', params: HELLO }, event({ id: 0, result: GREETING })),
  toCall({ jsonrpc: '2.0', method: 'notifications/initialized' }, ''),
  toCall({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, event({ id: 1, result: LIST })),
  toCall(
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'ask', arguments: { question: 'Why?' } } },
    `: ping\n\n${event({ method: 'notifications/message', params: { level: 'info', data: 'At work.' } })}${event({ id: 2, result: { content: [{ type: 'text', text: 'Because.' }], structuredContent: { result: 'Because.' }, isError: false } })}`,
  ),
];
