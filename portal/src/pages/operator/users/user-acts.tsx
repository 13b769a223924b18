import { Text } from '@mantine/core'
import type { Item } from '../../../api/client.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

type User = Item<'operator.users'>

interface ChangeProps {
  readonly user: User
  readonly onClose: () => void
  readonly onDone: (words: string) => void
}

export function ChangeOperator({ user: { id, name, is_operator }, onClose, onDone }: ChangeProps) {
  return (
    <ReasonDialog
      operation="operator.update_user"
      title={is_operator ? `Remove ${name} as operator?` : `Make ${name} an operator?`}
      confirmLabel={is_operator ? 'Remove operator' : 'Make operator'}
      toInput={(reason) => ({ params: { id }, body: { is_operator: !is_operator, reason } })}
      onDone={() => onDone(is_operator ? `${name} is no longer an operator` : `${name} is now an operator`)}
      onClose={onClose}
    >
      <Text>
        {is_operator
          ? 'They keep their own workspaces and lose access to all others.'
          : 'Operators can see every workspace and user, approve orders and grant credits.'}
      </Text>
    </ReasonDialog>
  )
}

interface ResetProps {
  readonly user: User
  readonly onClose: () => void
  readonly onMade: (url: string) => void
}

export function ResetLink({ user: { id, name, email }, onClose, onMade }: ResetProps) {
  return (
    <ReasonDialog
      operation="operator.reset_link"
      title={`New password for ${name}`}
      confirmLabel="Create link"
      toInput={(reason) => ({ params: { id }, body: { reason } })}
      onDone={({ url }) => onMade(url)}
      onClose={onClose}
    >
      <Text>
        You get a link that lets {email} set a new password. Make sure that the request really comes from them.
      </Text>
    </ReasonDialog>
  )
}
