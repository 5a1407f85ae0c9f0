/**
 * Tools for tests and benchmarks, and for nothing else: a provider that answers what it is told to, the built services
 * as child processes, and an HTTP client that hides nothing.
 */
export { type FixtureCase, findCase, listCases } from './cases/fixture-cases.js';
export { type FixtureTurn, readTurn } from './cases/read-turn.js';
export { type ReplayOptions, replayCase, replayStream } from './cases/replay-case.js';
export { findClosedPort } from './http/find-closed-port.js';
export { type HttpAnswer, httpRequest } from './http/http-request.js';
export { type ArrivedEvent, type OpenStream, openStream, type StreamEnding } from './http/open-stream.js';
export { type RawAnswer, rawRequest } from './http/raw-request.js';
export type { HttpCall } from './http/send-request.js';
export { type StreamEvent, splitEvents } from './http/split-events.js';
export { PROJECT_ROOT } from './project-root.js';
export { type GatewaySections, gatewayConfig, gatewaySections, SUPPORT_MODELS } from './services/gateway-config.js';
export { type Service, type ServiceExit, spawnService } from './services/spawn-service.js';
export { type GatewayOptions, type RunningGateway, startGateway } from './services/start-gateway.js';
export { TEST_KEYS, TEST_PROVIDER_KEYS } from './services/test-keys.js';
export { waitUntilReady } from './services/wait-until-ready.js';
export type { FakeUpstream, ReplyChooser } from './upstream/fake-upstream.js';
export {
  cutAfter,
  endAfter,
  gzipped,
  hangsUp,
  htmlBadGateway,
  malformedEventAfter,
  neverAnswers,
  notJson,
  slowly,
  stallAfter,
} from './upstream/faults.js';
export type { RecordedRequest } from './upstream/recorded-request.js';
export {
  type JsonReply,
  jsonReply,
  type Reply,
  type SilentReply,
  type StreamEnd,
  type StreamReply,
  streamReply,
  type TextReply,
  textReply,
} from './upstream/reply.js';
export { splitBytes } from './upstream/split-bytes.js';
export { startUpstream, type UpstreamOptions } from './upstream/start-upstream.js';
export { completion, completionEvents, TEST_USAGE } from './upstream/wires/openai-chat/build-completion.js';
export { errorEventAfter, hugeCompletion, rateLimited, serverError } from './upstream/wires/openai-chat/chat-faults.js';
export { openAiChatWire } from './upstream/wires/openai-chat/openai-chat-wire.js';
export type { IssuedToolCall, Wire, WireFault } from './upstream/wires/wire.js';
export { waitUntil } from './wait-until.js';
