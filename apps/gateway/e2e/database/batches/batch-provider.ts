import { completion, jsonReply, type RecordedRequest, type Reply, streamReply } from '@multilane/testing';
import { StoredProvider } from '../../media/stored-provider.js';

interface ProviderBatch {
  readonly id: string;
  readonly input_file_id: string;
  readonly metadata: unknown;
  status: string;
  output_file_id: string | null;
  error_file_id: string | null;
  polls: number;
}

/** Usage of the answers to lines. */
export const USAGE = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };

/** The account of a provider that runs batches in the reference format. */
export class BatchProvider extends StoredProvider {
  readonly batches: ProviderBatch[] = [];
  readonly cancelled: string[] = [];
  /** The lines of all batches as they were uploaded. */
  readonly lines: { custom_id: string; url: string; body: Record<string, unknown> }[] = [];
  /** Set for what the provider does when a batch is to be started. */
  onStart: 'run' | 'refuse' | 'run without an answer' = 'run';
  /** At which poll a batch is done. */
  doneAtPoll = 2;
  /** Number of breaks in the download of results. */
  breaks = 0;
  isHeld = false;
  /** Number of copies of each line in its results. */
  copies = 1;

  override reply(request: RecordedRequest): Reply | undefined {
    const [, , kind, id, below] = request.path.split('/');
    if (kind === 'files' && below === 'content' && id?.startsWith('file-out') && this.breaks > 0) {
      this.breaks -= 1;
      const [first = ''] = (this.contents.get(id) ?? Buffer.alloc(0)).toString().split('\n');
      return streamReply([Buffer.from(`${first}\n`)], {
        end: 'cut',
        headers: { 'content-type': 'application/octet-stream' },
      });
    }
    if (kind !== 'batches') return super.reply(request);
    if (id === undefined && request.method === 'POST') return this.start(request.body as ProviderBatch);
    if (id === undefined) return jsonReply({ object: 'list', data: this.batches, has_more: false });
    const batch = this.batches.find((each) => each.id === id);
    if (batch === undefined) return jsonReply({ error: { message: 'none' } }, { status: 404 });
    if (below === 'cancel') {
      this.cancelled.push(id);
      batch.status = 'cancelled';
      return jsonReply(batch);
    }
    batch.polls += 1;
    if (batch.status === 'in_progress' && batch.polls >= this.doneAtPoll && !this.isHeld) this.finish(batch);
    return jsonReply({ ...batch, object: 'batch', request_counts: { total: 2, completed: 0, failed: 0 } });
  }

  private start({ input_file_id, metadata }: ProviderBatch): Reply {
    if (this.onStart === 'refuse') return jsonReply({ error: { message: 'no batches here' } }, { status: 400 });
    const batch: ProviderBatch = {
      id: `batch_${this.batches.length + 1}`,
      input_file_id,
      metadata,
      status: 'in_progress',
      output_file_id: null,
      error_file_id: null,
      polls: 0,
    };
    this.batches.unshift(batch);
    const text = this.contents.get(input_file_id)?.toString() ?? '';
    this.lines.push(
      ...text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    if (this.onStart === 'run') return jsonReply({ ...batch, object: 'batch' });
    this.onStart = 'run';
    return { kind: 'silent', end: 'cut' };
  }

  /** The results are in the opposite order. */
  private finish(batch: ProviderBatch): void {
    batch.status = 'completed';
    const text = this.contents.get(batch.input_file_id)?.toString() ?? '';
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const results = lines.reverse().map(({ body, custom_id }) => {
      const isRefused = JSON.stringify(body).includes('refuse');
      const answer = isRefused
        ? { error: { message: 'no', type: 'x' } }
        : { ...completion({ content: 'native' }), usage: USAGE };
      return {
        id: 'r',
        custom_id,
        response: { status_code: isRefused ? 400 : 200, request_id: 'q', body: answer },
        error: null,
      };
    });
    const store = (name: string, isError: boolean): string | null => {
      const found = results.filter(({ response }) => (response.status_code !== 200) === isError);
      if (found.length === 0) return null;
      const id = `file-${name}-${batch.id}`;
      this.addFile(id, 'batch_output');
      this.contents.set(id, Buffer.from(found.map((line) => `${JSON.stringify(line)}\n`.repeat(this.copies)).join('')));
      return id;
    };
    batch.output_file_id = store('out', false);
    batch.error_file_id = store('err', true);
  }
}
