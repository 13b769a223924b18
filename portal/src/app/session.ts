import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, queries, SESSION } from '../api/api.ts'
import { useIsLink } from '../api/caller.ts'
import type { Reply } from '../api/client.ts'
import { ProblemError } from '../api/problem.ts'
import { currentWorkspaceId, rememberWorkspace, useWorkspaceId } from './workspace.ts'

export type CurrentSession = Reply<'session.get'>
export type Workspace = CurrentSession['workspaces'][number]

/** Null for a visitor who is not signed in. */
async function readSession(): Promise<CurrentSession | null> {
  try {
    return await call('session.get')
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null
    throw error
  }
}

/** Who is signed in: undefined until that is known. Asked again now and then: it may be ended elsewhere, or the role changed. */
export function useSessionQuery() {
  return useQuery({ queryKey: SESSION, queryFn: readSession, staleTime: 60_000, refetchInterval: 30_000 })
}

/** After signing in, and after a change of the user or their workspaces. */
export async function refreshSession(): Promise<CurrentSession | null> {
  return queries.fetchQuery({ queryKey: SESSION, queryFn: readSession, staleTime: 0 })
}

export async function signOut(): Promise<void> {
  await call('auth.sign_out')
  // The session stays known, as none, to what shows it; everything else was the user's.
  queries.setQueryData(SESSION, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
}

export const SessionContext = createContext<CurrentSession | undefined>(undefined)

/** The session of the user of the pages inside the shell: there is always one. */
export function useSession(): CurrentSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This part is used outside of the shell.')
  return session
}

export function useWorkspace(): Workspace {
  return workspaceIn(useSession(), useWorkspaceId())
}

function workspaceIn(session: CurrentSession | undefined, id: string | undefined): Workspace {
  const workspace = session?.workspaces.find((each) => each.id === id)
  if (!workspace) throw new Error('This part is used without a workspace.')
  return workspace
}

/** Why the user cannot change something here, in words to show; undefined when they can. The server decides by itself. */
export function useReadOnlyReason(least: 'member' | 'owner' = 'member'): string | undefined {
  const isLink = useIsLink()
  const [session, workspaceId] = [useContext(SessionContext), useWorkspaceId()]
  // The page of a portal link offers only what the link may do.
  if (isLink) return undefined
  const { role } = workspaceIn(session, workspaceId)
  if (least === 'owner') return role === 'owner' ? undefined : 'Only an owner of this workspace can do this.'
  return role === 'viewer' ? 'You are a viewer of this workspace. An owner can make you a member.' : undefined
}

export function useMayWrite(): boolean {
  return useReadOnlyReason() === undefined
}

/** The workspace to open: the one chosen last when the user is still a member, else the first. */
export function chooseWorkspace({ workspaces }: CurrentSession): string | undefined {
  const open = workspaces.filter(({ closed_at }) => closed_at === null)
  const chosen = open.find(({ id }) => id === currentWorkspaceId()) ?? open[0]
  rememberWorkspace(chosen?.id)
  return chosen?.id
}
