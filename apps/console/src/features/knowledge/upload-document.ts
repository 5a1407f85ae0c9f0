import { ApiFailure, basePath } from '../../api/client.js';

interface Upload {
  readonly workspaceId: string;
  readonly baseId: string;
  readonly file: File;
  /** Called with the share of the bytes that were sent, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a file. `fetch` does not say how much of a body was sent, so this is the older interface.
 *
 * @returns whether the document is new; false if the base has one with the same bytes
 * @throws ApiFailure
 */
export function uploadDocument({ baseId, file, onProgress, signal, workspaceId }: Upload): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const url = `${basePath()}/w/kb/${encodeURIComponent(baseId)}/documents?workspace_id=${encodeURIComponent(workspaceId)}`;
    request.open('POST', url);
    request.responseType = 'json';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => (request.status < 300 ? resolve(request.status === 201) : reject(readFailure(request)));
    request.onerror = () => reject(readFailure(request));
    request.onabort = () => reject(new DOMException('', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}

function readFailure(request: XMLHttpRequest): ApiFailure {
  const { code = 'unreachable', message = request.statusText, param } = request.response?.error ?? {};
  const requestId = request.getResponseHeader('x-request-id') ?? undefined;
  return new ApiFailure({ status: request.status, code, message, param: param ?? undefined, requestId });
}
