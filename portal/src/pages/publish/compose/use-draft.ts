import { useEffect, useState } from 'react'
import { useWorkspaceId } from '../../../app/workspace.ts'
import type { Draft, DraftTarget } from './draft.ts'

export interface DraftState {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly changeTarget: (accountId: string, part: Partial<DraftTarget>) => void
  readonly addMedium: (id: string) => void
  /** Deletes the stored draft. */
  readonly forget: () => void
}

const SAVE_MS = 500

/** Keeps a draft in the browser until it is published, so that it survives a reload or a closed tab. */
export function useDraft(name: string, initial: Draft): DraftState {
  const key = `quoin-draft-${useWorkspaceId()}-${name}`
  const [draft, setDraft] = useState<Draft>(() => ({ ...initial, ...readKept(key) }))
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    if (!isChanged) return
    const timer = setTimeout(() => keep(key, draft), SAVE_MS)
    return () => clearTimeout(timer)
  }, [key, draft, isChanged])
  const edit = (how: (before: Draft) => Partial<Draft>) => {
    setChanged(true)
    setDraft((before) => ({ ...before, ...how(before) }))
  }
  return {
    draft,
    change: (part) => edit(() => part),
    addMedium: (id) => edit(({ media }) => ({ media: [...media, { id, alt: '' }] })),
    changeTarget: (accountId, part) =>
      edit(({ targets }) => ({
        targets: targets.map((each) => (each.accountId === accountId ? { ...each, ...part } : each)),
      })),
    forget: () => {
      setChanged(false)
      localStorage.removeItem(key)
    },
  }
}

function readKept(key: string): Partial<Draft> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}

function keep(key: string, draft: Draft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Without storage the draft lasts while the page is open.
  }
}
