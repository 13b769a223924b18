import { LinkExternalIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useIsLink } from '../../api/caller.ts'
import type { Reply } from '../../api/client.ts'
import { formatNumber } from '../../components/time/time.ts'
import { When } from '../../components/time/when.tsx'
import { webAddress } from '../../components/web-address.ts'
import { PlatformIcon } from '../platforms/platform-icon.tsx'
import { ownPath } from '../posts/media-thumb.tsx'
import { formatMetric } from '../posts/post-labels.ts'
import * as css from './ranked-posts.module.css'
import { formatRate } from './summary.ts'

type RankedPost = Reply<'analytics.top_posts'>['data'][number]

interface Props {
  readonly posts: readonly RankedPost[]
  readonly metric: string
  readonly accountName: (accountId: string) => string | undefined
}

/** Posts with their numbers, in the order of the response. */
export function RankedPosts({ posts, metric, accountName }: Props) {
  return (
    <ol className={css.posts}>
      {posts.map((post) => (
        <Item key={post.target_id} post={post} metric={metric} account={accountName(post.account_id)} />
      ))}
    </ol>
  )
}

function Item({ post, metric, account }: { post: RankedPost; metric: string; account: string | undefined }) {
  const { post_id, content, published_at, value, metrics, external_url, image_url, platform } = post
  const isLink = useIsLink()
  const address = webAddress(external_url)
  const others = Object.entries(metrics).filter(([name]) => name !== metric)
  const text = content.trim() || 'No text'
  return (
    <li>
      {image_url !== null && <img src={ownPath(image_url)} alt="" className={css.image} />}
      <div className={css.text}>
        {isLink ? (
          <span className={css.content} dir="auto">
            {text}
          </span>
        ) : (
          <Link href={`/posts/${post_id}`} dir="auto" className={css.content}>
            {text}
          </Link>
        )}
        <div className="dimmed">
          <PlatformIcon platform={platform} size={12} /> <bdi>{account ?? platform}</bdi> · <When at={published_at} />
          {address !== undefined && (
            <>
              {' · '}
              <a href={address} target="_blank" rel="noreferrer">
                Open <LinkExternalIcon size={12} />
                <span className="hidden"> the post on {platform}</span>
              </a>
            </>
          )}
        </div>
      </div>
      <div className={`${css.numbers} numbers`}>
        <b>{metric === 'engagement_rate' ? formatRate(value) : formatNumber(value)}</b>
        <div className="dimmed">{others.map(([name, each]) => formatMetric(name, each)).join(', ')}</div>
      </div>
    </li>
  )
}
