import { USAGE_SUMS } from '../repositories/usage/usage-statement.js';
import { IS_COUNTED } from './request-kind.js';
import { sumOfRecords } from './sum-of-records.js';

/** Values of one tag's name in an organization that are counted apart; further ones count as `other`. */
export const MOST_TAG_VALUES = 10_000;

/** Names of tags in an organization that are counted; others are in records alone. */
export const MOST_TAG_NAMES = 200;

/** Value that stands for those beyond the limit. */
const OTHER_VALUE = 'other';

const PLACE = 'organization_id, kind, name, day, value, workspace_id, team_id, team';
const SUMS = USAGE_SUMS.join(', ');

/**
 * Parts of the statement that stores records: they list new values of tags, and queue what the new records (`added`) add to the sums of their
 * customer, client, session and tags. A request counts once for each name of a tag. Records without any of it are passed by. `judged` has
 * the values of tags that count as `other`.
 */
export const ADD_DIMENSIONS = `attributed AS (
  SELECT *, (time AT TIME ZONE 'UTC')::date AS day FROM added
   WHERE organization_id IS NOT NULL AND ${IS_COUNTED}
     AND (tags IS NOT NULL OR customer IS NOT NULL OR client IS NOT NULL OR session IS NOT NULL)
), tagged AS (
  SELECT DISTINCT organization_id, tag.key AS name, tag.value FROM attributed, jsonb_each_text(tags) AS tag
), unlisted AS (
  SELECT tagged.organization_id, tagged.name, tagged.value, names.name IS NULL AS is_new,
         dense_rank() OVER (PARTITION BY tagged.organization_id, names.name IS NULL ORDER BY tagged.name) AS name_position,
         coalesce(names.value_count, 0) + row_number() OVER (PARTITION BY tagged.organization_id, tagged.name ORDER BY tagged.value) AS position
    FROM tagged LEFT JOIN usage_tag_names AS names USING (organization_id, name)
   WHERE NOT EXISTS (SELECT FROM usage_tag_values AS listed WHERE listed.organization_id = tagged.organization_id
                        AND listed.name = tagged.name AND listed.value = tagged.value)
), judged AS (
  SELECT organization_id, name, value, position > ${MOST_TAG_VALUES} AS is_other,
         is_new AND name_position + (SELECT count(*) FROM usage_tag_names AS known
                                      WHERE known.organization_id = unlisted.organization_id) > ${MOST_TAG_NAMES} AS is_left_out
    FROM unlisted
), listed AS (
  INSERT INTO usage_tag_values (organization_id, name, value)
  SELECT organization_id, name, value FROM judged WHERE NOT is_other AND NOT is_left_out ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING RETURNING organization_id, name
), named AS (
  INSERT INTO usage_tag_names (organization_id, name, value_count)
  SELECT organization_id, name, count(*) FROM listed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (organization_id, name) DO UPDATE SET value_count = usage_tag_names.value_count + excluded.value_count
), queued AS (
  INSERT INTO usage_dimension_queue (${PLACE}, ${SUMS})
  SELECT organization_id, dimension.kind, dimension.name, day, dimension.value, workspace_id, team_id, team,
         ${USAGE_SUMS.map(sumOfRecords).join(', ')}
    FROM attributed CROSS JOIN LATERAL (
      SELECT 'customer' AS kind, '' AS name, customer AS value WHERE customer IS NOT NULL
      UNION ALL SELECT 'client', '', client WHERE client IS NOT NULL
      UNION ALL SELECT 'session', '', session WHERE session IS NOT NULL
      UNION ALL SELECT 'tag', tag.key, CASE WHEN judged.is_other THEN '${OTHER_VALUE}' ELSE tag.value END
                  FROM jsonb_each_text(tags) AS tag
                  LEFT JOIN judged ON judged.organization_id = attributed.organization_id AND judged.name = tag.key
                                  AND judged.value = tag.value
                 WHERE judged.is_left_out IS NOT TRUE
    ) AS dimension
   GROUP BY organization_id, dimension.kind, dimension.name, day, dimension.value, workspace_id, team_id, team
)`;
