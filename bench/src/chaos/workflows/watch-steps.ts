import { Client } from 'pg';

export interface StepWatch {
  close(): Promise<void>;
}

const CHANNEL = 'chaos_steps';

/** Tells of each change of a step, of the first item of a `map` step, and of a run: what it is now, and by which port its writer came. */
const TRIGGERS = `
  CREATE FUNCTION chaos_tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('${CHANNEL}', concat_ws(' ', TG_ARGV[0], NEW.status, inet_client_port()));
    RETURN NULL;
  END $$;
  CREATE FUNCTION chaos_tell_step() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('${CHANNEL}',
      concat_ws(' ', CASE WHEN NEW.iteration < 0 THEN NEW.node_id ELSE 'item' END, NEW.status, inet_client_port()));
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_tell AFTER UPDATE OF status ON workflow_runs FOR EACH ROW
    WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION chaos_tell('run');
  CREATE TRIGGER chaos_tell AFTER UPDATE OF status ON workflow_steps FOR EACH ROW
    WHEN (OLD.status <> NEW.status AND NEW.iteration < 1) EXECUTE FUNCTION chaos_tell_step();`;

/**
 * Calls `onChange` when a change of a step or run has just been committed, such as `join succeeded`.
 *
 * @param onChange `port`: that of the connection which the change came by
 */
export async function watchSteps(
  databaseUrl: string,
  onChange: (boundary: string, port: number) => void,
): Promise<StepWatch> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  client.on('notification', ({ payload = '' }) => {
    const [node, status, port] = payload.split(' ');
    onChange(`${node} ${status}`, Number(port));
  });
  await client.query(TRIGGERS);
  await client.query(`LISTEN ${CHANNEL}`);
  return { close: () => client.end() };
}
