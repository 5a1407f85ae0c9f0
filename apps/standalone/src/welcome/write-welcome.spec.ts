import { describe, expect, it } from '@jest/globals';
import { type Welcome, writeWelcome } from './write-welcome.js';

const KEY = 'ml-0123456789ABCDEFGHIJKLMNOPabcdef';
const DEMO: Welcome = {
  address: 'http://localhost:8080',
  apiKey: KEY,
  models: ['gpt-4o', 'gpt-4.1'],
  chatModel: 'gpt-4o',
  notes: ['openai: 2 models', 'groq: 1 model'],
  configFile: '.multilane/gateway.yaml',
  dataFolder: '.multilane',
  teams: ['demo'],
  setupToken: 'ml_setup_0123',
};
const OWN: Welcome = { ...DEMO, apiKey: undefined, configFile: 'gateway.yaml', teams: ['research', 'support'] };

const plain = (welcome: Partial<Welcome> = {}): string => writeWelcome({ ...DEMO, ...welcome }, (text) => text);

describe('the welcome', () => {
  it('prints the address, the key, the models and where they come from', () => {
    const text = plain();
    for (const part of [
      'Multilane is running at http://localhost:8080\n',
      'Base URL  http://localhost:8080/v1\n',
      `API key   ${KEY}\n`,
      'Models    gpt-4o, gpt-4.1\n',
      'openai: 2 models\ngroq: 1 model\n',
      'Configuration  .multilane/gateway.yaml\n',
      'Data           .multilane\n',
      'export OPENAI_API_KEY=sk-…',
      'Ctrl+C',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('says that texts of requests are stored, where its own configuration has them stored', () => {
    expect(plain()).toContain('Texts          of requests and answers are stored there for 7 days, encrypted');
    expect(writeWelcome(OWN, (text) => text)).not.toContain('are stored there');
  });

  it('prints the address of the console first, with the setup token in it while nobody has an account', () => {
    const [heading, console] = plain().trim().split('\n\n');
    expect(heading).toBe('Multilane is running at http://localhost:8080');
    expect(console).toBe(
      'Console   http://localhost:8080/ui/set-up#token=ml_setup_0123\n          Open it within a day to create the first owner.',
    );
    expect(plain({ setupToken: undefined })).toContain('\n\nConsole   http://localhost:8080/ui\n\n');
    expect(plain({ setupToken: undefined })).not.toMatch(/set-up|owner/);
    expect(plain()).toContain('API reference  http://localhost:8080/docs\n');
  });

  it('has a curl that begins its line and ends at a blank one, and the lines of both SDKs', () => {
    const blocks = plain().split('\n\n');
    expect(blocks.filter((block) => block.startsWith('curl '))).toHaveLength(1);
    expect(blocks.filter((block) => block.startsWith("import OpenAI from 'openai';"))).toHaveLength(1);
    expect(blocks.filter((block) => block.startsWith('from openai import OpenAI'))).toHaveLength(1);
  });

  it('shows ten models and counts the others', () => {
    const models = Array.from({ length: 13 }, (_, index) => `model-${index}`);
    expect(plain({ models })).toContain('model-9 and 3 more (GET /v1/models)\n');
    expect(plain({ models })).not.toContain('model-10');
  });

  it('has nothing to paste without a model for chat', () => {
    const text = plain({ models: [], chatModel: undefined, setupToken: undefined });
    expect(text).toContain('Models    none\n');
    expect(text).not.toContain('curl ');
  });

  it('names the teams whose keys work where the configuration is the user’s own, and shows no key', () => {
    const text = plain(OWN);
    expect(text).toContain('a key of one of your teams (research, support): export MULTILANE_API_KEY=ml-…\n');
    expect(text).toContain('Configuration  gateway.yaml (edits are applied while it runs)\n');
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('OPENAI_API_KEY');
    expect(plain({ ...OWN, teams: [] })).toContain('(there is none yet)');
  });

  it('marks headings only, so that what is pasted is plain', () => {
    const marked = writeWelcome(DEMO, (text) => `<b>${text}</b>`);
    expect(marked).toContain('<b>Try it:</b>\n');
    expect(marked.replaceAll(/<\/?b>/g, '')).toBe(plain());
    for (const block of marked.split('\n\n').filter((part) => /^(curl|import|from) /.test(part))) {
      expect(block).not.toContain('<b>');
    }
  });
});
