import { Skeleton, Text, Title } from '@mantine/core'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Facts } from '../../../components/facts.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { ZoneNote } from '../../../components/time/zone-note.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'

/** Details of a post. */
export function PostFacts({ post, names }: { post: Post | undefined; names: Names }) {
  if (!post) return <Skeleton height={246} radius={10} />
  return (
    <section className="panel" aria-labelledby="post-facts">
      <Title order={2} id="post-facts">
        Details
      </Title>
      <Text size="xs" c="dimmed">
        <ZoneNote />
      </Text>
      <Facts
        className="post-facts"
        items={[
          ['Status', <StatusBadge key="state" status={post.status} />],
          ['Profile', <bdi key="profile">{names.profile(post.profile_id)}</bdi>],
          ['Time', post.scheduled_at ? <When key="at" at={post.scheduled_at} isAbsolute /> : 'Immediately'],
          ['Created', <When key="made" at={post.created_at} isAbsolute />],
          ['Updated', <When key="changed" at={post.updated_at} />],
          ['ID', <CopyableId key="id" id={post.id} />],
        ]}
      />
    </section>
  )
}
