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
      title={is_operator ? `${name} is no longer an operator?` : `Make ${name} an operator?`}
      confirmLabel={is_operator ? 'Take it back' : 'Make an operator'}
      toInput={(reason) => ({ params: { id }, body: { is_operator: !is_operator, reason } })}
      onDone={() => onDone(is_operator ? `${name} is no longer an operator.` : `${name} is an operator.`)}
      onClose={onClose}
    >
      <Text>
        {is_operator
          ? 'Their own workspaces stay as they are. They see no others any more.'
          : 'Operators see every workspace and user, approve orders and give credits.'}
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
      title={`A new password for ${name}`}
      confirmLabel="Make the link"
      toInput={(reason) => ({ params: { id }, body: { reason } })}
      onDone={({ url }) => onMade(url)}
      onClose={onClose}
    >
      <Text>
        You get a link with which {email} sets a new password. Make sure that it is really them who ask for it.
      </Text>
    </ReasonDialog>
  )
}
