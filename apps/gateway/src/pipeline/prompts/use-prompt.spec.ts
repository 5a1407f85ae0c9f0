import { describe, expect, it } from '@jest/globals';
import { CHAT_PROMPTS } from '../../endpoints/prompts/prompt-formats.js';
import type { AskedRequest } from '../../recording/request-parts.js';
import { applyPrompt, readUsedPrompt, writePromptHeader } from './use-prompt.js';

const asked = (isOfClient: boolean): AskedRequest =>
  ({
    endpoint: { prompts: CHAT_PROMPTS },
    incoming: isOfClient ? { isOfClient } : {},
    body: { prompt: { name: 'greeting' } },
    headers: {},
    caller: {},
    snapshot: { prompts: undefined },
  }) as unknown as AskedRequest;

describe('the prompt of a request', () => {
  it('is unknown where there are none', () => {
    expect(() => applyPrompt(asked(true))).toThrow(
      expect.objectContaining({ code: 'prompt_not_found', param: 'prompt.name' }),
    );
  });

  it('cannot be named in a line of a batch, neither when it is checked nor when it runs', () => {
    expect(() => applyPrompt(asked(false))).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'prompt' }),
    );
  });

  it('is stored with a request that runs later, by its name and version', () => {
    const { 'x-service-prompt': header = '' } = writePromptHeader({
      prompt: { name: 'support/answer', version: 12, label: 'production' },
    });
    expect(readUsedPrompt(header)).toEqual({ name: 'support/answer', version: 12, label: undefined });
    expect(writePromptHeader({ prompt: undefined })).toEqual({ 'x-service-prompt': undefined });
  });
});
