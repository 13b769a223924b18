import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CheckIcon, LinkExternalIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { usePlatforms } from '../../../resources/accounts/names.ts'
import { MediaThumb, ownPath } from '../../../resources/posts/media-thumb.tsx'
import { MEDIA_STATES } from './media-card.tsx'
import * as css from './media-dialog.module.css'
import { type MediaAsset, mediaFacts, mediaName } from './media-labels.ts'

/** Details of a file, and which platforms accept it. */
export function MediaDialog({ media, onClose }: { media: MediaAsset; onClose: () => void }) {
  const [isDeleting, setDeleting] = useState(false)
  const { word, tone } = MEDIA_STATES[media.status]
  if (isDeleting) return <DeleteMedia media={media} onBack={() => setDeleting(false)} onDeleted={onClose} />
  return (
    <Modal opened onClose={onClose} title={mediaName(media)} size="lg">
      <Stack>
        <div className={css.large}>
          <MediaThumb media={media} alt={mediaName(media)} />
        </div>
        <Group justify="space-between">
          <StatusBadge status={media.status} label={word} tone={tone} />
          <Text c="dimmed" size="sm">
            {mediaFacts(media)} · <When at={media.created_at} />
          </Text>
        </Group>
        {media.validation.error && (
          <Text>
            {media.validation.error.message} <code>{media.validation.error.code}</code>
          </Text>
        )}
        <Verdicts media={media} />
        <CopyableId id={media.id} />
        <Group justify="space-between">
          <WriteButton variant="default" onClick={() => setDeleting(true)}>
            Delete
          </WriteButton>
          {media.public_url !== null && (
            <Button
              component="a"
              href={ownPath(media.public_url)}
              target="_blank"
              rel="noreferrer"
              variant="default"
              rightSection={<LinkExternalIcon size={14} />}
            >
              Open file
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** Lists the platforms that accept the file, and why others do not. */
function Verdicts({ media }: { media: MediaAsset }) {
  const platforms = usePlatforms()
  const verdicts = Object.entries(media.validation.platforms ?? {})
  const accepting = verdicts
    .filter(([, { accepted }]) => accepted)
    .map(([id]) => platforms.get(id)?.label ?? id)
    .toSorted()
  const refusing = verdicts.filter(([, { accepted }]) => !accepted)
  if (verdicts.length === 0) return null
  return (
    <ul className={css.verdicts}>
      {accepting.length > 0 && (
        <li>
          <CheckIcon size={16} className="is-good" /> <span>{accepting.join(', ')}</span>
        </li>
      )}
      {refusing.map(([id, { reasons }]) => (
        <li key={id}>
          <XIcon size={16} className="is-bad" />
          <span>
            {platforms.get(id)?.label ?? id}:{' '}
            <span className="dimmed">{reasons.map(({ detail }) => detail).join(' ')}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

interface DeleteProps {
  readonly media: MediaAsset
  readonly onBack: () => void
  readonly onDeleted: () => void
}

function DeleteMedia({ media, onBack, onDeleted }: DeleteProps) {
  return (
    <ConfirmDialog
      operation="media.delete"
      input={{ params: { id: media.id } }}
      isDangerous
      title={`Delete ${mediaName(media)}?`}
      confirmLabel="Delete file"
      doneMessage="File deleted"
      onDone={onDeleted}
      onClose={onBack}
    >
      <Text>
        The file is permanently deleted from this server. Published posts keep it on the platforms. A file that a post
        still needs cannot be deleted: delete or publish the post first.
      </Text>
    </ConfirmDialog>
  )
}
