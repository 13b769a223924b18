import { useRead } from '../../api/hooks.ts'

/** Returns a lookup from workspace IDs to names; the ID itself if the workspace is not among the newest. */
export function useWorkspaceNames(): (id: string) => string {
  const { data } = useRead('operator.workspaces', { query: { limit: 100 } })
  const names = new Map(data?.data.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}
