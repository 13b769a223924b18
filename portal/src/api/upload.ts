import { currentWorkspaceId } from '../app/workspace.ts'
import { prepare, type Reply } from './client.ts'
import { ProblemError, unreachable } from './problem.ts'

interface Options {
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** Uploads a file by XMLHttpRequest: `fetch` does not report upload progress. */
export function upload(file: File, { onProgress, signal }: Options): Promise<Reply<'media.ingest'>> {
  const { method, url, headers } = prepare('media.ingest', { file })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.setRequestHeader('x-quoin-workspace', currentWorkspaceId() ?? '')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const { status, response } = request
      const requestId = request.getResponseHeader('x-quoin-request-id') ?? undefined
      if (status < 300) resolve(response as Reply<'media.ingest'>)
      else reject(new ProblemError(status, (response ?? {}) as Record<string, unknown>, requestId))
    })
    request.addEventListener('error', () => reject(unreachable(undefined)))
    request.addEventListener('abort', () => reject(new DOMException('The upload was canceled.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
