export interface Call {
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** Undefined if the user has keys of their own: the snippets then read MULTILANE_API_KEY. */
  readonly apiKey: string | undefined;
}

const QUESTION = 'Say hello.';

/** A streamed chat completion, for any POSIX shell. */
export function writeCurl({ baseUrl, model, apiKey }: Call): string {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: QUESTION }] });
  return [
    `curl -N ${baseUrl}/chat/completions \\`,
    `  -H "Authorization: Bearer ${apiKey ?? '$MULTILANE_API_KEY'}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${body.replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}

/** The same through the reference SDK for Node.js; runs as a module. */
export function writeNode({ baseUrl, model, apiKey }: Call): string {
  const key = apiKey === undefined ? 'process.env.MULTILANE_API_KEY' : JSON.stringify(apiKey);
  return [
    "import OpenAI from 'openai';",
    `const client = new OpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: ${key} });`,
    `const answer = await client.chat.completions.create({ model: ${JSON.stringify(model)}, messages: [{ role: 'user', content: '${QUESTION}' }] });`,
    'console.log(answer.choices[0].message.content);',
  ].join('\n');
}

/** The same through the reference SDK for Python. */
export function writePython({ baseUrl, model, apiKey }: Call): string {
  const key = apiKey === undefined ? 'os.environ["MULTILANE_API_KEY"]' : JSON.stringify(apiKey);
  return [
    ...(apiKey === undefined ? ['import os'] : []),
    'from openai import OpenAI',
    `client = OpenAI(base_url=${JSON.stringify(baseUrl)}, api_key=${key})`,
    `answer = client.chat.completions.create(model=${JSON.stringify(model)}, messages=[{"role": "user", "content": "${QUESTION}"}])`,
    'print(answer.choices[0].message.content)',
  ].join('\n');
}
