import { Group, Text } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import { useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone, showProblem } from '../../../components/notify.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/time/when.tsx'
import { webAddress } from '../../../components/web-address.ts'
import { AccountAvatar } from '../../../resources/accounts/account-avatar.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { PostError } from '../../../resources/posts/post-error.tsx'
import type { Post, Target } from '../../../resources/posts/post-labels.ts'
import { ForceRetry } from './force-retry.tsx'
import * as css from './post-target.module.css'

/** Outcome of the post on one account, with its actions. */
export function PostTarget({ post, target, names }: { post: Post; target: Target; names: Names }) {
  const { id, account_id, platform, status, content, external_url, error, published_at, first_comment } = target
  const account = names.findAccount(account_id)
  const address = webAddress(external_url)
  const retry = useWrite('posts.retry', { onSuccess: () => showDone('Retrying post') })
  const tryAgain = () =>
    retry.mutate({ params: { id: post.id }, body: { target_ids: [id], force: false } }, { onError: showProblem })
  const canRetry = status === 'failed' || status === 'unconfirmed' || first_comment?.status === 'failed'
  const isEditableAsCopy = status === 'failed' && error?.code !== 'account_not_connected'
  return (
    <article
      className={`panel ${css.target}`}
      aria-label={`${names.platform(platform)}, ${names.account(account_id) ?? ''}`}
    >
      <Group justify="space-between" gap="xs">
        <Group gap="sm" wrap="nowrap">
          {account ? <AccountAvatar account={account} /> : <PlatformIcon platform={platform} size={20} />}
          <div>
            <Text fw={600} dir="auto">
              {names.account(account_id) ?? names.platform(platform)}
            </Text>
            <Text size="sm" c="dimmed">
              {names.platform(platform)}
              {published_at && (
                <>
                  {' · published '}
                  <When at={published_at} />
                </>
              )}
            </Text>
          </div>
        </Group>
        <Group gap="sm">
          {address !== undefined && (
            <a href={address} target="_blank" rel="noreferrer" className={css.link}>
              Open <LinkExternalIcon size={12} />
              <span className="hidden"> on {names.platform(platform)}</span>
            </a>
          )}
          <StatusBadge status={status} />
        </Group>
      </Group>
      {content !== null && (
        <p className={`post-content ${css.own}`} dir="auto">
          {content}
        </p>
      )}
      {error && <PostError error={error} />}
      {status === 'unconfirmed' && <Unconfirmed platform={names.platform(platform)} />}
      {isEditableAsCopy && (
        <Text size="sm" mt="xs">
          This post can no longer be edited. To change it, edit a copy and send that to the accounts that failed.
        </Text>
      )}
      {first_comment && (
        <div className={css.comment}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              First comment
            </Text>
            <StatusBadge status={first_comment.status} />
          </Group>
          <p className="post-content" dir="auto">
            {first_comment.body}
          </p>
          {first_comment.error && <PostError error={first_comment.error} />}
        </div>
      )}
      {canRetry && (
        <Group gap="xs" mt="sm">
          <WriteButton size="xs" variant="default" onClick={tryAgain} loading={retry.isPending}>
            {status === 'unconfirmed' ? 'Check again' : 'Try again'}
          </WriteButton>
          {isEditableAsCopy && (
            <WriteButton href={`/compose?copy=${post.id}&accounts=failed`} size="xs">
              Edit a copy
            </WriteButton>
          )}
          {status === 'unconfirmed' && <ForceRetry post={post} target={target} platform={names.platform(platform)} />}
          {error?.code === 'account_not_connected' && (
            <WriteButton href={`/accounts/${account_id}`} size="xs">
              Reconnect account
            </WriteButton>
          )}
        </Group>
      )}
    </article>
  )
}

function Unconfirmed({ platform }: { platform: string }) {
  return (
    <Text size="sm" mt="xs">
      The post was sent to {platform}, but no response arrived, so it may or may not be published. It is not retried
      automatically, because it could then appear twice. Check {platform} first.
    </Text>
  )
}
