import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { accountName, type Profile } from '../../../resources/accounts/names.ts'
import type { ProfileAccounts } from './use-profile-accounts.ts'

interface Props {
  readonly profile: Profile
  readonly accounts: ProfileAccounts
  readonly onClose: () => void
}

/** Explains what is deleted, or why the profile cannot be deleted. */
export function DeleteProfile({ profile, accounts: { connected, left }, onClose }: Props) {
  if (connected.length > 0)
    return (
      <Modal opened onClose={onClose} title={`${profile.name} still has accounts`}>
        <Stack>
          <Text>
            Profiles with connected accounts cannot be deleted. Disconnect these first:{' '}
            {connected.map(accountName).join(', ')}.
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button component={Link} href={`/accounts?profile=${profile.id}`}>
              View accounts
            </Button>
          </Group>
        </Stack>
      </Modal>
    )
  return (
    <ConfirmDialog
      operation="profiles.delete"
      input={{ params: { id: profile.id } }}
      changes={['accounts', 'posts']}
      isDangerous
      title={`Delete ${profile.name}?`}
      confirmLabel="Delete profile"
      {...(left.length > 0 && { typed: profile.name })}
      doneMessage={`${profile.name} deleted`}
      onClose={onClose}
    >
      <Text>
        {left.length > 0
          ? `This also deletes the posts, comments, messages and analytics of its disconnected accounts (${left.map(accountName).join(', ')}). Published posts stay on the platforms.`
          : 'It has no accounts. Its drafts are deleted too.'}{' '}
        API keys and members limited to this profile lose all access. This cannot be undone.
      </Text>
    </ConfirmDialog>
  )
}
