import { describe, expect, it } from '@jest/globals';
import { CLIENT_NAMES, findSessionInUser, matchClient } from './known-clients.js';

describe('the client of a request', () => {
  it.each([
    ['claude-cli/2.1.185 (external, cli)', 'claude-code', '2.1.185'],
    ['codex_cli_rs/0.150.0 (Ubuntu 24.4.0; x86_64) xterm', 'codex', '0.150.0'],
    ['codex_exec/0.150.0 (Mac OS 15.0; arm64) unknown', 'codex', '0.150.0'],
    ['codex_vscode/0.99.1 (Windows 11; x86_64) vscode', 'codex', '0.99.1'],
    ['opencode/1.18.31 ai-sdk/provider-utils/4.0.40 runtime/bun/1.3.14', 'opencode', '1.18.31'],
    ['ai-sdk/openai-compatible/2.0.47 ai-sdk/provider-utils/4.0.27 runtime/node.js/24', 'vercel-ai-sdk', '2.0.47'],
    ['ai/7.0.173 ai-sdk/openai/4.0.118', 'vercel-ai-sdk', '7.0.173'],
    ['OpenAI/Python 2.8.1', 'openai-python', '2.8.1'],
    ['AsyncOpenAI/Python 2.8.1', 'openai-python', '2.8.1'],
    ['AsyncAzureOpenAI/Python 2.8.1', 'openai-python', '2.8.1'],
    ['OpenAI/JS 7.55.0', 'openai-node', '7.55.0'],
    ['Anthropic/Python 0.75.0', 'anthropic-python', '0.75.0'],
    ['AsyncAnthropic/Python 0.75.0', 'anthropic-python', '0.75.0'],
    ['Anthropic/JS 1.11.0', 'anthropic-node', '1.11.0'],
    ['langchainjs-openai/1.0.0 (node/v24.0.0; linux; x64)', 'langchain-js', '1.0.0'],
    ['litellm/1.80.0', 'litellm', '1.80.0'],
    ['Cursor/2.1.0', 'cursor', '2.1.0'],
    ['curl/8.14.1', 'curl', '8.14.1'],
    ['node', 'node-fetch', null],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'browser', null],
  ])('that says %s is %s', (userAgent, name, version) => {
    expect(matchClient(userAgent)).toMatchObject({ name, version });
    expect(CLIENT_NAMES).toContain(name);
  });

  it.each(['', 'nothing-known/1.0', 'nodes', 'x claude-cli/2.0'])('that says %j is unknown', (userAgent) => {
    expect(matchClient(userAgent)).toBeNull();
  });
});

describe('the session of a client', () => {
  it.each([
    [JSON.stringify({ device_id: 'd', account_uuid: '', session_id: '0199d3a1-6d2c' }), '0199d3a1-6d2c'],
    ['user_abc_account__session_0199d3a1-6d2c', '0199d3a1-6d2c'],
    ['somebody', undefined],
    [`${'x'.repeat(2_000)}_session_1`, undefined],
  ])('is found in the user %s of Claude Code', (userId, session) => {
    expect(findSessionInUser(userId)).toBe(session);
  });
});
