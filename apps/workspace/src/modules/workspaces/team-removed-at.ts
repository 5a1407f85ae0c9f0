/** Field of a membership that is present only if the team was lost. */
export const TEAM_REMOVED_AT = {
  optional: true,
  description:
    'Only of a membership whose team the person has lost: when. The person has no model access in the workspace until `team_id` is ' +
    'set again, to a team or to null.',
} as const;
