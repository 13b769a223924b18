import { useRead } from '../../api/hooks.ts'

/** The name of a workspace by its id; the id itself for one that is not among the newest. */
export function useWorkspaceNames(): (id: string) => string {
  const { data } = useRead('operator.workspaces', { query: { limit: 100 } })
  const names = new Map(data?.data.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? id
}
