import { createContext, useContext } from 'react'

const STORED = 'quoin-workspace'

/** Workspace of this tab; initially the last one chosen in any tab. */
let current: string | undefined = readStored()

export function currentWorkspaceId(): string | undefined {
  return current
}

export function rememberWorkspace(id: string | undefined): void {
  current = id
  try {
    if (id === undefined) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, id)
  } catch {
    // Without storage the portal starts with the first workspace.
  }
}

function readStored(): string | undefined {
  try {
    return localStorage.getItem(STORED) ?? undefined
  } catch {
    return undefined
  }
}

export const WorkspaceContext = createContext<string | undefined>(undefined)

export function useWorkspaceId(): string | undefined {
  return useContext(WorkspaceContext)
}
