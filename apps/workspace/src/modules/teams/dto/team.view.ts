import type { TeamMemberRecord, TeamRecord } from '@multilane/persistence';
import { TextListField } from '../../../fields/list-fields.js';
import { ChoiceField, CountField, IdField, TextField, TimeField } from '../../../fields/scalar-fields.js';
import { toView } from '../../../fields/to-view.js';
import { QueueSettingsView } from '../../routing/dto/queue.dto.js';

/** A team as the API shows it. */
export class TeamView extends QueueSettingsView {
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

  @CountField({ description: 'Requests at the same time. 0: unlimited.' })
  max_parallel!: number;

  @CountField({ description: 'Tokens per calendar month. 0: unlimited.' })
  token_budget_monthly!: number;

  @ChoiceField(['config', 'database'], {
    description: '`config`: declared in `gateway.yaml`. Change it there.',
  })
  source!: string;

  @TimeField({ description: 'When the resource was created.' })
  created_at!: string;

  @TimeField({ description: 'When the resource was last changed.' })
  updated_at!: string;

  static of(team: TeamRecord): TeamView {
    return toView(TeamView, { ...team, object: 'team' });
  }
}

/** A person's place in a team, with the person's name for a caller who may see people. */
export interface ShownTeamMember extends TeamMemberRecord {
  readonly user: string | null;
}

/** A person's place in a team. */
export class TeamMemberView {
  @ChoiceField(['team_member'], { description: 'Always `team_member`.' })
  object!: 'team_member';

  @IdField({ description: 'The team.' })
  team_id!: string;

  @IdField({ description: 'The person.' })
  user_id!: string;

  @TextField({ nullable: true, description: 'Name of the person. Null: the caller may not see people.' })
  user!: string | null;

  @TimeField({ description: 'When the person joined the team.' })
  created_at!: string;

  static of(member: ShownTeamMember): TeamMemberView {
    return toView(TeamMemberView, { ...member, object: 'team_member' });
  }
}
