import { BENCH_MODEL, GROUP_MODELS } from './build-gateway-config.js';
import { buildChatBody, buildLongStreamBody, buildMessagesBody, CHAT_PATH, MESSAGES_PATH } from './build-requests.js';
import { findMessagesFault, findStreamFault } from './find-stream-fault.js';

/** The ways through the gateway that are compared; `relay` is chat to group R, the provider's own words. */
export const GROUP_NAMES = ['relay', 'N', 'G', 'C', 'B', 'messages'] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

export interface GroupCase {
  /** Name in the report. */
  readonly title: string;
  readonly path: typeof CHAT_PATH | typeof MESSAGES_PATH;
  readonly body: string;
  readonly streamBody: string;
  /** Finds the fault of a streamed answer, if any. */
  findFault(text: string, pieces: readonly string[]): string | undefined;
}

function buildChatCase(title: string, model: string): GroupCase {
  return {
    title,
    path: CHAT_PATH,
    body: buildChatBody(undefined, model),
    streamBody: buildLongStreamBody(CHAT_PATH, model),
    findFault: findStreamFault,
  };
}

export const GROUP_CASES: Readonly<Record<GroupName, GroupCase>> = {
  relay: buildChatCase('chat to R', BENCH_MODEL),
  N: buildChatCase('chat to N', GROUP_MODELS.N),
  G: buildChatCase('chat to G', GROUP_MODELS.G),
  C: buildChatCase('chat to C', GROUP_MODELS.C),
  B: buildChatCase('chat to B', GROUP_MODELS.B),
  messages: {
    title: 'messages to N',
    path: MESSAGES_PATH,
    body: buildMessagesBody(GROUP_MODELS.N),
    streamBody: buildLongStreamBody(MESSAGES_PATH, GROUP_MODELS.N),
    findFault: findMessagesFault,
  },
};
