import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWorkspaceId } from '../app/workspace.ts'
import { call } from './api.ts'
import type { Input, OperationId } from './client.ts'

type Download = (id: OperationId, input: unknown) => Promise<Blob>

/** An address under which the page can show a file of the API, which takes the session and not only an address. */
export function useFile<Id extends OperationId>(id: Id, input: Input<Id>, isWanted = true): string | undefined {
  const workspaceId = useWorkspaceId()
  const { data: blob } = useQuery({
    queryKey: [workspaceId, id, input],
    queryFn: () => (call as unknown as Download)(id, input),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [blob])
  return url
}
