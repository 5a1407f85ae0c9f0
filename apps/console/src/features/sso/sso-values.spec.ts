import { describe, expect, it } from '@jest/globals';
import { otherProblems, problemsOfFields, toBody, valuesOf } from './sso-values.js';

const OWN = { source: 'database', issuer: 'https://x.example', client_id: 'c', has_client_secret: true } as const;

describe('values of the form for single sign-on', () => {
  it('begin with what is stored, but never with the secret', () => {
    expect(valuesOf(OWN)).toEqual({
      issuer: 'https://x.example',
      client_id: 'c',
      client_secret: '',
      is_public: false,
    });
    expect(valuesOf({ ...OWN, has_client_secret: false })).toMatchObject({ is_public: true });
    expect(valuesOf({ ...OWN, source: null })).toMatchObject({ issuer: '', client_id: '', is_public: false });
  });

  it('keep the stored secret while its field is empty, and remove that of a public client', () => {
    const values = { issuer: ' https://x.example ', client_id: ' c ', client_secret: '', is_public: false };
    expect(toBody(values)).toEqual({ issuer: 'https://x.example', client_id: 'c' });
    expect(toBody({ ...values, client_secret: ' s ' })).toMatchObject({ client_secret: ' s ' });
    expect(toBody({ ...values, client_secret: 'typed before', is_public: true })).toMatchObject({
      client_secret: null,
    });
  });

  it('have problems of a test at their fields, and the others apart', () => {
    const problem = { code: 'x', is_warning: false };
    const problems = [
      { ...problem, field: 'issuer' as const, message: 'one' },
      { ...problem, field: null, message: 'two' },
    ];
    expect(problemsOfFields({ problems })).toEqual({ issuer: 'one' });
    expect(otherProblems({ problems })).toMatchObject([{ message: 'two' }]);
    expect(problemsOfFields(null)).toEqual({});
  });
});
