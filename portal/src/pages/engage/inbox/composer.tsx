import { CommentIcon, PaperAirplaneIcon, PaperclipIcon } from '@primer/octicons-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useReadOnlyReason } from '../../../app/session.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { useAccounts, usePlatforms } from '../../../resources/accounts/names.ts'
import { AttachedFile } from './attached-file.tsx'
import * as css from './composer.module.css'
import type { Conversation } from './conversations.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { send } from './outbox.ts'
import { useReplyWindow } from './reply-window.ts'
import { useAttachedFile } from './use-attached-file.ts'

const SendTemplate = lazyPart(async () => (await import('./send-template.tsx')).SendTemplate)
const SIGNED_IN = ['connected', 'expiring']
const TEXT_MAX = 10_000

interface Props {
  readonly conversation: Conversation
  readonly name: string
  /** Each increment focuses the field. */
  readonly replies: number
}

/** The reply field. Enter sends, Shift+Enter starts a new line. */
export function Composer({ conversation, name, replies }: Props) {
  const { id, account_id, platform: platformId } = conversation
  const platform = usePlatforms().get(platformId)
  const account = useAccounts().items.find((each) => each.id === account_id)
  const window = useReplyWindow(conversation, platform)
  const [text, setText] = useState(() => readDraft(id))
  const [isChoosing, setChoosing] = useState(false)
  const file = useAttachedFile()
  const field = useRef<HTMLTextAreaElement>(null)
  const mayNotWrite = useReadOnlyReason()
  useEffect(() => {
    if (replies > 0) field.current?.focus()
  }, [replies])
  const write = (next: string) => {
    setText(next)
    keepDraft(id, next)
  }
  const can = (capability: string) => platform?.capabilities.includes(capability) ?? false
  const body = text.trim()
  const isReady = (body !== '' || file.media !== undefined) && !file.isRunning
  const submit = () => {
    if (!isReady || !window.isOpen || mayNotWrite !== undefined) return
    send(id, { ...(body && { body }), ...(file.media && { media_id: file.media.id }) }, file.media?.name)
    write('')
    file.clear()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const [pasted] = clipboardData.files
    if (pasted && can('messages.media')) file.choose(pasted)
  }
  return (
    <form
      className="inbox-composer"
      aria-label={`Reply to ${name}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {account && !SIGNED_IN.includes(account.status) && (
        <p className={css.note}>
          This account is signed out. <Link href={`/accounts/${account_id}`}>Reconnect it</Link> to reply.
        </p>
      )}
      <AttachedFile file={file} />
      <textarea
        dir="auto"
        ref={field}
        aria-label="Message"
        placeholder={window.isOpen ? `Reply to ${name}` : 'Replies are closed'}
        rows={2}
        maxLength={TEXT_MAX}
        value={text}
        disabled={!window.isOpen}
        readOnly={mayNotWrite !== undefined}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={css.buttons}>
        {can('messages.media') && window.isOpen && (
          <label className={`icon-button ${css.attach}`} title="Attach file">
            <PaperclipIcon size={16} />
            <input
              type="file"
              aria-label="Attach file"
              disabled={mayNotWrite !== undefined}
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? []
                if (chosen) file.choose(chosen)
                currentTarget.value = ''
              }}
            />
          </label>
        )}
        <p className={css.window}>{window.text}</p>
        {can('messages.template') && (
          <WriteButton
            size="xs"
            variant={window.isOpen ? 'default' : 'filled'}
            leftSection={<CommentIcon size={14} />}
            onClick={() => setChoosing(true)}
          >
            Template
          </WriteButton>
        )}
        {window.isOpen && (
          <WriteButton
            type="submit"
            size="xs"
            leftSection={<PaperAirplaneIcon size={14} />}
            disabled={mayNotWrite === undefined && !isReady}
          >
            Send
          </WriteButton>
        )}
      </div>
      {isChoosing && <SendTemplate conversation={conversation} onClose={() => setChoosing(false)} />}
    </form>
  )
}
