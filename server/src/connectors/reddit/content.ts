import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Draft, Problem } from '../publish.ts'
import type { Session } from '../session.ts'
import { type Body, read } from './client.ts'
import { hasRule } from './errors.ts'
import { API_VERSION, limits, type Options, TITLE_MAX } from './platform.ts'

export interface Content {
  readonly kind: 'self' | 'link' | 'image'
  readonly title: string
  readonly body: string
  readonly url: string | undefined
}

type DraftText = Pick<Draft<Options>, 'text' | 'options'> & { readonly media: readonly unknown[] }

export function buildContent({ text, media, options }: DraftText): Content {
  const { url } = options
  const kind = media.length > 0 ? 'image' : url === undefined ? 'self' : 'link'
  return { kind, url, ...titleAndBody(text.trim(), options.title) }
}

/** The first line is the title. One that is too long is cut, and stays in the text. */
function titleAndBody(text: string, title: string | undefined): { title: string; body: string } {
  if (title !== undefined) return { title: title.trim(), body: text }
  const end = text.indexOf('\n')
  const line = (end === -1 ? text : text.slice(0, end)).trim()
  if (measureLength(line, 'characters', TITLE_MAX) <= TITLE_MAX)
    return { title: line, body: end === -1 ? '' : text.slice(end).trim() }
  return {
    title: `${Array.from(line.slice(0, 2 * TITLE_MAX))
      .slice(0, TITLE_MAX - 1)
      .join('')}…`,
    body: text,
  }
}

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const problems = checkLimits('reddit', limits, draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `reddit.${rule}`, path, message, remediation })
  if (problems.length > 0) return problems
  const { kind, title, url } = buildContent(draft)
  if (title === '') add('title.required', ['content'], 'A post needs a title.', 'Add a text, or set the option title.')
  if (draft.media.length > 0 && url !== undefined)
    add('link.image', ['options', 'url'], 'A post is a link or an image, not both.', 'Leave one of them out.')
  const takes = metadata['submission_type']
  if (takes === 'link' && kind === 'self')
    add('subreddit.no_text', ['content'], 'This subreddit takes no text posts.', 'Set the option url, or add an image.')
  if (takes === 'self' && kind !== 'self')
    add('subreddit.no_links', ['content'], 'This subreddit takes text posts only.', 'Post a text alone.')
  if (kind === 'image' && metadata['allow_images'] === false)
    add('subreddit.no_images', ['media_ids'], 'This subreddit takes no images.', 'Post a text or a link.')
  return problems
}

/** Asks for the subreddit's own rules before anything is sent; profiles have none. */
export async function assertRequirements(session: Session, content: Content, options: Options): Promise<void> {
  const { externalId, kind } = session.entity
  if (kind === 'profile') return
  let rules: Body
  try {
    rules = await read(session, `/api/${API_VERSION}/${encodeURIComponent(externalId)}/post_requirements`)
  } catch (error) {
    // Some subreddits do not tell; Reddit checks again when the post is sent.
    if (hasRule(error, 'forbidden') || hasRule(error, 'not_found')) return
    throw error
  }
  const [rule, message] = brokenRule(rules, content, options) ?? []
  if (rule !== undefined)
    throw new PlatformError('invalid', `r/${externalId}: ${message}`, {
      rule: `reddit.${rule}`,
      remediation: 'Change the post, or choose another subreddit.',
    })
}

const has = (text: string) => (part: unknown) => text.toLowerCase().includes(String(part).toLowerCase())

function brokenRule(
  rules: Body,
  { kind, title, body, url }: Content,
  { flair_id }: Options,
): [string, string] | undefined {
  const [titleLength, bodyLength] = [title, body].map((text) => measureLength(text, 'characters'))
  const list = (name: string): unknown[] => (Array.isArray(rules?.[name]) ? rules[name] : [])
  const isBody = kind === 'self'
  const host = url === undefined ? '' : (URL.parse(url)?.hostname ?? '')
  const isAt = (domain: unknown) => host === domain || host.endsWith(`.${String(domain)}`)
  const broken: [boolean, string, string][] = [
    [rules?.is_flair_required === true && !flair_id, 'flair.required', 'a post needs a flair (option flair_id).'],
    [
      titleLength! < (rules?.title_text_min_length ?? 0),
      'title.min_characters',
      `a title has at least ${rules?.title_text_min_length} characters.`,
    ],
    [
      titleLength! > (rules?.title_text_max_length ?? TITLE_MAX),
      'title.max_characters',
      `a title has at most ${rules?.title_text_max_length} characters.`,
    ],
    [
      list('title_blacklisted_strings').some(has(title)),
      'title.forbidden',
      'the title has words that are not allowed.',
    ],
    [
      list('title_required_strings').length > 0 && !list('title_required_strings').some(has(title)),
      'title.required_words',
      `a title has one of: ${list('title_required_strings').join(', ')}.`,
    ],
    [
      isBody && rules?.body_restriction_policy === 'required' && body === '',
      'text.required',
      'a post needs a text below its title.',
    ],
    [
      isBody && rules?.body_restriction_policy === 'notAllowed' && body !== '',
      'text.forbidden',
      'a post has a title and no text.',
    ],
    [
      isBody && body !== '' && bodyLength! < (rules?.body_text_min_length ?? 0),
      'text.min_characters',
      `a text has at least ${rules?.body_text_min_length} characters.`,
    ],
    [
      isBody && bodyLength! > (rules?.body_text_max_length ?? limits.text.max),
      'text.max_characters',
      `a text has at most ${rules?.body_text_max_length} characters.`,
    ],
    [
      isBody && list('body_blacklisted_strings').some(has(body)),
      'text.forbidden_words',
      'the text has words that are not allowed.',
    ],
    [kind === 'link' && list('domain_blacklist').some(isAt), 'link.domain', 'links to this site are not allowed.'],
    [
      kind === 'link' && list('domain_whitelist').length > 0 && !list('domain_whitelist').some(isAt),
      'link.domain',
      `links lead to one of: ${list('domain_whitelist').join(', ')}.`,
    ],
  ]
  const first = broken.find(([isBroken]) => isBroken)
  return first && [first[1], first[2]]
}
