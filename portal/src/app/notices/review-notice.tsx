import { Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { formatCount } from '../../components/count.ts'
import { useSession } from '../session.ts'

/** Reminds the user of workspaces that were created with their email address before they verified it. */
export function ReviewNotice() {
  const { quarantined_workspaces: count } = useSession()
  if (count === 0) return null
  return (
    <Text role="status" mb="md">
      {count === 1 ? 'A workspace was' : `${formatCount(count, 'workspace')} were`} created with your email address
      before you verified it.{' '}
      <Anchor component={Link} href="/review">
        Review
      </Anchor>
    </Text>
  )
}
