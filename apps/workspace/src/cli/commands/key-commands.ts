import { randomBytes } from 'node:crypto';
import { SecretBox } from '@multilane/persistence';
import type { Command } from 'commander';
import { type FullResealReport, resealSecrets } from '../../modules/providers/reseal-secrets.js';
import type { Answer } from '../answer.js';
import { act } from '../command-line.js';
import { CommandFailure } from '../exit-codes.js';

const KEY_BYTES = 32;

/** The keys that stored secrets are sealed with: `ENCRYPTION_KEY`. */
export function addKeyCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('Manages the keys that encrypt the secrets of providers and policies.');

  const generate = keys.command('generate').description('Prints a new key: 32 random bytes in base64.');
  act(generate, () => {
    const key = randomBytes(KEY_BYTES).toString('base64');
    return { data: { key }, text: key };
  });

  const reseal = keys
    .command('reseal')
    .description(
      'Seals every stored secret, conversation, run, job and file with the first key of ENCRYPTION_KEY, so that you can remove the others from it. Services keep running meanwhile. If it is interrupted, run it again: it continues where it stopped.',
    );
  act(reseal, async (line) => {
    const { encryptionKey } = line.install;
    if (encryptionKey === undefined)
      throw new CommandFailure('ENCRYPTION_KEY is missing: the new key, then the old ones.');
    const { keyId } = SecretBox.fromKeys(encryptionKey);
    const showProgress = (resealed: number): void => line.showProgress(`Sealed anew so far: ${resealed}`);
    return line.withDatabase(async (database) =>
      describeReseal(await resealSecrets(database, line.actor, showProgress), keyId),
    );
  });
}

function describeReseal(
  { conversations, failed, mcpServers, policies, records, resealed, workspaceSecrets }: FullResealReport,
  keyId: string,
): Answer {
  const ofPolicies =
    policies.resealed === 0 ? '' : ` and ${policies.resealed} polic${policies.resealed === 1 ? 'y' : 'ies'}`;
  const ofSecrets =
    workspaceSecrets.resealed === 0
      ? ''
      : ` and ${workspaceSecrets.resealed} workspace secret${workspaceSecrets.resealed === 1 ? '' : 's'}`;
  const ofConversations =
    conversations.resealed === 0
      ? ''
      : ` and ${conversations.resealed} conversation${conversations.resealed === 1 ? '' : 's'}`;
  const ofServers =
    mcpServers.resealed === 0 ? '' : ` and ${mcpServers.resealed} MCP server${mcpServers.resealed === 1 ? '' : 's'}`;
  const ofRecords = records.resealed === 0 ? '' : ` and ${records.resealed} record${records.resealed === 1 ? '' : 's'}`;
  const done = `Sealed the secrets of ${resealed} provider${resealed === 1 ? '' : 's'}${ofPolicies}${ofServers}${ofSecrets}${ofConversations}${ofRecords} with key ${keyId}.`;
  const problems = [
    ...failed.map(({ id, problem }) => `  ${id}: ${problem}`),
    ...policies.failed.map(({ id, problem }) => `  policy ${id}: ${problem}`),
    ...workspaceSecrets.failed.map(({ id, problem }) => `  workspace secret ${id}: ${problem}`),
    ...mcpServers.failed.map(({ id, problem }) => `  MCP server ${id}: ${problem}`),
    ...conversations.failed.map(({ id, problem }) => `  conversation ${id}: ${problem}`),
    ...records.failed.map(({ id, problem }) => `  ${id}: ${problem}`),
  ];
  const rest =
    problems.length === 0
      ? 'Everything is sealed with it but payloads of requests and files in object storage. If you store neither, you can remove the other keys from ENCRYPTION_KEY.'
      : `These stay as they were; keep their key, or set their secrets anew:\n${problems.join('\n')}`;
  return {
    data: {
      key_id: keyId,
      resealed,
      failed: failed.map(({ id, problem }) => ({ provider_id: id, problem })),
      policies: {
        resealed: policies.resealed,
        failed: policies.failed.map(({ id, problem }) => ({ policy_id: id, problem })),
      },
      workspace_secrets: {
        resealed: workspaceSecrets.resealed,
        failed: workspaceSecrets.failed.map(({ id, problem }) => ({ secret_id: id, problem })),
      },
      mcp_servers: {
        resealed: mcpServers.resealed,
        failed: mcpServers.failed.map(({ id, problem }) => ({ server_id: id, problem })),
      },
      conversations: {
        resealed: conversations.resealed,
        failed: conversations.failed.map(({ id, problem }) => ({ conversation_id: id, problem })),
      },
      records: {
        resealed: records.resealed,
        failed: records.failed.map(({ id, problem }) => ({ record: id, problem })),
      },
    },
    text: `${done}\n${rest}`,
    hasFailures: problems.length > 0,
  };
}
