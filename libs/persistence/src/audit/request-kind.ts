/**
 * SQL of the kind that a record counts as. Records of earlier versions do not say it: what was fetched was read, but
 * for sockets, which are opened by GET.
 */
export const REQUEST_KIND =
  "coalesce(kind, CASE WHEN method = 'GET' AND endpoint <> 'realtime' THEN 'read' ELSE 'call' END)";

/** SQL that is true for records counted in usage. */
export const IS_COUNTED = `${REQUEST_KIND} = 'call'`;

/** The kind of a record's provider, as SQL: what earlier versions call its name is its kind. */
export const PROVIDER_KIND = 'coalesce(provider_kind, provider)';
