import { List, Text } from '@mantine/core'
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx'
import type { Account } from '../../resources/accounts/account-health.ts'
import { accountName, type Platform } from '../../resources/accounts/names.ts'

interface Props {
  readonly account: Account
  readonly platform: Platform | undefined
  readonly onClose: () => void
}

export function DisconnectAccount({ account, platform, onClose }: Props) {
  const name = accountName(account)
  const label = platform?.label ?? account.platform
  return (
    <ConfirmDialog
      operation="accounts.disconnect"
      input={{ params: { id: account.id } }}
      changes={['posts', 'home']}
      isDangerous
      title={`Disconnect ${name}?`}
      confirmLabel="Disconnect account"
      doneMessage={`${name} disconnected`}
      onClose={onClose}
    >
      <List spacing={6} pe="md">
        <List.Item>Its sign-in is deleted here, and revoked on {label} where possible.</List.Item>
        <List.Item>Posts scheduled for it will fail when they are due.</List.Item>
        <List.Item>New comments, messages and analytics are no longer synced.</List.Item>
        <List.Item>Published posts stay on {label}.</List.Item>
      </List>
      <Text mt="sm">Its history is kept, and you can reconnect it at any time.</Text>
    </ConfirmDialog>
  )
}
