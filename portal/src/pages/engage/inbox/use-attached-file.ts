import { useState } from 'react'
import { type Upload, useUploads } from '../../../resources/posts/use-uploads.ts'

export interface ChosenFile {
  /** The uploaded asset. */
  readonly media: { readonly id: string; readonly name: string } | undefined
  readonly upload: Upload | undefined
  readonly isRunning: boolean
  readonly choose: (file: File) => void
  readonly clear: () => void
}

/** Holds the attachment of a message. It is uploaded as soon as it is chosen; another file replaces it. */
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
