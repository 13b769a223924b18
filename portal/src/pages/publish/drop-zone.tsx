import { Text } from '@mantine/core'
import { ImageIcon } from '@primer/octicons-react'
import { type DragEvent, useRef, useState } from 'react'
import * as css from './drop-zone.module.css'

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp,video/mp4,video/quicktime,video/webm,application/pdf'

interface Props {
  readonly title: string
  readonly about: string
  readonly onFiles: (files: readonly File[]) => void
}

/** Accepts files that are dropped or chosen. */
export function DropZone({ title, about, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <>
      <button
        type="button"
        className={isOver ? `${css.drop} is-over` : css.drop}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ImageIcon size={20} />
        <span>{title}</span>
        <Text component="span" size="sm" c="dimmed">
          {about}
        </Text>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Media files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}
