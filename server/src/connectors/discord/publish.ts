import type { Connector } from '../connector.ts'
import { checkLimits, measureLength } from '../limits.ts'
import type { Attempt, Finding, Problem, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { canReadHistory } from './auth.ts'
import { type Content, createMessage, findOwn, messagePath } from './channel-messages.ts'
import { type Body, createBot, request } from './client.ts'
import { hasRule } from './errors.ts'
import { limits, type Options } from './platform.ts'

interface Embed {
  readonly title?: string
  readonly description?: string
  readonly url?: string
  readonly color?: number
  readonly footer?: string
  readonly image_url?: string
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline?: boolean }[]
}

const SUPPRESS_EMBEDS = 1 << 2
const SUPPRESS_NOTIFICATIONS = 1 << 12
const EMBED_CHARACTERS_MAX = 6000
/** Of all files together, where the server has no boosts. */
const REQUEST_BYTES_MAX = 25 * 1_048_576

export const publish: Publishing<Options, null> = {
  // Discord's documentation says "a few minutes".
  handleSeconds: 120,
  prepare: async () => ({ prepared: null }),

  async mutate(session, { draft, handle }) {
    const message = await createMessage(session, session.entity.externalId, handle, buildContent(draft))
    return readPublished(session, message)
  },

  async find(session, { draft, intentAt, belongsToOtherTarget }): Promise<Finding> {
    const { embeds = [] } = draft.options
    const channelId = session.entity.externalId
    const found = await findOwn(
      session,
      channelId,
      { ...buildContent(draft), embeds: embeds.length },
      { intentAt, isOther: async (id) => (await belongsToOtherTarget?.(`${channelId}:${id}`)) ?? false },
    )
    if (found) return { state: 'published', post: readPublished(session, found) }
    return { state: (await canReadHistory(session)) ? 'absent' : 'unknown' }
  },

  async unpublish(session, externalId) {
    const [channelId = '', id = ''] = externalId.split(':')
    try {
      await request(createBot(session), 'DELETE', messagePath(channelId, id))
    } catch (error) {
      if (!hasRule(error, 'message.not_found')) throw error
    }
  },
}

function buildContent({ text, media, options }: Attempt<Options>['draft']): Content {
  const {
    embeds = [],
    mentions = ['roles', 'users'],
    suppress_embeds,
    suppress_notifications,
    alt_texts = [],
  } = options
  const flags = (suppress_embeds ? SUPPRESS_EMBEDS : 0) | (suppress_notifications ? SUPPRESS_NOTIFICATIONS : 0)
  return {
    text,
    media,
    altTexts: alt_texts,
    more: {
      allowed_mentions: { parse: mentions },
      ...(embeds.length > 0 && { embeds: embeds.map(buildEmbed) }),
      ...(flags > 0 && { flags }),
    },
  }
}

function buildEmbed({ footer, image_url, fields, ...same }: Embed) {
  return {
    ...same,
    ...(footer !== undefined && { footer: { text: footer } }),
    ...(image_url !== undefined && { image: { url: image_url } }),
    ...(fields && { fields: fields.map(({ name, value, inline = false }) => ({ name, value, inline })) }),
  }
}

/** Ids of messages are looked up in their channel, so it is part of ours. */
function readPublished({ entity }: Session, { id, channel_id }: Body): PublishedPost {
  return {
    externalId: `${channel_id}:${id}`,
    externalUrl: `https://discord.com/channels/${entity.parentExternalId}/${channel_id}/${id}`,
  }
}

export const validate: Connector<Options>['validate'] = (draft, { metadata }) => {
  const { embeds = [], alt_texts = [] } = draft.options
  const fileBytes = Number(metadata['file_bytes_max'] ?? limits.image?.bytesMax)
  const own = {
    ...limits,
    image: limits.image && { ...limits.image, bytesMax: fileBytes },
    video: limits.video && { ...limits.video, bytesMax: fileBytes },
    ...(limits.document && { document: { ...limits.document, bytesMax: fileBytes } }),
  }
  // A message may be embeds alone.
  const isBare = draft.text.trim() === '' && embeds.length > 0
  const problems = checkLimits('discord', own, isBare ? { ...draft, text: '.' } : draft)
  const add = (rule: string, path: Problem['path'], message: string, remediation: string) =>
    problems.push({ rule: `discord.${rule}`, path, message, remediation })
  const total = draft.media.reduce((sum, { bytes }) => sum + bytes, 0)
  const totalMax = Math.max(REQUEST_BYTES_MAX, fileBytes)
  if (total > totalMax)
    add(
      'media.max_bytes',
      ['media_ids'],
      `The files have ${total} bytes, at most ${totalMax} fit.`,
      'Use smaller files.',
    )
  const characters = embeds.reduce((sum, embed) => sum + charactersIn(embed), 0)
  if (characters > EMBED_CHARACTERS_MAX)
    add(
      'embeds.max_characters',
      ['options', 'embeds'],
      `The embeds have ${characters} characters, at most ${EMBED_CHARACTERS_MAX} fit.`,
      'Shorten them.',
    )
  const empty = embeds.findIndex((embed) => charactersIn(embed) === 0 && !embed.image_url)
  if (empty !== -1)
    add('embeds.empty', ['options', 'embeds', empty], 'The embed shows nothing.', 'Add a title or a text.')
  if (alt_texts.length > draft.media.length)
    add(
      'alt_texts.max_count',
      ['options', 'alt_texts'],
      'There are more texts than media.',
      'Give one for each medium.',
    )
  return problems
}

function charactersIn({ title = '', description = '', footer = '', fields = [] }: Embed): number {
  const texts = [title, description, footer, ...fields.flatMap(({ name, value }) => [name, value])]
  return texts.reduce((sum, text) => sum + measureLength(text, 'characters'), 0)
}
