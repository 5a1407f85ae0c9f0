import { ERRORS } from './error-registry.js';

/** docs/errors.md, from the registry. */
export function generateErrorDocs(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, { status, type, message, remedy }]) => `| ${status} | \`${code}\` | \`${type}\` | ${message} | ${remedy} |`,
  );
  return `# Errors

Generated from \`libs/errors\`; change the registry, not this file.

Every failure answers with one envelope:

\`\`\`json
{ "error": { "message": "…", "type": "invalid_request_error", "param": "messages[2].content", "code": "invalid_value" } }
\`\`\`

\`param\` is present whenever one field is at fault, as a path. \`X-Request-Id\` is on every answer; the log of the
service has the whole story under it. A provider's own error is logged, never relayed.

| Status | code | type | What it means | What to do |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
