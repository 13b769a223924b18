import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { formatCount } from '../../../components/count.ts'
import { ConflictTable } from '../../../components/form/conflict-notice.tsx'
import type { Draft } from './draft.ts'
import type { PostConflict } from './use-composer.ts'

interface Props {
  readonly conflict: PostConflict
  readonly isSending: boolean
}

/** Shows the saved post beside the draft when someone else saved it first, and asks which of them stays. */
export function ConflictDialog({ conflict: { theirs, mine, overwrite, accept }, isSending }: Props) {
  return (
    <Modal opened onClose={accept} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} size="lg">
      <Stack>
        <Modal.Title>Someone else changed this post while you were editing</Modal.Title>
        <Text>Nothing of yours has been saved yet. Choose the version to keep.</Text>
        <ConflictTable changes={listChanges(theirs, mine)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={accept} data-autofocus>
            Use the saved version
          </Button>
          <Button loading={isSending} onClick={overwrite}>
            Save my version
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function listChanges(theirs: Draft, mine: Draft) {
  return Object.entries(FIELDS)
    .map(([field, read]) => ({ field, theirs: read(theirs), mine: read(mine) }))
    .filter((each) => each.theirs !== each.mine)
}

const FIELDS: Readonly<Record<string, (draft: Draft) => string>> = {
  text: ({ content }) => content,
  time: ({ isLater, at, zone }) => (isLater ? `${at.replace('T', ' ')} (${zone})` : 'Not scheduled'),
  media: ({ media }) => (media.length === 0 ? 'None' : formatCount(media.length, 'file')),
  first_comment: ({ firstComment }) => firstComment,
  accounts: ({ targets }) => formatCount(targets.length, 'account'),
}
