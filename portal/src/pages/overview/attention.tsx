import { Skeleton, Text, Title } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import type { Reply } from '../../api/client.ts'
import { formatNumber } from '../../components/time/time.ts'
import * as css from './attention.module.css'
import type { HomeQuery } from './use-home.ts'

type AttentionSummary = Reply<'home.summary'>['needs_attention']

/** Lists problems with links to the pages that fix them. */
export function Attention({ home: { data, error } }: { home: HomeQuery }) {
  if (error) return null
  const items = data && listAttentionItems(data.needs_attention)
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

function count(amount: number, one: string, many: string): string {
  return amount === 1 ? `1 ${one}` : `${formatNumber(amount)} ${many}`
}

function listAttentionItems(needs: AttentionSummary): { text: string; path: string }[] {
  return [
    {
      is: needs.accounts_signed_out > 0,
      text: count(needs.accounts_signed_out, 'account is signed out', 'accounts are signed out'),
      path: '/accounts?status=reauth_required',
    },
    {
      is: needs.failed_posts > 0,
      text: count(needs.failed_posts, 'post failed', 'posts failed'),
      path: '/posts?status=failed',
    },
    {
      is: needs.unconfirmed_posts > 0,
      text: count(needs.unconfirmed_posts, 'post may not have been published', 'posts may not have been published'),
      path: '/posts',
    },
    {
      is: needs.dead_deliveries > 0,
      text: count(needs.dead_deliveries, 'dead webhook delivery', 'dead webhook deliveries'),
      path: '/webhooks/deliveries?status=dead',
    },
    {
      is: needs.disabled_webhooks > 0,
      text: count(needs.disabled_webhooks, 'webhook endpoint is disabled', 'webhook endpoints are disabled'),
      path: '/webhooks',
    },
    { is: needs.is_balance_low, text: 'Credits are running low', path: '/billing/buy' },
  ].filter(({ is }) => is)
}
