/** Of a membership as the API shows it: a field that is there only where the team was lost. */
export const TEAM_REMOVED_AT = {
  optional: true,
  description:
    'Only of a membership whose team the person has lost: when. The person has no model access in the workspace until `team_id` is ' +
    'set again, to a team or to null.',
} as const;
