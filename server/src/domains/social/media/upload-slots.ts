import { ApiError } from '../../../kit/declare/errors.ts'

/** Number of files that a workspace may send to this process at a time, the same as for fetches. */
const UPLOADS_PER_WORKSPACE = 8

const uploads = new Map<string, number>()

/** Returns the function that releases the slot. */
export function acquireUploadSlot(workspaceId: string): () => void {
  const used = uploads.get(workspaceId) ?? 0
  if (used >= UPLOADS_PER_WORKSPACE)
    throw new ApiError('rate_limited', `This workspace is already sending ${used} files. Wait until one is stored.`, {
      headers: { 'retry-after': '1' },
    })
  uploads.set(workspaceId, used + 1)
  return () => {
    const left = (uploads.get(workspaceId) ?? 1) - 1
    if (left > 0) uploads.set(workspaceId, left)
    else uploads.delete(workspaceId)
  }
}
