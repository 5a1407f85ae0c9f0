import { forShell, forToml } from '../../ui/quote-for.js';

export const CLIENTS = [
  'curl',
  'python',
  'typescript',
  'anthropic-sdk',
  'vercel',
  'langchain',
  'claude-code',
  'codex',
] as const;
export type ClientName = (typeof CLIENTS)[number];

export interface Connection {
  /** Origin of the service, without `/v1` and without a slash at its end. */
  readonly origin: string;
  /** A plaintext key, or undefined: then snippets read it from the environment. */
  readonly key: string | undefined;
  readonly model: string;
}

export interface Snippet {
  /** File for the text, or undefined for a shell or a program. */
  readonly file?: string;
  readonly text: string;
}

const VARIABLE = 'MULTILANE_KEY';

/** A connection with its parts as programs write them: strings that no name of a model can end. */
interface Quoted extends Connection {
  readonly url: string;
  readonly root: string;
  readonly name: string;
  readonly python: string;
  readonly node: string;
}

function quote(connection: Connection): Quoted {
  const { key, model, origin } = connection;
  return {
    ...connection,
    url: JSON.stringify(`${origin}/v1`),
    root: JSON.stringify(origin),
    name: JSON.stringify(model),
    python: key === undefined ? `os.environ["${VARIABLE}"]` : JSON.stringify(key),
    node: key === undefined ? `process.env.${VARIABLE}` : JSON.stringify(key),
  };
}

const WRITERS: Readonly<Record<ClientName, (connection: Quoted) => readonly Snippet[]>> = {
  curl: ({ key, model, origin }) => {
    const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] });
    const lines = [
      `curl ${forShell(`${origin}/v1/chat/completions`)} \\`,
      `  -H ${key === undefined ? `"Authorization: Bearer $${VARIABLE}"` : forShell(`Authorization: Bearer ${key}`)} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  -d ${forShell(body)}`,
    ];
    return [{ text: lines.join('\n') }];
  },
  python: ({ key, name, python, url }) => [
    { text: 'pip install openai' },
    {
      text: `${key === undefined ? 'import os\n' : ''}from openai import OpenAI

client = OpenAI(base_url=${url}, api_key=${python})
answer = client.chat.completions.create(
    model=${name},
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
    },
  ],
  typescript: ({ name, node, url }) => [
    { text: 'npm install openai' },
    {
      text: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: ${url}, apiKey: ${node} });
const answer = await client.chat.completions.create({
  model: ${name},
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.choices[0]?.message.content);`,
    },
  ],
  'anthropic-sdk': ({ name, node, root }) => [
    { text: 'npm install @anthropic-ai/sdk' },
    {
      text: `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: ${root}, authToken: ${node}, apiKey: null });
const answer = await client.messages.create({
  model: ${name},
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.content);`,
    },
  ],
  vercel: ({ name, node, url }) => [
    { text: 'npm install ai @ai-sdk/openai-compatible' },
    {
      text: `import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText } from 'ai';

const multilane = createOpenAICompatible({ name: 'multilane', baseURL: ${url}, apiKey: ${node} });
const { text } = await generateText({ model: multilane(${name}), prompt: 'Hello' });
console.log(text);`,
    },
  ],
  langchain: ({ name, node, url }) => [
    { text: 'npm install @langchain/openai' },
    {
      text: `import { ChatOpenAI } from '@langchain/openai';

const chat = new ChatOpenAI({ model: ${name}, apiKey: ${node}, configuration: { baseURL: ${url} } });
const answer = await chat.invoke('Hello');
console.log(answer.content);`,
    },
  ],
  'claude-code': ({ key, model, origin }) => [
    {
      text: [
        `export ANTHROPIC_BASE_URL=${forShell(origin)}`,
        `export ANTHROPIC_AUTH_TOKEN=${key === undefined ? `"$${VARIABLE}"` : forShell(key)}`,
        `export ANTHROPIC_MODEL=${forShell(model)}`,
        'claude',
      ].join('\n'),
    },
  ],
  codex: ({ key, model, origin }) => [
    {
      file: '~/.codex/config.toml',
      text: `model = ${forToml(model)}
model_provider = "multilane"
web_search = "disabled"

[model_providers.multilane]
name = "Multilane"
base_url = ${forToml(`${origin}/v1`)}
env_key = "${VARIABLE}"
wire_api = "responses"`,
    },
    { text: [...(key === undefined ? [] : [`export ${VARIABLE}=${forShell(key)}`]), 'codex'].join('\n') },
  ],
};

/** Writes the snippets that connect a client. Values are quoted for the language that reads them. */
export const writeSnippets = (client: ClientName, connection: Connection): readonly Snippet[] =>
  WRITERS[client](quote(connection));
