import { isRecord } from '@multilane/contracts';
import type { StreamedUsage } from '../descriptor.js';
import { mapUsage } from './map-answer.js';

/** The last `message_delta` states the usage: the one with the stop reason (platform.claude.com, "Streaming messages"). */
export const MESSAGES_STREAMED_USAGE: StreamedUsage = {
  isIn: ({ delta, type }: { delta?: unknown; type?: unknown }) =>
    type === 'message_delta' && isRecord(delta) && typeof delta.stop_reason === 'string',
  isLast: ({ type }: { type?: unknown }) => type === 'message_stop',
  add: (event, usage) => {
    const { usage: reported } = event as { usage?: unknown };
    const { input_tokens, output_tokens } = mapUsage(usage);
    return { ...event, usage: { ...(isRecord(reported) && reported), input_tokens, output_tokens } };
  },
};
