import { Button } from '@mantine/core'
import { DownloadIcon, FileIcon, LinkExternalIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { call } from '../../../api/api.ts'
import { useFile } from '../../../api/use-file.ts'
import { showProblem } from '../../../components/notify.ts'
import { formatNumber } from '../../../components/time/time.ts'
import { webAddress } from '../../../components/web-address.ts'
import * as css from './attachments.module.css'
import type { Message } from './conversations.ts'

type Attachment = Message['attachments'][number]
const PICTURES = /^image\/(jpeg|png|gif|webp)$/

export function Attachments({ message }: { message: Message }) {
  return (
    <ul className={css.files}>
      {message.attachments.map((attachment, index) => (
        <li key={index}>
          <OneAttachment id={message.id} index={index} attachment={attachment} />
        </li>
      ))}
    </ul>
  )
}

interface Props {
  readonly id: string
  readonly index: number
  readonly attachment: Attachment
}

function OneAttachment({ id, index, attachment }: Props) {
  const { type, mime, url, bytes } = attachment
  const isOurs = typeof attachment['media_id'] === 'string'
  if (isOurs && PICTURES.test(String(mime))) return <OwnPicture id={id} index={index} />
  const name = formatAttachmentType(type)
  const address = webAddress(url)
  if (address !== undefined)
    return (
      <a href={address} target="_blank" rel="noreferrer noopener" className={css.file}>
        <FileIcon size={14} /> {name} <LinkExternalIcon size={12} />
        <span className="hidden"> at {new URL(address).host}</span>
      </a>
    )
  if (typeof type === 'string' && !FILES.has(type) && !isOurs)
    return (
      <span className={css.file}>
        <FileIcon size={14} /> {name}
      </span>
    )
  return <Download id={id} index={index} name={name} bytes={typeof bytes === 'number' ? bytes : undefined} />
}

function OwnPicture({ id, index }: { id: string; index: number }) {
  const url = useFile('messages.attachment', { params: { id, index } })
  return <span className={css.picture}>{url !== undefined && <img src={url} alt={`Image ${index + 1}`} />}</span>
}

/** Downloads a file through the API, because the platform only serves it to this server. */
function Download({ id, index, name, bytes }: { id: string; index: number; name: string; bytes: number | undefined }) {
  const [isRunning, setRunning] = useState(false)
  const download = async () => {
    setRunning(true)
    try {
      save(await call('messages.attachment', { params: { id, index } }), name)
    } catch (error) {
      showProblem(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<DownloadIcon size={14} />}
      loading={isRunning}
      onClick={() => void download()}
    >
      {name}
      {bytes !== undefined && ` (${formatNumber(Math.ceil(bytes / 1000), { style: 'unit', unit: 'kilobyte' })})`}
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

const FILES = new Set(['image', 'video', 'audio', 'document', 'file', 'sticker', 'voice', 'application'])
const NAMES: Readonly<Record<string, string>> = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  voice: 'Voice message',
}

function formatAttachmentType(type: unknown): string {
  if (typeof type !== 'string' || type === '') return 'File'
  return NAMES[type] ?? `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`
}
