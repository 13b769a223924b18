import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, queries, SESSION } from '../api/api.ts'
import { useIsLink } from '../api/caller.ts'
import type { Reply } from '../api/client.ts'
import { RECOVERY_MS } from '../api/hooks.ts'
import { ProblemError } from '../api/problem.ts'
import { currentWorkspaceId, rememberWorkspace, useWorkspaceId } from './workspace.ts'

export type CurrentSession = Reply<'session.get'>
export type Workspace = CurrentSession['workspaces'][number]

/** Reads the session; null for visitors who are not signed in. */
async function readSession(): Promise<CurrentSession | null> {
  try {
    return await call('session.get')
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return null
    throw error
  }
}

/** Polls the session, which may end, or change its role, elsewhere. The data is undefined until the first response. */
export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION,
    queryFn: readSession,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.error ? RECOVERY_MS : 30_000),
  })
}

/** Reads the session again after signing in and after changes of the user or their workspaces. */
export async function refreshSession(): Promise<CurrentSession | null> {
  return queries.fetchQuery({ queryKey: SESSION, queryFn: readSession, staleTime: 0 })
}

export async function signOut(): Promise<void> {
  await call('auth.sign_out')
  // Keep the session query, as null, for its observers; drop everything else, which belonged to the user.
  queries.setQueryData(SESSION, null)
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
}

export const SessionContext = createContext<CurrentSession | undefined>(undefined)

/** Returns the session; pages inside the shell always have one. */
export function useSession(): CurrentSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This component is used outside of the shell.')
  return session
}

export function useWorkspace(): Workspace {
  return workspaceIn(useSession(), useWorkspaceId())
}

function workspaceIn(session: CurrentSession | undefined, id: string | undefined): Workspace {
  const workspace = session?.workspaces.find((each) => each.id === id)
  if (!workspace) throw new Error('This component is used without a workspace.')
  return workspace
}

/** Returns whether the user can access every profile. Otherwise, calls that concern the whole workspace are refused. */
export function useReachesWorkspace(): boolean {
  return useWorkspace().profile_ids === null
}

/** Returns the reason, to be shown, why the user cannot make changes here; undefined if they can. The server enforces it. */
export function useReadOnlyReason(least: 'member' | 'owner' = 'member', reach?: 'workspace'): string | undefined {
  const isLink = useIsLink()
  const [session, workspaceId] = [useContext(SessionContext), useWorkspaceId()]
  // The page of a portal link only offers what the link permits.
  if (isLink) return undefined
  const { role, profile_ids } = workspaceIn(session, workspaceId)
  if (least === 'owner') return role === 'owner' ? undefined : 'Only an owner of this workspace can do this.'
  if (role === 'viewer') return 'You are a viewer of this workspace. Ask an owner to make you a member.'
  return reach && profile_ids !== null ? LIMITED_REASON : undefined
}

const LIMITED_REASON = 'You have access to some profiles only. Ask an owner for access to the whole workspace.'

export function useMayWrite(): boolean {
  return useReadOnlyReason() === undefined
}

/** Chooses the workspace to open: the last one chosen if the user is still a member, otherwise the first. */
export function chooseWorkspace({ workspaces }: CurrentSession): string | undefined {
  const open = workspaces.filter(({ closed_at }) => closed_at === null)
  const chosen = open.find(({ id }) => id === currentWorkspaceId()) ?? open[0]
  rememberWorkspace(chosen?.id)
  return chosen?.id
}
