import type { Era, Members, Message, Reply, Script } from './scripted-server.js';

const TOOL = (name: string) => ({ name, description: `The tool ${name}.`, inputSchema: { type: 'object' } });
const FILE = 'file:///project/src/main.rs';
const ALL = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };

/** The answer to every call of a tool, unless a case has another. */
export const CALL_RESULT = { content: [{ type: 'text', text: 'The sun shines.' }] };

/** A result as the era has it: the newer one says that it is complete, and how long lists may be cached. */
export function toResult(era: Era, result: Members): Message {
  const isNew = era === '2026-07-28';
  return { result: isNew ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...result } : result };
}

/** A server that has a bit of everything, with what a case has instead. */
export function defaultServer(
  era: Era,
  { capabilities = ALL, replies = {} }: { readonly capabilities?: Members; readonly replies?: Script['replies'] },
): Script {
  const say =
    (result: Members): Reply =>
    () => [toResult(era, result)];
  const about = { capabilities, instructions: 'A server of a test.' };
  const serverInfo = { name: 'scripted', version: '1.0.0' };
  const greeting: Script['replies'] =
    era === '2025-11-25'
      ? { initialize: say({ protocolVersion: era, serverInfo, ...about }) }
      : {
          'server/discover': say({
            supportedVersions: [era],
            _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
            ...about,
          }),
        };
  return {
    era,
    replies: {
      ...greeting,
      'tools/list': say({ tools: [TOOL('get_weather'), TOOL('build_simulation')] }),
      'tools/call': reportAndSay(toResult(era, CALL_RESULT)),
      'resources/list': say({ resources: [{ uri: FILE, name: 'main.rs' }] }),
      'resources/templates/list': say({ resourceTemplates: [] }),
      'resources/read': say({ contents: [{ uri: FILE, text: 'fn main() {}' }] }),
      'prompts/list': say({ prompts: [{ name: 'code_review', arguments: [{ name: 'code', required: true }] }] }),
      'prompts/get': say({ messages: [{ role: 'user', content: { type: 'text', text: 'Review it.' } }] }),
      ...replies,
    },
  };
}

/** Reports progress to a client that asked for it, and then answers. */
function reportAndSay(answer: Message): Reply {
  return ({ params }) => {
    const token = (params?._meta as Members | undefined)?.progressToken;
    const report = { method: 'notifications/progress', params: { progressToken: token, progress: 1, total: 2 } };
    return token === undefined ? [answer] : [report, answer];
  };
}
