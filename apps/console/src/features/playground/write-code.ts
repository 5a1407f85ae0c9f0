export const CODE_LANGUAGES = ['curl', 'python', 'typescript', 'go'] as const;
export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** A data URL longer than this is a placeholder in code: nobody pastes an image into a script. */
const LONGEST_DATA_URL = 200;

/**
 * The request as a program that can be pasted and run. The key is read from the environment variable MULTILANE_KEY, so that
 * no secret is in it.
 *
 * @param baseUrl of the API, with `/v1`
 */
export function writeCode(language: CodeLanguage, baseUrl: string, body: object): string {
  const plain = withoutImages(body) as Readonly<Record<string, unknown>>;
  return WRITERS[language](baseUrl, plain);
}

type Writer = (baseUrl: string, body: Readonly<Record<string, unknown>>) => string;

const WRITERS: Readonly<Record<CodeLanguage, Writer>> = {
  curl: writeCurl,
  python: writePython,
  typescript: writeTypeScript,
  go: writeGo,
};

function writeCurl(baseUrl: string, body: object): string {
  const flag = 'stream' in body ? '-N ' : '';
  return [
    `curl ${flag}${quoteForShell(`${baseUrl}/chat/completions`)} \\`,
    '  -H "Authorization: Bearer $MULTILANE_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoteForShell(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}

function writePython(baseUrl: string, body: Readonly<Record<string, unknown>>): string {
  const call = Object.entries(body).map(([name, value]) => `    ${name}=${toPython(value, 1)},`);
  const print = body.stream
    ? [
        'for chunk in answer:',
        '    if chunk.choices:',
        '        print(chunk.choices[0].delta.content or "", end="", flush=True)',
      ]
    : ['print(answer.choices[0].message.content)'];
  return [
    'import os',
    'from openai import OpenAI',
    '',
    `client = OpenAI(base_url=${JSON.stringify(baseUrl)}, api_key=os.environ["MULTILANE_KEY"])`,
    'answer = client.chat.completions.create(',
    ...call,
    ')',
    ...print,
  ].join('\n');
}

function writeTypeScript(baseUrl: string, body: Readonly<Record<string, unknown>>): string {
  const print = body.stream
    ? ["for await (const chunk of answer) process.stdout.write(chunk.choices[0]?.delta.content ?? '');"]
    : ['console.log(answer.choices[0]?.message.content);'];
  return [
    "import OpenAI from 'openai';",
    '',
    `const client = new OpenAI({ baseURL: ${JSON.stringify(baseUrl)}, apiKey: process.env.MULTILANE_KEY });`,
    `const answer = await client.chat.completions.create(${JSON.stringify(body, null, 2)});`,
    ...print,
  ].join('\n');
}

function writeGo(baseUrl: string, body: object): string {
  return `package main

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := ${quoteForGo(JSON.stringify(body, null, 2))}
	request, err := http.NewRequest("POST", ${JSON.stringify(`${baseUrl}/chat/completions`)}, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MULTILANE_KEY"))
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(os.Stdout, response.Body); err != nil {
		log.Fatal(err)
	}
}`;
}

/** A word of a POSIX shell: within single quotes nothing is expanded. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A raw string where Go allows one. The escapes of JSON are those of Go's other strings. */
function quoteForGo(text: string): string {
  return /[`\r\ufeff]/.test(text) ? JSON.stringify(text) : `\`${text}\``;
}

function toPython(value: unknown, depth: number): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = '    '.repeat(depth + 1);
  const outer = '    '.repeat(depth);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Array.isArray(value)
    ? value.map((member) => toPython(member, depth + 1))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${toPython(member, depth + 1)}`);
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${outer}${close}`;
}

function withoutImages(value: unknown): unknown {
  if (typeof value === 'string') {
    const isLongUrl = value.startsWith('data:') && value.length > LONGEST_DATA_URL;
    // A lone half of a character has no place in the source of any language.
    return isLongUrl
      ? `${value.slice(0, value.indexOf(',') + 1)}YOUR_IMAGE_IN_BASE64`
      : value.replaceAll(LONE_SURROGATES, '\ufffd');
  }
  if (Array.isArray(value)) return value.map(withoutImages);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutImages(member)]));
}

const LONE_SURROGATES = /\p{Surrogate}/gu;
