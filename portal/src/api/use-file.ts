import { useQuery } from '@tanstack/react-query'
import { useWorkspaceId } from '../app/workspace.ts'
import { call } from './api.ts'
import type { Input, OperationId } from './client.ts'

type Download = (id: OperationId, input: unknown) => Promise<Blob>

/** A file of the API as an address that the page can show: the API takes the session, and the browser sends it only with calls. */
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
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
