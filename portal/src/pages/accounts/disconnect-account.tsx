import { List, Text } from '@mantine/core'
import { useWrite } from '../../api/hooks.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { showDone } from '../../components/notify.ts'
import { accountName, type Platform } from '../publish/names.ts'
import type { Account } from './account-health.ts'

interface Props {
  readonly account: Account
  readonly platform: Platform | undefined
  readonly onClose: () => void
}

export function DisconnectAccount({ account, platform, onClose }: Props) {
  const name = accountName(account)
  const label = platform?.label ?? account.platform
  const disconnect = useWrite('accounts.disconnect', {
    changes: ['posts', 'home'],
    onSuccess: () => {
      showDone(`${name} is disconnected.`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={`Disconnect ${name}?`}
      confirmLabel="Disconnect the account"
      isRunning={disconnect.isPending}
      problem={disconnect.error}
      onConfirm={() => disconnect.mutate({ params: { id: account.id } })}
      onClose={onClose}
    >
      <List spacing={6} pe="md">
        <List.Item>Its sign-in is deleted here, and withdrawn at {label} where that is possible.</List.Item>
        <List.Item>Posts that are scheduled for it fail when their time comes.</List.Item>
        <List.Item>New comments, messages and statistics are no longer read.</List.Item>
        <List.Item>What was published stays on {label}.</List.Item>
      </List>
      <Text mt="sm">Its history stays here, and you can reconnect it at any time.</Text>
    </ConfirmDialog>
  )
}
