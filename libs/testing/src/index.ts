/**
 * Tools for tests and benchmarks, and for nothing else: a provider that answers what a test queues, the built services
 * as child processes, and an HTTP client that hides nothing.
 */

export { auditLine, auditLines, idAt } from './audit/audit-line.js';
export { type FixtureCase, findCase, listCases } from './cases/fixture-cases.js';
export { type FixtureTurn, readTurn } from './cases/read-turn.js';
export { type ReplayOptions, replayCase, replayStream } from './cases/replay-case.js';
export { CHARACTER_COUNT, characterAt } from './character-at.js';
export { findPython, PYTHON_PACKAGES, type Python, runPython } from './clients/python-sdk.js';
export { chooseSplits } from './contract/choose-splits.js';
export { deepFreeze } from './contract/deep-freeze.js';
export type { Exchange } from './contract/exchange.js';
export { findAnswerFaults } from './contract/find-answer-faults.js';
export { findChunkFaults, findOrderFaults } from './contract/find-chunk-faults.js';
export { joinChunks } from './contract/join-chunks.js';
export { listCaseNames, listExchanges } from './contract/list-exchanges.js';
export { runStream, type StreamOutcome } from './contract/run-stream.js';
export { shortenTexts } from './contract/shorten-texts.js';
export { describeStatement, findStatementFaults, type Query, shortTypeName } from './databases/describe-statement.js';
export { copyStandaloneTemplate, STANDALONE_DATABASE } from './databases/embedded-template.js';
export { useRedis } from './databases/given-servers.js';
export { databasesFolder } from './databases/server-process.js';
export { findPostgres, type PostgresOptions, type PostgresServer, startPostgres } from './databases/start-postgres.js';
export { findRedis, hasRedis, type RedisServer, startRedis } from './databases/start-redis.js';
export { type RedisCluster, startRedisCluster } from './databases/start-redis-cluster.js';
export { serviceDatabases, type TestDatabase, type TestLocation, testDatabases } from './databases/test-databases.js';
export { findVectorPostgres, installVectorPostgres } from './databases/vector-postgres.js';
export { type AnswerName, type NameServer, startNameServer } from './dns/start-name-server.js';
export { endWithThisProcess } from './end-with-this-process.js';
export { Gate } from './gate.js';
export { findClosedPort } from './http/find-closed-port.js';
export { type HttpAnswer, httpRequest } from './http/http-request.js';
export { type ArrivedEvent, type OpenStream, openStream, type StreamEnding } from './http/open-stream.js';
export { type RawAnswer, rawRequest } from './http/raw-request.js';
export type { HttpCall } from './http/send-request.js';
export { type StreamServer, sendShortStreams, startStreamServer } from './http/short-streams.js';
export { type StreamEvent, splitEvents } from './http/split-events.js';
export { startLoad } from './http/start-load.js';
export { databasesInTurn, inTurn, isDue, takeTurns, vectorDatabaseInTurn } from './in-turn.js';
export {
  FURTHER_INGRESSES,
  INGRESSES,
  INGRESSES_BELOW_PATH,
  type Ingress,
  isCaddyfileFormatted,
} from './ingress/start-ingress.js';
export {
  type Claims,
  createIssuerKey,
  hmacToken,
  type IssuerKey,
  type SigningAlgorithm,
  signToken,
  toJwk,
  unsignedToken,
} from './issuer/issue-token.js';
export { type RunningIssuer, startIssuer } from './issuer/start-issuer.js';
export { DISCOVERY_PATH, KEYS_PATH, TestIssuer } from './issuer/test-issuer.js';
export { type Certificate, makeCertificate } from './network/make-certificate.js';
export { openSilentLink, type SilentLink } from './network/silent-link.js';
export { type ObjectStorageServer, startObjectStorage } from './object-storage/start-object-storage.js';
export { PROJECT_ROOT } from './project-root.js';
export { applyRecipe, copyProject, type RecipeStep, readRecipe, runInCopy } from './recipe-copy.js';
export {
  CHAT_CHUNK,
  CHAT_COMPLETION,
  EMBEDDINGS as EMBEDDINGS_ANSWER,
  TEXT_COMPLETION,
} from './sdk-shapes/chat-shapes.js';
export { MESSAGE, MESSAGE_EVENT } from './sdk-shapes/messages-shapes.js';
export { mutateEvents, mutateJson, seededChance } from './sdk-shapes/mutate-answer.js';
export { RESPONSE, RESPONSE_EVENT } from './sdk-shapes/responses-shapes.js';
export { type GatewaySections, gatewayConfig, gatewaySections, SUPPORT_MODELS } from './services/gateway-config.js';
export { type ConfigEntry, modelEntries, providerEntry } from './services/provider-sections.js';
export { type Service, type ServiceExit, spawnService, wholeLines } from './services/spawn-service.js';
export { type GatewayOptions, type RunningGateway, startGateway } from './services/start-gateway.js';
export { isWithinBounds, MOST_BUSY_MS, MOST_GROWN_MB, startWatched, type Watched } from './services/start-watched.js';
export { TEST_AWS_ACCESS_KEY_ID, TEST_KEYS, TEST_PROVIDER_KEYS } from './services/test-keys.js';
export { waitUntilReady } from './services/wait-until-ready.js';
export { testEncryptionKey } from './test-encryption-key.js';
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
export { chatRepliesWith } from './upstream/strict/chat-replies.js';
export { openAiResponsesReplies } from './upstream/strict/openai-responses/build-replies.js';
export { openAiResponsesWire } from './upstream/strict/openai-responses/openai-responses-wire.js';
export { refuseAs, STRICT_PROVIDERS } from './upstream/strict/strict-providers.js';
export { createStrictWires } from './upstream/strict/strict-wire.js';
export { anthropicWire } from './upstream/wires/anthropic/anthropic-wire.js';
export { anthropicReplies } from './upstream/wires/anthropic/build-replies.js';
export { bedrockWire } from './upstream/wires/bedrock/bedrock-wire.js';
export { bedrockReplies } from './upstream/wires/bedrock/build-replies.js';
export {
  decodeMessage,
  encodeMessage,
  type StreamMessage,
  splitMessages,
} from './upstream/wires/bedrock/event-stream.js';
export { cohereReplies } from './upstream/wires/cohere/build-replies.js';
export { cohereWire } from './upstream/wires/cohere/cohere-wire.js';
export { generateContentReplies } from './upstream/wires/generate-content/build-replies.js';
export { generateContentWire } from './upstream/wires/generate-content/generate-content-wire.js';
export { completion, completionEvents, TEST_USAGE } from './upstream/wires/openai-chat/build-completion.js';
export { openAiChatReplies } from './upstream/wires/openai-chat/build-replies.js';
export { errorEventAfter, hugeCompletion, rateLimited, serverError } from './upstream/wires/openai-chat/chat-faults.js';
export { openAiChatWire } from './upstream/wires/openai-chat/openai-chat-wire.js';
export { openAiEmbeddingsWire } from './upstream/wires/openai-embeddings/openai-embeddings-wire.js';
export { repliesOf } from './upstream/wires/replies-of.js';
export type { AnswerParts, ErrorOptions, ReplyBuilders } from './upstream/wires/reply-builders.js';
export type { IssuedThought, IssuedToolCall, IssuedTurn, Wire, WireFault } from './upstream/wires/wire.js';
export { wireFor } from './upstream/wires/wire-for.js';
export { untilHolds, waitUntil } from './wait-until.js';
