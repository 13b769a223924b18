import { type Any, graphTime } from './graph-fake.ts'

/** Builds the objects of the fake with every documented field that the connector requests. */
export function pageView({ page, token, tasks }: Any): Any {
  return {
    id: page.id,
    name: page.name,
    username: page.username,
    category: 'Brand',
    link: `https://www.facebook.com/${page.username}`,
    access_token: token,
    tasks,
    is_published: page.isPublished,
    followers_count: page.followers,
    instagram_business_account: page.instagram,
  }
}

export function postView(post: Any, appId: string): Any {
  return {
    id: post.id,
    message: post.message || undefined,
    created_time: graphTime(post.created),
    updated_time: graphTime(post.updated),
    permalink_url: `https://www.facebook.com/${post.page}/posts/${post.id.split('_')[1]}`,
    application: post.byApp ? { id: appId, name: 'Quoin' } : undefined,
    attachments: buildAttachments(post),
    shares: post.shares > 0 ? { count: post.shares } : undefined,
    reactions: { data: [], summary: { total_count: post.reactions } },
    comments: { data: [], summary: { total_count: post.comments } },
  }
}

function buildAttachments({ photos, link, video }: Any): Any {
  const photo = (id: string) => ({
    media_type: 'photo',
    target: { id },
    unshimmed_url: undefined,
    subattachments: undefined,
  })
  if (video) return { data: [{ ...photo(video), media_type: 'video' }] }
  if (photos.length === 1) return { data: [photo(photos[0])] }
  if (photos.length > 1)
    return { data: [{ ...photo(''), media_type: 'album', subattachments: { data: photos.map(photo) } }] }
  if (!link) return undefined
  return { data: [{ media_type: 'link', target: { id: undefined }, unshimmed_url: link, subattachments: undefined }] }
}

export function commentView(comment: Any): Any {
  return {
    id: comment.id,
    message: comment.message,
    from: comment.from,
    created_time: graphTime(comment.created),
    is_hidden: comment.isHidden,
    can_comment: true,
    parent: comment.parent ? { id: comment.parent } : undefined,
  }
}

export function messageView(message: Any): Any {
  const { id, text, from, to, created, attachments } = message
  return {
    id,
    message: text,
    from,
    to: { data: [to] },
    created_time: graphTime(created),
    attachments: attachments.length > 0 ? { data: attachments } : undefined,
  }
}

export function ratingView(rating: Any): Any {
  return {
    created_time: graphTime(rating.created),
    rating: undefined,
    recommendation_type: 'positive',
    review_text: rating.text,
    reviewer: rating.reviewer,
    open_graph_story: { id: rating.story },
  }
}

const DAY_MS = 86_400_000

/** Builds a value for each day from `since` on. A day ends at midnight Pacific time. */
export function buildDailySeries(name: string, { since, until, value }: Any): Any {
  const days = Math.round((Date.parse(until) - Date.parse(since)) / DAY_MS)
  const values = Array.from({ length: days }, (_, index) => ({
    value,
    end_time: graphTime(new Date(Date.parse(since) + (index + 1) * DAY_MS + 7 * 3_600_000)),
  }))
  return { name, period: 'day', values, id: name }
}
