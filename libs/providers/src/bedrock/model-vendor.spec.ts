import { describe, expect, test } from '@jest/globals';
import { findVendor } from './model-vendor.js';

describe('findVendor', () => {
  test.each([
    ['anthropic.claude-3-haiku-20240307-v1:0', 'anthropic'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic'],
    ['global.openai.gpt-5.6-sol', 'openai'],
    ['us-gov.anthropic.claude-3-haiku-20240307-v1:0', 'anthropic'],
    ['amazon.nova-2-lite-v1:0', 'amazon'],
    ['deepseek.v3.2', 'deepseek'],
    ['arn:aws:bedrock:us-east-1::foundation-model/cohere.embed-english-v3', 'cohere'],
    ['arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-x-v1:0', 'anthropic'],
    ['arn:aws:bedrock:us-east-1:1:application-inference-profile/ab12', undefined],
    ['arn:aws:bedrock:us-east-1:1:provisioned-model/ab12', undefined],
    ['my-deployment', undefined],
  ])('%s: %s', (model, vendor) => {
    expect(findVendor(model)).toBe(vendor);
  });
});
