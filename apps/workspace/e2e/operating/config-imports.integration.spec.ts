import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceDatabases } from '@multilane/testing';
import {
  HOOK_LIMIT_MS,
  refusalOf,
  startTestWorkspace,
  type TestCaller,
  type TestWorkspace,
} from '../start-test-workspace.js';

const LITELLM = `
model_list:
  - model_name: fast
    litellm_params: { model: openai/gpt-4o-mini, api_key: os.environ/OPENAI_API_KEY }
general_settings: { master_key: sk-in-the-open }
`;
const PORTKEY = JSON.stringify({ provider: 'openai', api_key: 'sk-in-the-open', override_params: { model: 'gpt-4o' } });

interface Import {
  readonly yaml: string;
  readonly findings: { readonly path: string; readonly status: string }[];
  readonly finding_count: number;
  readonly variables: { readonly name: string; readonly kind: string }[];
  readonly problems: string[];
}

describe.each(serviceDatabases())(
  'POST /admin/config-imports on $name (docs/contract/control-plane.md#imports)',
  (kind) => {
    let workspace: TestWorkspace;
    let owner: TestCaller;

    beforeAll(async () => {
      workspace = await startTestWorkspace(await kind.create());
      owner = await workspace.signIn();
    }, HOOK_LIMIT_MS);

    afterAll(async () => {
      await workspace?.stop();
      await kind.stop();
    }, HOOK_LIMIT_MS);

    const convert = (source: string, text: string) => owner.send('POST /admin/config-imports', { source, text });

    it('makes a gateway.yaml of a configuration of LiteLLM, and reports on each of its keys', async () => {
      const answer = await convert('litellm', LITELLM);
      expect(answer.status).toBe(200);
      const { finding_count: count, findings, problems, variables, yaml } = answer.json() as Import;
      expect(yaml).toContain('logical_name: fast');
      expect(yaml).not.toContain('sk-in-the-open');
      expect(findings.map(({ path }) => path)).toContain('model_list[0].litellm_params.model');
      expect(count).toBe(findings.length);
      expect(variables).toContainEqual({ name: 'OPENAI_API_KEY', kind: 'secret' });
      expect(problems).toEqual([]);
    });

    it('makes a gateway.yaml of a config of Portkey', async () => {
      const answer = await convert('portkey', PORTKEY);
      expect(answer.status).toBe(200);
      const { yaml } = answer.json() as Import;
      expect(yaml).toContain('gpt-4o');
      expect(yaml).not.toContain('sk-in-the-open');
    });

    it.each([
      ['litellm', 'model_list: [', 'text'],
      ['litellm', 'something: else', 'text'],
      ['portkey', 'no settings', 'text'],
      ['other', LITELLM, 'source'],
    ])('rejects a file of %s that it cannot read', async (source, text, param) => {
      expect(refusalOf(await convert(source, text))).toMatchObject([400, 'invalid_value', param]);
    });

    it('converts at most ten files in a minute', async () => {
      const answers = await Promise.all(Array.from({ length: 11 }, () => convert('litellm', LITELLM)));
      expect(answers.some(({ status }) => status === 429)).toBe(true);
    });
  },
);
