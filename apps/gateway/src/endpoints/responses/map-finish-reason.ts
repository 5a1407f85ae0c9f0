import type { ResponsesResponse } from '@multilane/contracts';

export type Ending = Pick<ResponsesResponse, 'incomplete_details'> & { readonly status: 'completed' | 'incomplete' };

/** Maps the finish reason of chat to the end of an answer. */
export function mapFinishReason(reason: string | null | undefined): Ending {
  switch (reason) {
    case 'length':
      return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    case 'content_filter':
      return { status: 'incomplete', incomplete_details: { reason: 'content_filter' } };
    default:
      return { status: 'completed', incomplete_details: null };
  }
}
