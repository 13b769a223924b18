import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Draft, Problem } from '../publish.ts'
import type { Session } from '../session.ts'
import { request } from './client.ts'
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
  return { kind, url, ...splitText(text.trim(), options.title) }
}

/** Takes the first line as the title. A line that is too long is cut in the title and stays in the text. */
function splitText(text: string, title: string | undefined): { title: string; body: string } {
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
  const accepted = metadata['submission_type']
  if (accepted === 'link' && kind === 'self')
    add('subreddit.no_text', ['content'], 'This subreddit takes no text posts.', 'Set the option url, or add an image.')
  if (accepted === 'self' && kind !== 'self')
    add('subreddit.no_links', ['content'], 'This subreddit takes text posts only.', 'Post a text alone.')
  if (kind === 'image' && metadata['allow_images'] === false)
    add('subreddit.no_images', ['media_ids'], 'This subreddit takes no images.', 'Post a text or a link.')
  return problems
}

type Requirements = Static<typeof Requirements>
const Texts = Maybe(Type.Array(Type.String()))
const Requirements = Type.Object({
  is_flair_required: Maybe(Type.Boolean()),
  title_text_min_length: Maybe(Type.Number()),
  title_text_max_length: Maybe(Type.Number()),
  title_blacklisted_strings: Texts,
  title_required_strings: Texts,
  body_restriction_policy: Maybe(Type.String()),
  body_text_min_length: Maybe(Type.Number()),
  body_text_max_length: Maybe(Type.Number()),
  body_blacklisted_strings: Texts,
  domain_blacklist: Texts,
  domain_whitelist: Texts,
})

/** Checks a post against the subreddit's own rules before anything is sent. Profiles have none. */
export async function assertRequirements(session: Session, content: Content, options: Options): Promise<void> {
  const { externalId, kind } = session.entity
  if (kind === 'profile') return
  const path = `/api/${API_VERSION}/${encodeURIComponent(externalId)}/post_requirements`
  const rules = await request(session, 'GET', path, { schema: Requirements }).catch((error: unknown) => {
    // Some subreddits do not show their rules. Reddit checks the post again when it is sent.
    if (hasRule(error, 'forbidden', 'not_found', 'response.unexpected')) return {}
    throw error
  })
  const broken = listChecks(rules, content, options).find(([isBroken]) => isBroken)
  if (!broken) return
  const [, rule, message] = broken
  throw new PlatformError('invalid', `r/${externalId}: ${message}`, {
    rule: `reddit.${rule}`,
    remediation: 'Change the post, or choose another subreddit.',
  })
}

type Check = readonly [isBroken: boolean, rule: string, message: string]

function listChecks(rules: Requirements, content: Content, { flair_id }: Options): readonly Check[] {
  const checks = checkTitle(rules, content.title)
  if (content.kind === 'self') checks.push(...checkBody(rules, content.body))
  if (content.kind === 'link') checks.push(...checkLink(rules, content.url ?? ''))
  const isFlairMissing = rules.is_flair_required === true && !flair_id
  return [[isFlairMissing, 'flair.required', 'a post needs a flair (option flair_id).'], ...checks]
}

function checkTitle(rules: Requirements, title: string): Check[] {
  const length = measureLength(title, 'characters')
  const { title_text_min_length, title_text_max_length, title_blacklisted_strings, title_required_strings } = rules
  const min = title_text_min_length ?? 0
  const max = title_text_max_length ?? TITLE_MAX
  const required = title_required_strings ?? []
  return [
    [length < min, 'title.min_characters', `a title has at least ${min} characters.`],
    [length > max, 'title.max_characters', `a title has at most ${max} characters.`],
    [hasAny(title, title_blacklisted_strings), 'title.forbidden', 'the title has words that are not allowed.'],
    [
      required.length > 0 && !hasAny(title, required),
      'title.required_words',
      `a title has one of: ${required.join(', ')}.`,
    ],
  ]
}

function checkBody(rules: Requirements, body: string): Check[] {
  const length = measureLength(body, 'characters')
  const {
    body_restriction_policy: policy,
    body_text_min_length,
    body_text_max_length,
    body_blacklisted_strings,
  } = rules
  const min = body_text_min_length ?? 0
  const max = body_text_max_length ?? limits.text.max
  return [
    [policy === 'required' && body === '', 'text.required', 'a post needs a text below its title.'],
    [policy === 'notAllowed' && body !== '', 'text.forbidden', 'a post has a title and no text.'],
    [body !== '' && length < min, 'text.min_characters', `a text has at least ${min} characters.`],
    [length > max, 'text.max_characters', `a text has at most ${max} characters.`],
    [hasAny(body, body_blacklisted_strings), 'text.forbidden_words', 'the text has words that are not allowed.'],
  ]
}

function checkLink({ domain_blacklist, domain_whitelist }: Requirements, url: string): Check[] {
  const host = URL.parse(url)?.hostname ?? ''
  const isAt = (domain: string) => host === domain || host.endsWith(`.${domain}`)
  const allowed = domain_whitelist ?? []
  return [
    [(domain_blacklist ?? []).some(isAt), 'link.domain', 'links to this site are not allowed.'],
    [allowed.length > 0 && !allowed.some(isAt), 'link.domain', `links lead to one of: ${allowed.join(', ')}.`],
  ]
}

function hasAny(text: string, parts: readonly string[] | null | undefined): boolean {
  return (parts ?? []).some((part) => text.toLowerCase().includes(part.toLowerCase()))
}
