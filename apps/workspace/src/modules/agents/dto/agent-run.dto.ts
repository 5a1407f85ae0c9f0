import { AGENT_BOUNDS } from '@multilane/agents';
import { AGENT_RUN_STATUSES, type AgentRunStatus } from '@multilane/persistence';
import { ChoiceField, CountField, TextField } from '../../../fields/scalar-fields.js';
import { ListQuery } from '../../../lists/list-query.dto.js';

export class StartAgentRunDto {
  @TextField({
    max: AGENT_BOUNDS.input,
    multiline: true,
    description: 'What the agent is asked.',
    example: 'Where is order 1042?',
  })
  input!: string;

  @CountField({
    optional: true,
    min: 1,
    max: 2_147_483_647,
    description: 'A version of the agent. Default: the newest.',
  })
  version?: number;

  @CountField({
    optional: true,
    max: 60,
    description:
      'Seconds to wait for the end of the run. 0: the response has the run as it begins. Streams do not use it. Default: 55.',
  })
  wait_seconds?: number;
}

export class ListAgentRunsQuery extends ListQuery {
  @ChoiceField(AGENT_RUN_STATUSES, { optional: true, description: 'Only runs of this status.' })
  status?: AgentRunStatus;
}

export class DecideAgentCallDto {
  @CountField({ max: 100_000, description: '`position` of the call among the steps of the run.' })
  position!: number;

  @ChoiceField(['approve', 'reject'], { description: 'Whether the call is made.' })
  decision!: 'approve' | 'reject';

  @TextField({
    optional: true,
    max: 1_000,
    multiline: true,
    description: 'Why it is rejected. The model gets this text.',
  })
  reason?: string;
}
