/** Program that sends requests. */
export interface KnownClient {
  readonly name: string;
  readonly version: string | null;
  /** Headers in which it names its session, the first that is sent counting. */
  readonly sessionHeaders: readonly string[];
}

/**
 * Programs by the beginning of their User-Agent, with the headers that name their session. Read on 2026-11-29: the names of the SDKs in the
 * packages openai 7.55.0, @anthropic-ai/sdk 1.11.0, @ai-sdk/provider-utils 5.0.81 and @langchain/openai 1.6.0 of npm, and openai, anthropic and
 * litellm of PyPI; Claude Code in its documentation for gateways (code.claude.com/docs/en/llm-gateway-protocol); Codex, opencode, Qwen
 * Code and Cline in their sources; the rest in public recordings of their traffic. The first row that matches counts, so that a program
 * comes before the SDK that it uses.
 */
const PROGRAMS: readonly Row[] = [
  ['claude-code', /^claude-(?:cli|code)\/([\w.-]+)/, ['x-claude-code-session-id']],
  ['codex', /^codex[\w-]*\/([\w.-]+)/, ['session-id', 'session_id', 'thread-id', 'conversation_id']],
  ['opencode', /^opencode\/([\w.-]+)/, ['x-opencode-session']],
  ['qwen-code', /^QwenCode\/([\w.-]+)/, ['x-qwen-code-session-id']],
  ['gemini-cli', /^GeminiCLI(?:-[\w.-]+)?\/([\w.-]+)/],
  ['cursor', /^(?:Cursor|connect-es)\/([\w.-]+)/],
  ['github-copilot', /^GitHubCopilotChat\/([\w.-]+)/],
  ['cline', /^Cline\/([\w.-]+)/],
  ['roo-code', /^RooCode\/([\w.-]+)/],
  ['kilo-code', /^Kilo-?Code\/([\w.-]+)/],
  ['zed', /^Zed\/([\w.+-]+)/],
  ['continue', /^Continue\/([\w.-]+)/],
  ['goose', /^goose\/([\w.-]+)/],
  ['aider', /^aider\/([\w.-]+)/i],
  ['open-webui', /^Open WebUI\/?([\w.-]+)?/],
  ['n8n', /^n8n(?:\/([\w.-]+))?/],
  ['litellm', /^litellm\/([\w.-]+)/i],
  ['langchain-js', /^langchainjs-[\w-]+\/([\w.-]+)/],
  ['langchain-python', /^langchain-[\w-]+\/([\w.-]+)/],
  ['llama-index', /^llama-?index[\w-]*\/([\w.-]+)/i],
  ['vercel-ai-sdk', /^ai(?:-sdk)?\/(?:[\w-]+\/)*(\d[\w.-]*)/],
  ['openai-python', /^(?:Async)?(?:Azure)?OpenAI\/Python ([\w.-]+)/],
  ['openai-node', /^(?:Azure)?OpenAI\/(?:JS|NodeJS) ?\/?([\w.-]+)/],
  ['openai-go', /^OpenAI\/Go ([\w.-]+)/],
  ['openai-java', /^OpenAI\w*\/Java ([\w.-]+)/],
  ['openai-dotnet', /^OpenAI\/([\d.]+) \(\.NET/],
  ['anthropic-python', /^(?:Async)?Anthropic(?:Bedrock|Vertex|Foundry)?\/Python ([\w.-]+)/],
  ['anthropic-node', /^Anthropic(?:Bedrock|Vertex|Foundry)?\/JS ([\w.-]+)/],
  ['anthropic-go', /^Anthropic\/Go ([\w.-]+)/],
  ['anthropic-java', /^Anthropic\w*\/Java ([\w.-]+)/],
  ['curl', /^curl\/([\w.-]+)/],
  ['postman', /^PostmanRuntime\/([\w.-]+)/],
  ['python-requests', /^python-requests\/([\w.-]+)/],
  ['python-httpx', /^python-httpx\/([\w.-]+)/],
  ['python-aiohttp', /aiohttp\/([\w.-]+)/],
  ['axios', /^axios\/([\w.-]+)/],
  ['node-fetch', /^(?:node|undici|node-fetch(?:\/([\w.-]+))?)(?: |$)/],
  ['go-http', /^Go-http-client\/([\w.-]+)/],
  ['okhttp', /^okhttp\/([\w.-]+)/],
  ['browser', /^Mozilla\/5\.0/],
];

type Row = readonly [name: string, userAgent: RegExp, sessionHeaders?: readonly string[]];

/** Names of the client programs that the table knows. */
export const CLIENT_NAMES: readonly string[] = PROGRAMS.map(([name]) => name);

/** The session of any client that follows the gateway's own convention. */
export const COMMON_SESSION = 'x-session-id';

/** Headers of clients that name their session. The common one is not among them: it steers routing too. */
export const SESSION_HEADERS: readonly string[] = PROGRAMS.flatMap(([, , sessionHeaders = []]) => sessionHeaders);

const LONGEST_VERSION = 32;

/** Finds the program of a User-Agent; null for one that is unknown. */
export function matchClient(userAgent: string): KnownClient | null {
  for (const [name, pattern, sessionHeaders = []] of PROGRAMS) {
    const match = pattern.exec(userAgent);
    if (match === null) continue;
    const version = match[1]?.slice(0, LONGEST_VERSION) ?? null;
    return { name, version, sessionHeaders: [...sessionHeaders, COMMON_SESSION] };
  }
  return null;
}

/** Ends of `metadata.user_id` of Claude Code that have the session: JSON in newer versions, words in older ones. */
const SESSION_IN_USER = /"session_id":"([\w-]{1,128})"|_session_([\w-]{1,128})$/;

/** Finds the session within the `metadata.user_id` of Claude Code; undefined if there is none. */
export function findSessionInUser(userId: string): string | undefined {
  const match = userId.length > 1_000 ? null : SESSION_IN_USER.exec(userId);
  return match?.[1] ?? match?.[2];
}
