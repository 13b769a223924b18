import { Skeleton, Text, Title } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { formatCount } from '../../components/count.ts'
import * as css from './attention.module.css'

type AttentionSummary = Reply<'home.summary'>['needs_attention']

/** Lists problems with links to the pages that fix them; `needs` is undefined while they are being read. */
export function Attention({ needs }: { needs: Partial<AttentionSummary> | undefined }) {
  const items = needs && listAttentionItems(needs)
  return (
    <section className="panel" aria-labelledby="attention-title">
      <Title order={2} id="attention-title" mb="xs">
        Needs attention
      </Title>
      {!items && <Skeleton height={21} />}
      {items?.length === 0 && (
        <Text c="dimmed" className={css.none}>
          <CheckCircleIcon size={16} /> Nothing needs your attention.
        </Text>
      )}
      {items && items.length > 0 && (
        <ul className={css.attention}>
          {items.map(({ text, path }) => (
            <li key={text}>
              <Link href={path}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function listAttentionItems({
  accounts_signed_out: signedOut = 0,
  failed_posts: failed = 0,
  unconfirmed_posts: unconfirmed = 0,
  dead_deliveries: dead = 0,
  disabled_webhooks: disabled = 0,
  is_balance_low: isLow = false,
}: Partial<AttentionSummary>): { text: string; path: string }[] {
  return [
    {
      is: signedOut > 0,
      text: formatCount(signedOut, 'account is signed out', 'accounts are signed out'),
      path: '/accounts?status=reauth_required',
    },
    { is: failed > 0, text: formatCount(failed, 'post failed', 'posts failed'), path: '/posts?status=failed' },
    {
      is: unconfirmed > 0,
      text: formatCount(unconfirmed, 'post may not have been published', 'posts may not have been published'),
      path: '/posts',
    },
    {
      is: dead > 0,
      text: formatCount(dead, 'dead webhook delivery', 'dead webhook deliveries'),
      path: '/webhooks/deliveries?status=dead',
    },
    {
      is: disabled > 0,
      text: formatCount(disabled, 'webhook endpoint is disabled', 'webhook endpoints are disabled'),
      path: '/webhooks',
    },
    { is: isLow, text: 'Credits are running low', path: '/billing/buy' },
  ].filter(({ is }) => is)
}
