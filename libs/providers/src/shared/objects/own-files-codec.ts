import { unsupported } from '@multilane/errors';
import type { ExchangeAnswer, ExchangeCodec, FilesRequest, ProviderExchange } from '../../exchange.js';
import { answerJson } from './record-made.js';

/** Operations on the files of a provider with an API of its own, in the reference's shape. */
export interface OwnFiles {
  /** Lifetime of its files, in words that end the rejection of `expires_after`. */
  readonly expiry: string;
  create(request: Readonly<FilesRequest>, exchange: ProviderExchange): Promise<ExchangeAnswer>;
  list(request: Readonly<FilesRequest>, exchange: ProviderExchange): Promise<object>;
  /** Shows, downloads or deletes one file. */
  askOfOne(request: Readonly<FilesRequest>, exchange: ProviderExchange): Promise<ExchangeAnswer>;
}

/** Files of a provider whose files do not expire on demand, and that lists the newest first. */
export function createOwnFilesCodec(files: OwnFiles): ExchangeCodec<FilesRequest> {
  return {
    isBeyondReference: true,
    check({ form, query = {} }) {
      const expiry = form?.fields.find(({ name }) => name.startsWith('expires_after'));
      if (expiry !== undefined) throw unsupported('expires_after', `is not supported: ${files.expiry}`);
      if (query.order === 'asc')
        throw unsupported('order', 'is not supported: this provider lists the newest files first.');
    },
    async serve(request, exchange) {
      switch (request.operation) {
        case 'create':
          return files.create(request, exchange);
        case 'list':
          return answerJson(await files.list(request, exchange));
        default:
          return files.askOfOne(request, exchange);
      }
    },
  };
}
