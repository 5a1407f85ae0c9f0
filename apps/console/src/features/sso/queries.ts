import { useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { ifMatch } from '../../api/versions.js';

export type Sso = Answer<'/org/sso', 'get'>;
export type SsoTest = components['schemas']['SsoTestView'];
export type SsoProblem = components['schemas']['SsoProblemView'];

export const findSso = () => api.get('/org/sso');

export function useSso() {
  return useQuery({ queryKey: ['sso'], queryFn: findSso });
}

export function useSsoActions() {
  const done = useChange('sso');
  return {
    save: (body: components['schemas']['WriteSsoDto'], version: string | undefined) =>
      done(api.put('/org/sso', { body, ...ifMatch(version) })),
    remove: (version: string | undefined) => done(api.delete('/org/sso', ifMatch(version))),
    /** Resolves to the address at which the test goes on; null where it has failed already. */
    test: async () => (await done(api.post('/org/sso/test'))).address,
  };
}
