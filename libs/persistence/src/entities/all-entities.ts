import { AlertChannelEntity, AlertRuleEntity } from './alert.entity.js';
import { ChangeEntity, PolicyChangeEntity, PolicyVersionEntity } from './change.entity.js';
import {
  CredentialEntity,
  CredentialSecretEntity,
  OrganizationAccountEntity,
  ServiceAccountEntity,
} from './credential.entity.js';
import { DashboardEntity } from './dashboard.entity.js';
import { EncryptionCanaryEntity } from './encryption-canary.entity.js';
import { ExportEntity } from './export.entity.js';
import { McpServerEntity, McpToolEntity } from './mcp-server.entity.js';
import { WorkspaceModelEntity, WorkspaceModelNameEntity, WorkspaceProviderEntity } from './model.entity.js';
import { OrganizationEntity, WorkspaceEntity } from './organization.entity.js';
import { MembershipEntity, ScimMappingEntity, UserEntity } from './people.entity.js';
import { PolicyEntity, RateLimitPolicyEntity } from './policy.entity.js';
import { RequestAnnotationEntity } from './request-annotation.entity.js';
import { SavedViewEntity } from './saved-view.entity.js';
import { SsoSettingsEntity } from './sso-settings.entity.js';
import { TeamEntity } from './team.entity.js';
import { TeamMemberEntity } from './team-member.entity.js';
import { InviteEntity, ScimTokenEntity, SessionEntity, SetupTokenEntity } from './token.entity.js';
import { WorkspaceSecretEntity } from './workspace-secret.entity.js';

export const ALL_ENTITIES = [
  OrganizationAccountEntity,
  OrganizationEntity,
  WorkspaceEntity,
  TeamEntity,
  UserEntity,
  MembershipEntity,
  ScimMappingEntity,
  TeamMemberEntity,
  ServiceAccountEntity,
  CredentialEntity,
  CredentialSecretEntity,
  SessionEntity,
  SsoSettingsEntity,
  InviteEntity,
  ScimTokenEntity,
  SetupTokenEntity,
  WorkspaceProviderEntity,
  WorkspaceModelEntity,
  WorkspaceModelNameEntity,
  WorkspaceSecretEntity,
  McpServerEntity,
  McpToolEntity,
  RateLimitPolicyEntity,
  PolicyEntity,
  ChangeEntity,
  PolicyVersionEntity,
  PolicyChangeEntity,
  EncryptionCanaryEntity,
  DashboardEntity,
  SavedViewEntity,
  AlertRuleEntity,
  AlertChannelEntity,
  ExportEntity,
  RequestAnnotationEntity,
];
