import { expect, it } from '@jest/globals';
import {
  buildLitellmConfig,
  buildLitellmParameters,
  buildNginxConfig,
  buildPortkeyHeaders,
  LITELLM_ENVIRONMENT,
  LITELLM_KEY,
} from './peer-settings.js';

const UPSTREAM = 'http://127.0.0.1:4000';

it('configures LiteLLM with one model in front of the upstream and the key that the benchmark sends', () => {
  expect(buildLitellmConfig(UPSTREAM)).toMatchObject({
    model_list: [{ litellm_params: { model: expect.stringMatching(/^openai\//), api_base: `${UPSTREAM}/v1` } }],
    general_settings: { master_key: LITELLM_KEY },
  });
  expect(LITELLM_KEY).toMatch(/^sk-/);
});

it('lets LiteLLM fetch nothing and listen on loopback alone', () => {
  expect(LITELLM_ENVIRONMENT).toMatchObject({ LITELLM_LOCAL_MODEL_COST_MAP: 'True' });
  const parameters = buildLitellmParameters('/scratch/litellm.yaml', 4001).join(' ');
  expect(parameters).toBe('--config /scratch/litellm.yaml --host 127.0.0.1 --port 4001 --num_workers 1');
});

it('points Portkey at the upstream by headers', () => {
  expect(buildPortkeyHeaders(UPSTREAM)).toMatchObject({
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${UPSTREAM}/v1`,
  });
});

it('has nginx listen on loopback alone, with one worker, and names a user only where it is given one', () => {
  const config = buildNginxConfig(UPSTREAM, 4001, '/scratch');
  expect(config).toContain('listen 127.0.0.1:4001;');
  expect(config).toContain('server 127.0.0.1:4000;');
  expect(config).toContain('worker_processes 1;');
  expect(config).not.toMatch(/^user /m);
  expect(buildNginxConfig(UPSTREAM, 4001, '/scratch', 'root')).toMatch(/^user root;$/m);
});
