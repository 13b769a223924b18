import { useRef, useState } from 'react'
import { type ProblemError, toProblem } from '../../api/problem.ts'
import { upload } from '../../api/upload.ts'

export interface Upload {
  readonly key: number
  readonly name: string
  /** From 0 to 1. */
  readonly done: number
  readonly problem?: ProblemError
  readonly stop: () => void
}

export interface Uploads {
  readonly running: readonly Upload[]
  readonly add: (files: Iterable<File>) => void
  readonly dismiss: (key: number) => void
}

/** Uploads files as soon as they are chosen; each calls `onReady` with the ID of its asset. */
export function useUploads(onReady: (id: string) => void): Uploads {
  const [running, setRunning] = useState<readonly Upload[]>([])
  const count = useRef(0)
  const dismiss = (key: number) => setRunning((all) => all.filter((each) => each.key !== key))
  const patch = (key: number, part: Partial<Upload>) =>
    setRunning((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const start = async (file: File) => {
    const key = ++count.current
    const abort = new AbortController()
    setRunning((all) => [...all, { key, name: file.name, done: 0, stop: () => abort.abort() }])
    try {
      const { id } = await upload(file, { onProgress: (done) => patch(key, { done }), signal: abort.signal })
      dismiss(key)
      onReady(id)
    } catch (error) {
      if (abort.signal.aborted) dismiss(key)
      else patch(key, { problem: toProblem(error) })
    }
  }
  return {
    running,
    dismiss,
    add: (files) => {
      for (const file of files) void start(file)
    },
  }
}
