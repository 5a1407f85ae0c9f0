import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { ifMatch } from '../../api/versions.js';

export type PersonalToken = components['schemas']['PersonalTokenView'];
export type MySession = components['schemas']['OwnSessionView'];

export function useMyTokens() {
  return useList(['my-tokens', 'list'], '/auth/tokens', {});
}

/** The longest lifetime of a token; unknown to people who may not see the organization. */
export function usePolicy(isAllowed: boolean) {
  return useQuery({
    queryKey: ['credential-policy'],
    queryFn: () => api.get('/org/credential-policy', {}),
    enabled: isAllowed,
  });
}

export function useMyTokenActions() {
  const done = useChange('my-tokens');
  return {
    create: (body: components['schemas']['CreatePersonalTokenDto']) => done(api.post('/auth/tokens', { body })),
    rotate: (id: string, body: components['schemas']['RotatePersonalTokenDto']) =>
      done(api.post('/auth/tokens/{id}/rotate', { path: { id }, body })),
    revoke: (id: string) => done(api.delete('/auth/tokens/{id}', { path: { id } })),
  };
}

export function useMySessions() {
  return useList(['my-sessions', 'list'], '/auth/sessions', {});
}

export function useMySessionActions() {
  const done = useChange('my-sessions');
  return {
    end: (id: string) => done(api.delete('/auth/sessions/{id}', { path: { id } })),
    endOthers: () => done(api.delete('/auth/sessions', {})),
  };
}

export function useNameChange() {
  const done = useChange('session', 'people', 'members', 'profile');
  return (name: string, version: string | undefined) =>
    done(api.patch('/auth/profile', { body: { name }, ...ifMatch(version) }));
}

/** Own account, with its version. */
export function useProfile() {
  return useQuery({ queryKey: ['profile'], queryFn: () => api.get('/auth/profile', {}) });
}

export function usePasswordChange() {
  const done = useChange('session', 'my-sessions');
  return (current_password: string, new_password: string) =>
    done(api.post('/auth/password', { body: { current_password, new_password } }));
}

export function useSecondFactor() {
  return useQuery({ queryKey: ['second-factor'], queryFn: () => api.get('/auth/second-factor', {}) });
}

export function useSecondFactorActions() {
  const done = useChange('second-factor');
  return {
    begin: (current_password: string, code: string | undefined) =>
      api.post('/auth/second-factor/enrolment', { body: { current_password, ...(code !== undefined && { code }) } }),
    confirm: (code: string) => done(api.post('/auth/second-factor/confirm', { body: { code } })),
    renewCodes: (code: string) => done(api.post('/auth/second-factor/recovery-codes', { body: { code } })),
    remove: (code: string) => done(api.post('/auth/second-factor/remove', { body: { code } })),
  };
}
