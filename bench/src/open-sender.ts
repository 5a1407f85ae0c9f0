import type { DatabaseWithSecrets } from '@multilane/persistence';

/** Queues that jobs are put into and no process here works on. Their package is loaded now: most of the benchmark does without. */
export async function openSender({ sql }: Pick<DatabaseWithSecrets, 'sql'>, databaseUrl: string) {
  const { openJobQueues } = await import('@multilane/jobs');
  const queues = openJobQueues({
    database: { executeSql: sql.executeSql, listenUrl: databaseUrl },
    isSender: true,
    onProblem: () => undefined,
  });
  await queues.whenReady();
  return queues;
}
