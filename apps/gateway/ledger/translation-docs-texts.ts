import type { Source } from './columns.js';

export const TITLES: Readonly<Record<Source, string>> = {
  chat: 'Chat completions: POST /v1/chat/completions',
  responses: 'Responses: POST /v1/responses',
  messages: 'Messages: POST /v1/messages',
  completions: 'Text completions: POST /v1/completions',
  embeddings: 'Embeddings: POST /v1/embeddings',
  rerank: 'Rerank: POST /v1/rerank',
};

export const INTRODUCTION = `# Translation

<!-- Generated from apps/gateway/ledger by "pnpm docs:generate". -->

What becomes of everything that a client can say to a provider of another format, and of everything that the provider can
answer. Nothing is dropped in silence: each cell is one of

- ✓ exact: it stands where the provider's format, or the client's, has it;
- refused: the client gets this error code, and where it is one field's fault its name in \`error.param\`;
- lossy: the note says what is lost, and why. Of a request, the names behind it are those that the answer's header
  \`X-Service-Adjusted\` gives, in the words of the client's format: \`X-Service-Adjusted: temperature, user\`. Where none stands
  there, it is said in other words that mean the same;
- –: it cannot come about: the provider has no such thing, or does not serve the endpoint.

Group R is every provider that speaks the chat format itself: \`openai\`, \`azure-openai\`, \`openai-compatible\`, the kinds that
are built on it, and the \`simulator\`. Where one of a column differs from the others, its cell says so by its name.
\`anthropic:adaptive\` is an Anthropic model with \`capabilities.thinking: adaptive\`, \`anthropic:structured\` and
\`bedrock:structured\` are models with \`capabilities.structured_output: true\`, \`bedrock:cohere\` an embedding model of
Cohere's on Bedrock; \`bedrock\` itself stands for a Claude, and for embeddings a Titan.

Messages to Anthropic, and completions, embeddings and rerank to providers that have these endpoints, go straight through:
the body is sent as it came, with the model's name exchanged. Everything else travels over the chat format.

## How it is known

No cell is declared: each is found by a probe, a request or an answer with an unmistakable value in it, that goes through
the same code as a request that is served. \`apps/gateway/ledger/translation-ledger.spec.ts\` has a test for each row, by the
name of its table and its feature (\`chat, requests: temperature\`), and fails where the code and the reviewed ledger in
\`apps/gateway/ledger/expected\` disagree, where something is lossy without a note, or a note stands at what is not lossy.
A streamed answer is probed apart from a whole one and has a row of its own only where it differs.

What the adapters send and understand is held against recorded traffic of the providers:

| Provider | Its tests, in \`libs/providers/src\` |
|---|---|
| all | \`provider-contract.spec.ts\`, \`embeddings-contract.spec.ts\` |
| Group R | \`openai/encode-chat-request.spec.ts\`, \`openai/decode-chat-response.spec.ts\`, \`compatible/recorded-requests.spec.ts\` |
| anthropic | \`anthropic/recorded-requests.spec.ts\`, \`anthropic/encode-request.spec.ts\`, \`anthropic/messages-codec.spec.ts\` |
| gemini, vertex | \`gemini/recorded-requests.spec.ts\`, \`shared/generate-content/encode-request.spec.ts\`, \`vertex/adapter.spec.ts\` |
| cohere | \`cohere/recorded-requests.spec.ts\`, \`cohere/encode-request.spec.ts\` |
| bedrock | \`bedrock/recorded-requests.spec.ts\`, \`bedrock/encode-request.spec.ts\` |

After a change that is meant, \`node scripts/record-ledger.mjs\` writes what the code does now into the reviewed ledger, with
\`?\` where a note is missing; the difference is what a reviewer reads.`;
