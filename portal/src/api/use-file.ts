import { useQuery } from '@tanstack/react-query'
import { useWorkspaceId } from '../app/workspace.ts'
import { call } from './api.ts'
import type { Input, OperationId } from './client.ts'

type Download = (id: OperationId, input: unknown) => Promise<Blob>

/**
 * Downloads a file of the API as a data URL that the page can show: an `<img>` could not send the workspace header with its
 * request.
 */
export function useFile<Id extends OperationId>(id: Id, input: Input<Id>, isWanted = true): string | undefined {
  const workspaceId = useWorkspaceId()
  const { data } = useQuery({
    queryKey: [workspaceId, id, input, 'file'],
    queryFn: async () => asDataUrl(await (call as unknown as Download)(id, input)),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}

function asDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
}
