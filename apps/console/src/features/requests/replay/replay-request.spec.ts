import { describe, expect, it } from '@jest/globals';
import { replayPathOf, replayWorkspaceOf, toReplayBody } from './replay-request.js';

describe('a request that is sent again', () => {
  it('goes to the chosen model and is answered in one piece', () => {
    const stored = { model: 'gpt-4o-2024', stream: true, stream_options: { include_usage: true }, messages: [] };
    expect(toReplayBody(stored, 'cheap')).toEqual({ model: 'cheap', messages: [] });
    expect(toReplayBody({ input: 'x', model: 'as-stored' }, null)).toEqual({ input: 'x', model: 'as-stored' });
  });

  it('stays in its workspace, whichever is open', () => {
    expect(replayWorkspaceOf({ workspace_id: 'its-own' }, 'open')).toBe('its-own');
    expect(replayWorkspaceOf({ workspace_id: null }, 'open')).toBe('open');
  });

  it('has a path where its endpoint answers with JSON, and none elsewhere', () => {
    expect(replayPathOf('chat.completions')).toBe('/chat/completions');
    expect(replayPathOf('messages')).toBe('/messages');
    expect(replayPathOf('audio.speech')).toBeUndefined();
    expect(replayPathOf('mcp')).toBeUndefined();
  });
});
