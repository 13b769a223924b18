import { Button, Skeleton } from '@mantine/core'
import { PencilIcon, PlugIcon } from '@primer/octicons-react'
import { Link, useSearch } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { useAccounts, usePlatforms, useProfiles } from '../../../resources/accounts/names.ts'
import { Composer } from './composer.tsx'
import type { Draft } from './draft.ts'
import { keepFailedTargets, newDraft, toDraft } from './initial-draft.ts'

/** Writes a new post, duplicates one, or edits one that is not published yet. */
export function ComposePage() {
  const search = new URLSearchParams(useSearch())
  const [editedId, copiedId] = [search.get('post'), search.get('copy')]
  const id = editedId ?? copiedId
  const post = useRead('posts.get', { params: { id: id ?? '' } }, { enabled: id !== null })
  const profiles = useProfiles()
  const accounts = useAccounts()
  const platforms = usePlatforms()
  const reason = useReadOnlyReason()
  const title = editedId ? 'Edit post' : 'Write a post'
  const problem = post.error ?? accounts.error ?? profiles.error
  if (problem)
    return (
      <Page title={title}>
        <ProblemAlert problem={problem} onRetry={() => void post.refetch()} />
      </Page>
    )
  if (profiles.isLoading || accounts.isLoading || platforms.size === 0 || (id !== null && !post.data))
    return (
      <Page title={title} width="full">
        <div className="compose">
          <div className="compose-main">
            <Skeleton height={132} radius={10} />
            <Skeleton height={240} radius={10} />
            <Skeleton height={140} radius={10} />
          </div>
          <Skeleton height={160} radius={10} />
        </div>
      </Page>
    )
  const first = accounts.items[0]
  if (reason !== undefined || !first)
    return (
      <Page title={title}>
        {reason === undefined ? (
          <EmptyState
            icon={PlugIcon}
            title="Connect an account first"
            text="Posts are published to your connected accounts. To try it out, use the sandbox: no sign-up, and nothing leaves this server."
          >
            <Button component={Link} href="/accounts">
              Connect account
            </Button>
          </EmptyState>
        ) : (
          <EmptyState icon={PencilIcon} title="You have view-only access" text={reason}>
            <Button component={Link} href="/posts">
              View posts
            </Button>
          </EmptyState>
        )}
      </Page>
    )
  const isOnlyFailed = search.get('accounts') === 'failed'
  const profileId = search.get('profile') ?? first.profile_id
  return (
    <Composer
      key={`${id}-${search.get('at')}`}
      title={title}
      edited={editedId && post.data ? post.data : undefined}
      initial={
        post.data && id
          ? toDraft(copiedId && isOnlyFailed ? keepFailedTargets(post.data) : post.data)
          : newDraft(profileId, search.get('at'), search.get('text') ?? '')
      }
      name={id ?? 'new'}
      fixed={search.get('at') !== null ? pickTime(newDraft(profileId, search.get('at'))) : {}}
      known={{ accounts: new Map(accounts.items.map((account) => [account.id, account])), platforms }}
    />
  )
}

function pickTime({ isLater, at, zone }: Draft): Partial<Draft> {
  return { isLater, at, zone }
}
