import { useEffect, useState } from 'react'
import { useWorkspaceId } from '../../../app/workspace.ts'
import type { Draft, DraftTarget } from './draft.ts'

export interface DraftState {
  readonly draft: Draft
  /** Version of the edited post that the draft is based on; undefined for a new post. */
  readonly version: string | undefined
  readonly change: (part: Partial<Draft>) => void
  readonly changeTarget: (accountId: string, part: Partial<DraftTarget>) => void
  readonly addMedium: (id: string) => void
  /** Unsaved changes of an earlier visit, which are applied only on request. */
  readonly unsaved: UnsavedDraft | undefined
  /** Starts again from this draft, based on this version. */
  readonly restart: (draft: Draft, version: string | undefined) => void
  /** Deletes the draft from the browser's storage. */
  readonly forget: () => void
}

export interface UnsavedDraft {
  readonly savedAt: string
  readonly continue: () => void
  readonly discard: () => void
}

/** A draft in the browser's storage. */
interface KeptDraft {
  readonly savedAt: string
  readonly draft: Draft
  readonly version: string | undefined
  /** The draft of an earlier visit that was neither continued nor discarded. */
  readonly earlier?: KeptDraft | undefined
}

const SAVE_MS = 500

/**
 * Keeps a draft in the browser until it is saved on the server, so that it survives a reload or a closed tab. What was kept is
 * offered and never applied by itself. `fixed` fields stay as they are when it is continued.
 */
export function useDraft(
  name: string,
  initial: Draft,
  { version: initialVersion, fixed }: { version: string | undefined; fixed: Partial<Draft> },
): DraftState {
  const key = `quoin-draft-${useWorkspaceId()}-${name}`
  const [{ draft, version }, setState] = useState({ draft: initial, version: initialVersion })
  const [kept, setKept] = useState(() => readKept(key))
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    if (!isChanged) return
    const save = () => keep(key, { savedAt: new Date().toISOString(), draft, version, earlier: kept })
    const timer = setTimeout(save, SAVE_MS)
    return () => clearTimeout(timer)
  }, [key, draft, version, kept, isChanged])
  const edit = (how: (before: Draft) => Partial<Draft>) => {
    setChanged(true)
    setState((before) => ({ ...before, draft: { ...before.draft, ...how(before.draft) } }))
  }
  const restart: DraftState['restart'] = (next, nextVersion) => {
    setChanged(true)
    setState({ draft: next, version: nextVersion })
  }
  return {
    draft,
    version,
    change: (part) => edit(() => part),
    addMedium: (id) => edit(({ media }) => ({ media: [...media, { id, alt: '' }] })),
    changeTarget: (accountId, part) =>
      edit(({ targets }) => ({
        targets: targets.map((each) => (each.accountId === accountId ? { ...each, ...part } : each)),
      })),
    unsaved: kept && {
      savedAt: kept.savedAt,
      continue: () => {
        restart({ ...initial, ...kept.draft, ...fixed }, kept.version)
        setKept(kept.earlier)
      },
      discard: () => {
        if (kept.earlier) keep(key, kept.earlier)
        else if (!isChanged) remove(key)
        setKept(kept.earlier)
      },
    },
    restart,
    forget: () => {
      setChanged(false)
      if (kept) keep(key, kept)
      else remove(key)
    },
  }
}

function readKept(key: string): KeptDraft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as KeptDraft | null
    return kept?.savedAt ? kept : undefined
  } catch {
    return undefined
  }
}

function keep(key: string, kept: KeptDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without storage the draft lasts while the page is open.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
