import type { TeamMemberRecord, TeamRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';

/** A team as the API shows it. */
export class TeamView {
  @IdField({ description: 'Unique identifier.' })
  id!: string;

  @ChoiceField(['team'], { description: 'Always `team`.' })
  object!: 'team';

  @TextField({ description: 'Unique in the organization.' })
  name!: string;

  @TextListField({ nullable: true, description: 'Null allows every model. An empty list allows none.' })
  allowed_models!: readonly string[] | null;

  @CountField({ description: 'Requests per minute. 0: unlimited.' })
  rpm_limit!: number;

  @CountField({ description: 'Tokens per minute. 0: unlimited.' })
  tpm_limit!: number;

  @CountField({ description: 'Tokens per calendar month. 0: unlimited.' })
  token_budget_monthly!: number;

  @ChoiceField(['config', 'database'], {
    description: '`config`: declared in `gateway.yaml`. Change it there.',
  })
  source!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  static of(team: TeamRecord): TeamView {
    return {
      id: team.id,
      object: 'team',
      name: team.name,
      allowed_models: team.allowedModels,
      rpm_limit: team.rpmLimit,
      tpm_limit: team.tpmLimit,
      token_budget_monthly: team.tokenBudgetMonthly,
      source: team.source,
      created_at: team.createdAt.toISOString(),
    };
  }
}

/** A person's place in a team. */
export class TeamMemberView {
  @ChoiceField(['team_member'], { description: 'Always `team_member`.' })
  object!: 'team_member';

  @IdField({ description: 'The team.' })
  team_id!: string;

  @IdField({ description: 'The person.' })
  user_id!: string;

  @TimeField({ description: 'When the person joined the team.' })
  created_at!: string;

  static of({ teamId, userId, createdAt }: TeamMemberRecord): TeamMemberView {
    return { object: 'team_member', team_id: teamId, user_id: userId, created_at: createdAt.toISOString() };
  }
}
