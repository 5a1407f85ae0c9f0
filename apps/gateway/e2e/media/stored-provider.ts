import type { RecordedRequest, Reply } from '@multilane/testing';
import { jsonReply, streamReply } from '@multilane/testing';
import { readParts } from './start-media.js';

interface StoredFile {
  readonly id: string;
  readonly object: 'file';
  readonly bytes: number;
  readonly created_at: number;
  readonly filename: string | undefined;
  readonly purpose: string;
}

interface StoredJob {
  readonly id: string;
  readonly object: 'fine_tuning.job';
  readonly status: string;
  readonly model: string;
  readonly result_files: readonly string[];
}

/** Ids are never used twice. */
let made = 0;

/** The account of a provider in the reference format, which everybody with its key shares: it stores files and jobs. */
export class StoredProvider {
  readonly files: StoredFile[] = [];
  readonly jobs: StoredJob[] = [];
  readonly contents = new Map<string, Buffer>();

  /** A file that somebody uploaded without the gateway. */
  addFile(id: string, purpose = 'batch'): void {
    this.files.unshift({ id, object: 'file', bytes: 1, created_at: 1, filename: 'x.jsonl', purpose });
    this.contents.set(id, Buffer.from(id));
  }

  reply(request: RecordedRequest): Reply | undefined {
    const { path, query } = request;
    const [, , kind, ...rest] = path.split('/');
    if (kind === 'files') return this.replyToFiles(request, rest, query);
    return kind === 'fine_tuning' ? this.replyToJobs(request, rest.slice(1), query) : undefined;
  }

  private replyToFiles({ headers, method, rawBody }: RecordedRequest, [id, below]: string[], query: URLSearchParams) {
    if (id === undefined && method === 'POST') {
      made += 1;
      const parts = readParts(rawBody, headers['content-type']);
      const upload = parts.find(({ name }) => name === 'file');
      const bytes = Buffer.from(upload?.text ?? '', 'latin1');
      const file: StoredFile = {
        id: `file-${made}`,
        object: 'file',
        bytes: bytes.length,
        created_at: 1_700_000_000 + made,
        filename: upload?.filename,
        purpose: parts.find(({ name }) => name === 'purpose')?.text ?? '',
      };
      this.files.unshift(file);
      this.contents.set(file.id, bytes);
      return jsonReply(file);
    }
    if (id === undefined) {
      const purpose = query.get('purpose');
      return page(
        this.files.filter((file) => purpose === null || file.purpose === purpose),
        query,
        10_000,
      );
    }
    const index = this.files.findIndex((file) => file.id === id);
    if (index === -1) return notFound();
    if (below === 'content') {
      return streamReply([this.contents.get(id) ?? Buffer.alloc(0)], {
        headers: { 'content-type': 'application/octet-stream' },
      });
    }
    if (method !== 'DELETE') return jsonReply(this.files[index]);
    this.files.splice(index, 1);
    return jsonReply({ id, object: 'file', deleted: true });
  }

  private replyToJobs({ body, method }: RecordedRequest, [id, below]: string[], query: URLSearchParams) {
    if (id === undefined && method === 'POST') {
      made += 1;
      const { model } = body as { model: string };
      const job: StoredJob = {
        id: `ftjob-${made}`,
        object: 'fine_tuning.job',
        status: 'queued',
        model,
        result_files: [`file-result-${made}`],
      };
      this.addFile(`file-result-${made}`, 'fine-tune-results');
      this.jobs.unshift(job);
      return jsonReply(job);
    }
    if (id === undefined) return page(this.jobs, query, 20);
    const job = this.jobs.find((each) => each.id === id);
    if (job === undefined) return notFound();
    if (below === 'events' || below === 'checkpoints') {
      return jsonReply({ object: 'list', data: [{ id: `of-${below}`, object: below }], has_more: false });
    }
    return jsonReply({ ...job, ...(below !== undefined && { status: below }) });
  }
}

function page(all: readonly { id: string }[], query: URLSearchParams, most: number): Reply {
  const after = query.get('after');
  const rest = after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const data = rest.slice(0, Math.min(Number(query.get('limit') ?? most), most));
  return jsonReply({ object: 'list', data, has_more: rest.length > data.length });
}

const notFound = (): Reply =>
  jsonReply({ error: { message: 'No such object', type: 'invalid_request_error' } }, { status: 404 });
