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

This page lists what happens to every feature of a request when the provider has another format, and to every feature of the response. Nothing is
dropped silently. Each cell is one of:

- ✓ exact: the feature is translated without loss;
- refused: the client gets this error code. If one field caused it, \`error.param\` names the field;
- lossy: the note says what is lost, and why. For a request, the note is followed by the names that the response header
  \`X-Service-Adjusted\` lists, in the client's format: \`X-Service-Adjusted: temperature, user\`. Without names, the feature is expressed
  in another way with the same meaning;
- –: not applicable: the provider has no such feature, or does not serve the endpoint.

Group R contains every provider that speaks the chat format itself: \`openai\`, \`azure-openai\`, \`openai-compatible\`, the kinds that
are built on it, and the \`simulator\`. If one provider of a column differs from the others, the cell names it.
\`anthropic:adaptive\` is an Anthropic model with \`capabilities.thinking: adaptive\`. \`anthropic:structured\` and
\`bedrock:structured\` are models with \`capabilities.structured_output: true\`. \`bedrock:cohere\` is a Cohere embedding model
on Bedrock. \`bedrock\` is a Claude model, and for embeddings a Titan model.

The column *Responses API* contains the models that their provider serves in the Responses format alone: \`openai:responses\` and the
kinds that agree with it. Requests of models that need this format only for their tools are translated in the same way.

Messages to Anthropic, responses to the Responses API, and completions, embeddings and rerank to providers with these endpoints, are passed through:
the body is sent unchanged except for the name of the model. Everything else is translated through the chat format.

## How it is known

No cell is declared by hand. Each is the result of a probe: a request or a response with an unmistakable value goes through
the same code as a real one. \`apps/gateway/ledger/translation-ledger.spec.ts\` has a test for each row, named after
its table and feature (\`chat, requests: temperature\`). It fails if the code differs from the reviewed ledger in
\`apps/gateway/ledger/expected\`, if a lossy cell has no note, or if a note belongs to a cell that is not lossy.
Streamed responses are probed separately, and have a row of their own only if they differ.

Recorded traffic of the providers tests what the adapters send and understand:

| Provider | Tests in \`libs/providers/src\` |
|---|---|
| all | \`provider-contract.spec.ts\`, \`embeddings-contract.spec.ts\` |
| Group R | \`openai/encode-chat-request.spec.ts\`, \`openai/decode-chat-response.spec.ts\`, \`openai/recorded-requests.spec.ts\` |
| anthropic | \`anthropic/recorded-requests.spec.ts\`, \`anthropic/encode/encode-request.spec.ts\`, \`anthropic/messages-codec.spec.ts\` |
| gemini, vertex | \`gemini/recorded-requests.spec.ts\`, \`shared/generate-content/encode-request.spec.ts\`, \`vertex/adapter.spec.ts\` |
| cohere | \`cohere/recorded-requests.spec.ts\`, \`cohere/encode-request.spec.ts\` |
| bedrock | \`bedrock/recorded-requests.spec.ts\`, \`bedrock/encode/encode-request.spec.ts\` |

After an intended change, run \`node scripts/record-ledger.mjs\`. It writes the new results into the reviewed ledger, with
\`?\` for each missing note. Review the diff.`;
