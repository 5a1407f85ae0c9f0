/** Entries with records that a sink of an organization or a workspace has not taken, as `entries`. @param sinks alias of its row */
export const waitingFor = (sinks: string): string =>
  `export_entries AS entries WHERE entries.organization_id = ${sinks}.organization_id AND entries.position >= ${sinks}.position
    AND (entries.position > ${sinks}.position OR cardinality(entries.ids) > ${sinks}.place)`;

/** Seconds since the oldest entry that such a sink, as `sinks`, has not taken was stored. */
export const LAG_SECONDS = `CASE WHEN sinks.state = 'stopped' THEN 0 ELSE coalesce(extract(epoch FROM now() - least(
    (SELECT entries.created_at FROM ${waitingFor('sinks')} ORDER BY entries.position LIMIT 1),
    (SELECT entries.created_at FROM export_entries AS entries
      WHERE entries.position IS NULL AND entries.organization_id = sinks.organization_id ORDER BY entries.id LIMIT 1))), 0)::float8 END`;
