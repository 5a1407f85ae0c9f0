import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { ifMatch } from '../../api/versions.js';

export type Organization = components['schemas']['OrganizationView'];
export type CredentialPolicy = components['schemas']['CredentialPolicyView'];

export function useOrganization() {
  return useQuery({ queryKey: ['organization'], queryFn: () => api.get('/org', {}) });
}

export function useCredentialPolicy() {
  return useQuery({ queryKey: ['credential-policy'], queryFn: () => api.get('/org/credential-policy', {}) });
}

export function useSignInPolicy() {
  return useQuery({ queryKey: ['sign-in-policy'], queryFn: () => api.get('/org/sign-in-policy', {}) });
}

export function useOrganizationActions() {
  const done = useChange('organization', 'credential-policy', 'sign-in-policy', 'session', 'second-factor');
  return {
    rename: (name: string, version?: string) => done(api.patch('/org', { body: { name }, ...ifMatch(version) })),
    changeSignInPolicy: (body: components['schemas']['UpdateSignInPolicyDto'], version?: string) =>
      done(api.patch('/org/sign-in-policy', { body, ...ifMatch(version) })),
    changePolicy: (body: components['schemas']['UpdateCredentialPolicyDto'], version?: string) =>
      done(api.patch('/org/credential-policy', { body, ...ifMatch(version) })),
  };
}
