import { useState } from 'react'
import { type Upload, useUploads } from '../../publish/use-uploads.ts'

export interface ChosenFile {
  /** The asset, once it is uploaded. */
  readonly media: { readonly id: string; readonly name: string } | undefined
  readonly upload: Upload | undefined
  readonly isRunning: boolean
  readonly choose: (file: File) => void
  readonly clear: () => void
}

/** The one file that goes with a message: sent to the server as soon as it is chosen. Another one replaces it. */
export function useAttachedFile(): ChosenFile {
  const [name, setName] = useState('')
  const [id, setId] = useState<string>()
  const uploads = useUploads(setId)
  const upload = uploads.running.at(-1)
  const clear = () => {
    setId(undefined)
    for (const { key, problem, stop } of uploads.running)
      if (problem) uploads.dismiss(key)
      else stop()
  }
  return {
    media: id === undefined ? undefined : { id, name },
    upload,
    isRunning: upload !== undefined && !upload.problem,
    clear,
    choose: (file) => {
      clear()
      setName(file.name)
      uploads.add([file])
    },
  }
}
